"""The steps of a run, over one suite and one store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial

from crucibleforge.ask import ModelSpec
from crucibleforge.core.errors import CalibrationFailed, ConfigError, ProviderError
from crucibleforge.core.setup import learned, standing
from crucibleforge.sandbox import Backend, SandboxPool
from crucibleforge.store import Store, StoredModel, Writer
from crucibleforge.suite import Suite

from ._asking import ask_model
from ._events import CaseAnswered, CaseMissing, Event, Listener, PhaseStarted, QuestionJudged
from ._grading import Grader
from ._judging import fingerprint, judge_answers, refuse_own_judge
from ._plan import Action, PlannedCase, plan
from ._run import Run
from ._tasks import all_done


class Engine:
    """Does what is missing, and remembers what could not be done."""

    def __init__(
        self,
        suite: Suite,
        store: Store,
        writer: Writer,
        tell: Listener,
        *,
        run_id: int | None = None,
        checks_setup: bool = True,
    ) -> None:
        self._run = Run(suite, store, writer, self._tell, run_id, checks_setup)
        self._listener = tell
        self.missing: list[CaseMissing] = []
        """Cases that were not asked or not judged, with reasons."""
        self.failed: list[ProviderError | ConfigError] = []
        """Models that could not be reached or started."""
        self.advanced = False
        """Whether anything at all was answered or judged."""
        self.calibration: CalibrationFailed | None = None
        """Why the judge was stopped, if it was."""

    async def run(self, specs: Sequence[ModelSpec], judge: ModelSpec | None, sandboxes: SandboxPool) -> None:
        """Ask, grade and judge whatever is missing."""
        if judge is not None:
            refuse_own_judge(judge, specs)
        await self.ask(specs, sandboxes)
        await self.grade(identities(specs), sandboxes)
        if judge is not None:
            await self.judge(specs, judge)

    async def ask(self, specs: Sequence[ModelSpec], sandboxes: SandboxPool | None = None) -> None:
        """Ask what is missing, model after model; with sandboxes, grade each answer at once."""
        grader = None if sandboxes is None else Grader(self._run, sandboxes)
        for spec in specs:
            known = standing([setup.checks for setup in self._run.store.setups(spec.identity)])
            self._run.writer.put_model(stored_model(spec, learned(known)))
            try:
                await ask_model(self._run, spec, partial(self._plan, identities([spec])), grader)
            except (ProviderError, ConfigError) as error:
                self.failed.append(error)

    async def grade(self, models: Mapping[str, str], sandboxes: SandboxPool) -> None:
        """Grade every stored answer that has no grade by the current rules and the sandboxes' backend.

        Args:
            models: name -> identity.
        """
        grader = Grader(self._run, sandboxes)
        wanted = [item for item in self._plan(models, backend=sandboxes.backend) if item.action is Action.GRADE]
        if wanted:
            self._tell(PhaseStarted("grade", f"{len(models)} models", len(wanted)))
        await all_done(grader.grade(item.case, item.answer.id) for item in wanted if item.answer is not None)

    async def judge(self, specs: Sequence[ModelSpec], judge: ModelSpec) -> None:
        """Let the judge answer every open question; its failed calibration is kept in `calibration`."""
        refuse_own_judge(judge, specs)
        try:
            await judge_answers(self._run, judge, self._plan(identities(specs), judge))
        except CalibrationFailed as error:
            self.calibration = error
        except (ProviderError, ConfigError) as error:
            self.failed.append(error)

    def _plan(
        self, models: Mapping[str, str], judge: ModelSpec | None = None, backend: Backend = "wasm"
    ) -> tuple[PlannedCase, ...]:
        suite = self._run.suite
        return plan(suite, self._run.store, models, fingerprint(suite, judge) if judge else None, backend)

    def _tell(self, event: Event) -> None:
        if isinstance(event, CaseMissing):
            self.missing.append(event)
        self.advanced |= isinstance(event, CaseAnswered | QuestionJudged)
        self._listener(event)


def identities(specs: Sequence[ModelSpec]) -> dict[str, str]:
    """Name -> identity of each model."""
    return {spec.name: spec.identity for spec in specs}


def stored_model(spec: ModelSpec, learned: Mapping[str, str]) -> StoredModel:
    """What a row says about the model behind it, the owner's words and what was learned: no address and no key."""
    stack = {name: value for name, value in asdict(spec.stack).items() if value} | dict(learned)
    if spec.max_tokens is not None:
        stack["replies capped at"] = f"{spec.max_tokens} tokens"
    return StoredModel(spec.name, spec.identity, spec.base, spec.served_id, stack)
