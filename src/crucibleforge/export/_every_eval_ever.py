"""Records of every_eval_ever, a shared database of evaluation results: schema 0.3.0."""

from __future__ import annotations

import hashlib
import re
import uuid
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal

from crucibleforge.bundle import AnswerFacts, Facts, JudgeFacts, ModelFacts
from crucibleforge.core.errors import UserError, shown
from crucibleforge.judge import INSTRUCTIONS
from crucibleforge.score import REDRAWS, credit
from crucibleforge.suite import Suite

from ._figures import Figure, figures
from ._sample import sample
from ._spelling import spelled, texts

__all__ = ["Publisher", "Relationship", "every_eval_ever"]

SCHEMA = "0.3.0"
Relationship = Literal["first_party", "third_party", "collaborative", "other"]
_MODEL_ID = re.compile(r"(?!(?:unknown|data)/)\w[\w.+-]*/\w[\w.+-]*(?<!\.)", re.ASCII | re.IGNORECASE)
_DEPLOYMENT = {"embedded": "self_deployed", "local": "self_deployed", "hosted": "externally_managed"}


@dataclass(frozen=True, slots=True)
class Publisher:
    """Who says so, and of which model; nothing of it is known to a store."""

    name: str
    relationship: Relationship
    """To the model's maker."""
    model_id: str = ""
    """The model as Hugging Face spells it; the served id without it."""


def every_eval_ever(suite: Suite, facts: Facts, publisher: Publisher, at: datetime) -> dict[str, bytes]:
    """One model's row as the two files of one record, by the paths under which the database has them.

    Answers without a credit have no place in it and are left out.

    Args:
        facts: of one model.
        at: when the record is made.

    Raises:
        UserError: when the model's id does not name its maker, or no part of the test is complete.
    """
    (model,) = facts.manifest.models
    model_id = publisher.model_id or model.served_id
    if not _MODEL_ID.fullmatch(model_id):
        raise UserError(
            f"every_eval_ever files a model under MAKER/NAME, and {shown(model_id)} is no such name",
            hint="give it as Hugging Face spells it: --model-id MAKER/NAME",
        )
    if not (found := tuple(figures(suite.profile, facts.manifest.rows[model.name]))):
        raise UserError(f"{model.name}: no part is complete", hint=f"`crucibleforge run {model.name}` goes on with it")
    return _Record(suite, facts, model, publisher, model_id, found, at).files()


