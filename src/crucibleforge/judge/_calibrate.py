"""Before every batch the judge must pass what is clearly good and catch what is clearly bad."""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from crucibleforge.core.case import Canary
from crucibleforge.core.errors import CalibrationFailed, SuiteError, shown
from crucibleforge.core.grading import Verdict, VerdictAnswer

from ._ballots import JudgeClient
from ._hearing import ask_question
from ._prompt import Exchange, Material
from ._settings import JudgeSettings

log = logging.getLogger(__name__)

_ATTEMPTS = 2
_HINT = (
    "nothing was judged, and the answers are kept: name a stronger judge with --judge MODEL (a name from models.yaml or a "
    "base URL) and judge again"
)


@dataclass(frozen=True, slots=True)
class Probe:
    """One known question and every verdict that it took."""

    canary: Canary
    verdicts: tuple[Verdict, ...]

    @property
    def passed(self) -> bool:
        """Whether the last verdict is the expected one."""
        return self.verdicts[-1].answer == self.canary.question.expect


@dataclass(frozen=True, slots=True)
class Calibration:
    """A judge that knew every known answer, some perhaps only at the second try."""

    probes: tuple[Probe, ...]


async def calibrate(
    client: JudgeClient, canaries: Sequence[Canary], kinds: Collection[str], settings: JudgeSettings
) -> Calibration:
    """Asks the known questions of every kind in the batch, one after another.

    Raises:
        CalibrationFailed: at the first probe that fails twice.
        SuiteError: when a kind lacks a canary that must pass or one that must be caught.
        ProviderError: from the client.
    """
    return Calibration(tuple([await prove(client, canary, settings) for canary in probes_for(canaries, kinds)]))


def probes_for(canaries: Sequence[Canary], kinds: Collection[str]) -> list[Canary]:
    """The known questions of these kinds; each can be asked by itself.

    Raises:
        SuiteError: when a kind lacks a canary that must pass or one that must be caught.
    """
    needed: list[Canary] = []
    for kind in sorted(kinds):
        fitting = [canary for canary in canaries if canary.question.kind == kind]
        missing = {"YES", "NO"} - {canary.question.expect for canary in fitting}
        if missing:
            raise SuiteError(
                f"no canary of kind {kind!r} expects {' or '.join(sorted(missing))}",
                hint="add one to canaries/: each kind of question needs a clearly good and a clearly bad reply",
            )
        needed += fitting
    return needed


async def prove(client: JudgeClient, canary: Canary, settings: JudgeSettings) -> Probe:
    """Asks one known question, and once more when the judge gets it wrong.

    Raises:
        CalibrationFailed: when it is wrong twice.
        ProviderError: from the client.
    """
    material = Material((Exchange("", canary.reply),))
    # A probe is a single question: a judge that needs a vote to see the plain is not fit for one.
    question = replace(canary.question, gate=False, turns=())
    probe = Probe(canary, ())
    for attempt in range(_ATTEMPTS):
        verdict = await ask_question(client, material, question, settings, first_seed=attempt)
        probe = replace(probe, verdicts=(*probe.verdicts, verdict))
        if probe.passed:
            return probe
        log.warning("judge.probe_failed probe=%s attempt=%d answer=%s", question.id, attempt + 1, verdict.answer)
    raise CalibrationFailed(_in_words(probe), hint=_HINT)


def _in_words(probe: Probe) -> str:
    question = probe.canary.question
    came = " then ".join(_came(verdict) for verdict in probe.verdicts)
    return (
        f"the judge failed its calibration: on the known question {question.id!r} "
        f"({shown(question.ask)}, about a known reply) {question.expect} is right, and the judge said {came}"
    )


def _came(verdict: Verdict) -> str:
    if not verdict.votes:
        return "NO (the known reply is empty)"
    vote = verdict.votes[0]
    if vote.said is VerdictAnswer.UNPARSABLE:
        return f"nothing that can be read ({vote.reason}: {shown(vote.raw, 80)})"
    if vote.said is not vote.answer:
        return f"{vote.said} with a quote that proves nothing ({vote.reason}: {shown(vote.quote, 80)})"
    return f"{vote.said} quoting {shown(vote.quote, 80)}" if vote.quote else str(vote.said)
