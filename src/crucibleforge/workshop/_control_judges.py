"""Judges whose worth is known beforehand, let loose on the suite's exemplars."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from dataclasses import dataclass

from crucibleforge.ask import ChatClient, ModelSpec, open_client
from crucibleforge.core.errors import CalibrationFailed, ProviderError
from crucibleforge.core.grading import Verdict, VerdictAnswer
from crucibleforge.judge import calibrate, judge_case, judged_exemplars
from crucibleforge.suite import Suite
from crucibleforge.testing import JUDGES, ScriptedServer, good_judge

from ._known import known_verdicts

_FIT = ("perfect", "verbose", "thinking", "slow", "dying")
"""The control judges that say what is right, in whatever way they say it, as long as they are there."""


@dataclass(frozen=True, slots=True)
class ControlJudge:
    """What one judge came to."""

    name: str
    calibration: str
    """Why it was stopped; empty when it passed."""
    verdicts: Mapping[str, int]
    """How many of each came out; a judge that was stopped is asked all the same here, to see what it would have done."""
    rejected: int
    """Votes for YES whose quote proved nothing."""
    right: int
    asked: int
    """Of so many questions about exemplars; those that it was no longer there to answer are missing from `verdicts`."""

    @property
    def fault(self) -> str:
        """What is wrong with this outcome, if anything: a fit judge must be right throughout, an unfit one be stopped."""
        if self.name not in _FIT:
            return "" if self.calibration else f"{self.name}: it passed the calibration"
        if self.calibration:
            return f"{self.name}: {self.calibration}"
        answered = self.asked if self.name != "dying" else sum(self.verdicts.values())
        return "" if self.right == answered else f"{self.name}: only {self.right} of {answered} verdicts are right"


async def run_control_judges(suite: Suite) -> tuple[ControlJudge, ...]:
    """Calibrate each scripted judge and ask it every question about every exemplar, over real HTTP."""
    return tuple([await _run(suite, name) for name in JUDGES])


async def _run(suite: Suite, name: str) -> ControlJudge:
    async with (
        ScriptedServer(JUDGES[name](good_judge(known_verdicts(suite)))) as server,
        open_client(ModelSpec(name, server.base_url, "scripted")) as client,
    ):
        calibration = await _calibration(suite, client)
        found = [(right, verdict) async for right, verdict in _judged(suite, client)]
    given = [verdict for _, verdict in found if verdict is not None]
    return ControlJudge(
        name,
        calibration,
        Counter(verdict.answer.value for verdict in given),
        sum(vote.said is VerdictAnswer.YES and not vote.quote_valid for verdict in given for vote in verdict.votes),
        sum(verdict is not None and verdict.answer is right for right, verdict in found),
        len(found),
    )


async def _calibration(suite: Suite, client: ChatClient) -> str:
    kinds = {canary.question.kind for canary in suite.canaries}
    try:
        await calibrate(client, suite.canaries, kinds, suite.judging)
    except CalibrationFailed as error:
        return str(error)
    return ""


async def _judged(suite: Suite, client: ChatClient) -> AsyncIterator[tuple[VerdictAnswer, Verdict | None]]:
    """(the right answer, the verdict) of every question about every exemplar; no verdict where the judge was gone."""
    for one in judged_exemplars(suite.cases.values()):
        given: dict[str, Verdict] = {}

        def keep(verdict: Verdict, given: dict[str, Verdict] = given) -> None:
            given[verdict.question_id] = verdict

        with suppress(ProviderError):
            await judge_case(client, one.case, one.answer, suite.judging, keep)
        for question_id, right in one.right.items():
            yield right, given.get(question_id)