@dataclass(frozen=True, slots=True)
class _Record:
    suite: Suite
    facts: Facts
    model: ModelFacts
    publisher: Publisher
    model_id: str
    figures: Sequence[Figure]
    at: datetime

    @property
    def id(self) -> str:
        return f"{self.suite.name}/{self.model_id}/{int(self.at.timestamp())}"

    def files(self) -> dict[str, bytes]:
        samples = b"".join(spelled(each) + b"\n" for each in self._samples())
        name = uuid.UUID(bytes=hashlib.sha256(self.id.encode() + samples).digest()[:16], version=4)
        path = f"data/{self.suite.name}/{self.model_id}/{name}"
        detail = {
            "format": "jsonl",
            "file_path": f"{path}_samples.jsonl",
            "hash_algorithm": "sha256",
            "checksum": hashlib.sha256(samples).hexdigest(),
            "total_rows": samples.count(b"\n"),
        }
        aggregate = self._aggregate() | ({"detailed_evaluation_results": detail} if samples else {})
        files = {f"{path}.json": spelled(aggregate, indent=2) + b"\n"}
        return files | ({f"{path}_samples.jsonl": samples} if samples else {})

    def _aggregate(self) -> dict[str, Any]:
        manifest = self.facts.manifest
        return {
            "schema_version": SCHEMA,
            "evaluation_id": self.id,
            "evaluation_timestamp": min(answer.begun for answer in self.facts.answers.values()).isoformat(),
            "retrieved_timestamp": str(int(self.at.timestamp())),
            "source_metadata": {
                "source_name": self.suite.title,
                "source_type": "evaluation_run",
                "source_organization_name": self.publisher.name,
                "evaluator_relationship": self.publisher.relationship,
            },
            "eval_library": {"name": "crucibleforge", "version": manifest.made_with},
            "model_info": self._model_info(),
            "evaluation_results": [self._result(figure) for figure in self.figures],
        }

    def _model_info(self) -> dict[str, Any]:
        stack = self.model.stack
        engine = stack.get("served by") or stack.get("engine")
        return {
            "name": self.model.name,
            "id": self.model_id,
            **({"inference_engine": {"name": str(engine)}} if engine else {}),
            "additional_details": {
                **texts(stack),
                "served_id": self.model.served_id,
                "settings": self.model.identity,
                "deployment_type": _DEPLOYMENT.get(self.model.endpoint_kind, "unknown"),
                "model_availability": "unknown",
            },
        }

    def _result(self, figure: Figure) -> dict[str, Any]:
        suite, row = self.suite, self.facts.manifest.rows[self.model.name]
        metric = {
            "evaluation_description": f"Points of {figure.title}: {', '.join(figure.cases)}",
            "metric_id": self._result_id(figure.id),
            "metric_name": figure.title,
            "metric_kind": "points",
            "metric_unit": "points",
            "lower_is_better": False,
            "score_type": "continuous",
            "min_score": 0,
            "max_score": figure.most,
        }
        marks = {"provisional": row.provisional, "class": row.class_name if figure.id == "total" else None}
        margin = {"margin": figure.margin, "margin_is": f"half the width of the central 90 % of {REDRAWS:,} redraws"}
        judge = self._judge(figure)
        return {
            "evaluation_result_id": self._result_id(figure.id),
            "evaluation_name": f"{suite.title}: {figure.title}",
            "source_data": {
                "dataset_name": suite.name,
                "source_type": "other",
                "additional_details": {"version": suite.version, "profile": self.facts.manifest.suite.profile},
            },
            "metric_config": metric | ({"llm_scoring": judge} if judge else {}),
            "score_details": {
                "score": figure.points,
                "details": texts(marks | (margin if figure.margin is not None else {})),
                "uncertainty": {"num_samples": len(figure.cases), "num_bootstrap_samples": REDRAWS},
            },
        }

    def _judge(self, figure: Figure) -> dict[str, Any] | None:
        """How a judge came into it, where any of these cases was judged."""
        judge = self.facts.manifest.judge
        if judge is None or not any(each.verdicts and each.case_id in figure.cases for each in self._answers()):
            return None
        return {
            "judges": [{"model_info": _judge_info(judge)}],
            "input_prompt": INSTRUCTIONS,
            "aggregation_method": "majority_vote",
            "additional_details": {"votes on a gate": str(self.suite.judging.votes), "calibration": judge.words},
        }

    def _result_id(self, figure: str) -> str:
        return f"{self.suite.name}.{figure}"

    def _answers(self) -> Iterator[AnswerFacts]:
        return iter(self.facts.answers.values())

    def _samples(self) -> Iterator[dict[str, Any]]:
        known = {figure.id for figure in self.figures}
        part_of = {
            case: (f"{section.id}.{part.id}", part.title)
            for section in self.suite.profile.sections
            for part in section.parts
            for case in part.cases
        }
        for answer in self._answers():
            earned = credit(answer.checks)
            if earned is None:
                continue
            figure, title = part_of[answer.case_id]
            yield {
                "schema_version": SCHEMA,
                "evaluation_id": self.id,
                "model_id": self.model_id,
                "evaluation_name": f"{self.suite.title}: {title}",
                **({"evaluation_result_id": self._result_id(figure)} if figure in known else {}),
                **sample(self.suite.case(answer.case_id), answer, earned),
            }


def _judge_info(judge: JudgeFacts) -> dict[str, Any]:
    return {
        "name": judge.name,
        "id": judge.identity.split(" | ")[1] if " | " in judge.identity else judge.name,
        "additional_details": {
            "settings": judge.identity,
            "deployment_type": "unknown",
            "model_availability": "unknown",
        },
    }
