"""Let a judge prove itself on known replies, as many of them at a time as its endpoint takes."""

from __future__ import annotations

from collections.abc import Collection

from crucibleforge.ask import ChatClient, ModelSpec
from crucibleforge.core.case import Canary
from crucibleforge.core.errors import CalibrationFailed
from crucibleforge.judge import judge_fingerprint, probes_for, prove
from crucibleforge.suite import Suite

from ._endpoints import Endpoint
from ._events import PhaseStarted
from ._run import Run
from ._slots import Slots
from ._tasks import all_done


def fingerprint(suite: Suite, judge: ModelSpec) -> str:
    """What makes two judgements comparable: the judge, its template and its settings."""
    return judge_fingerprint(judge.identity, suite.judging)


def slots_of(run: Run, judge: ModelSpec) -> Slots:
    """The slots of the judge's endpoint, where it is asked alone."""
    return Slots(Endpoint((judge,)).limit(), run.stop)


async def prove_judge(
    run: Run, client: ChatClient, kinds: Collection[str], slots: Slots, *, is_trial: bool = False
) -> None:
    """Ask the canaries of these kinds, and store how the judge did.

    Args:
        is_trial: the judge is only measured or compared, which does not make it the board's.

    Raises:
        CalibrationFailed: at the first canary that it gets wrong twice; no other one is asked after it.
        SuiteError: when the suite has no canaries of a kind.
        ProviderError: when the judge does not answer.
    """
    judge, canaries = client.spec, probes_for(run.suite.canaries, kinds)
    failed: list[CalibrationFailed] = []

    async def ask(rank: int, canary: Canary) -> None:
        async with slots.seat(rank) as seat:
            if failed:
                return
            try:
                await prove(client.paced_by(seat), canary, run.suite.judging)
            except CalibrationFailed as error:
                failed.append(error)

    def store(words: str, *, passed: bool) -> None:
        facts = {"judge": judge.name, "identity": judge.identity, "words": words}
        run.writer.put_calibration(fingerprint(run.suite, judge), passed=passed, is_trial=is_trial, **facts)

    run.tell(PhaseStarted("calibrate", judge.name, 1))
    await all_done(ask(rank, canary) for rank, canary in enumerate(canaries))
    if failed:
        store(str(failed[0]), passed=False)
        raise failed[0]
    store(f"{len(canaries)} known answers right", passed=True)
