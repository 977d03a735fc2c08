"""Measure a judge: every question about every exemplar of the suite, whose right answers are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from crucibleforge.ask import ChatClient, ModelSpec, open_client
from crucibleforge.core.case import SessionContent
from crucibleforge.core.errors import CalibrationFailed, ProviderError
from crucibleforge.core.grading import Verdict
from crucibleforge.judge import JudgedExemplar, Verdicts, current_verdicts, judge_case, judged_exemplars
from crucibleforge.store import Store
from crucibleforge.suite import Suite

from ._asking import FAILURES_IN_A_ROW
from ._events import CaseMissing, PhaseStarted, QuestionJudged
from ._judging import refuse_small_judge
from ._manners import remembered
from ._proving import fingerprint, prove_judge, slots_of
from ._run import Run
from ._slots import Slots
from ._stop import Stopped
from ._tasks import all_done
from ._vote_costs import with_costs


@dataclass(frozen=True, slots=True)
class Unmeasured:
    """Questions about one exemplar that a judge has still to answer, once."""

    exemplar: JudgedExemplar
    repeat: int
    """From 0, which is asked just as in judging."""
    have: dict[str, Verdict]
    """What it has already said this time, by question id."""

    @property
    def left(self) -> int:
        """How many questions."""
        return len(self.exemplar.right) - len(self.have)


def unmeasured(suite: Suite, store: Store, judge: ModelSpec, repeats: int) -> list[Unmeasured]:
    """What is missing until the judge has answered every question about every exemplar `repeats` times."""
    exemplars = judged_exemplars(suite.cases.values())
    said = current_verdicts(exemplars, fingerprint(suite, judge), store.exemplar_verdicts(judge.name))
    return [found for found in _planned(exemplars, said, repeats) if found.left]


def _planned(exemplars: Sequence[JudgedExemplar], said: Verdicts, repeats: int) -> Iterator[Unmeasured]:
    for repeat in range(repeats):
        for one in exemplars:
            verdicts = {name: said[one.case.id, one.exemplar.name, name].get(repeat) for name in one.right}
            yield Unmeasured(one, repeat, {name: found.verdict for name, found in verdicts.items() if found})


async def measure_judge(run: Run, judge: ModelSpec, repeats: int) -> None:
    """Ask the judge whatever is missing, and store each verdict at once.

    A failed calibration is stored and stops nothing here: the rates show how far the judge is off.

    Raises:
        ConfigError: when its window is too small.
        ProviderError: when the judge cannot be reached or started at all.
    """
    pending = unmeasured(run.suite, run.store, judge, repeats)
    if not pending:
        return
    refuse_small_judge(judge, run.suite.judging)
    async with open_client(judge, learned=remembered(run.store, judge)) as opened:
        client = opened.billed_to(run.allowance.account(judge))
        slots = slots_of(run, judge)
        with suppress(CalibrationFailed):
            await prove_judge(run, client, _kinds(pending), slots, is_trial=True)
        run.tell(PhaseStarted("measure", judge.name, sum(item.left for item in pending)))
        measuring = _Measuring(run, client, slots)
        await all_done(measuring.ask(item, rank) for rank, item in enumerate(pending))


@dataclass(slots=True)
class _Measuring:
    """One judge through one open client; after several failures in a row the rest is left for the next time."""

    run: Run
    client: ChatClient
    slots: Slots
    failures: int = field(default=0)

    async def ask(self, item: Unmeasured, rank: int) -> None:
        case, exemplar = item.exemplar.case, item.exemplar.exemplar
        subject = f"exemplar {exemplar.name}"
        async with self.slots.seat(rank) as seat:
            if self.run.stop.requested:
                return
            if self.failures >= FAILURES_IN_A_ROW:
                self.run.tell(CaseMissing(subject, case.id, "left out: the judge failed several times in a row"))
                return
            try:
                await self._judge(item, self.client.paced_by(seat))
                self.failures = 0
            except Stopped:
                return
            except ProviderError as error:
                self.failures += 1
                self.run.tell(CaseMissing(subject, case.id, f"not judged: {error}"))

    async def _judge(self, item: Unmeasured, client: ChatClient) -> None:
        judge, settings = client.spec, self.run.suite.judging
        case, exemplar = item.exemplar.case, item.exemplar.exemplar
        made_by = fingerprint(self.run.suite, judge)

        def keep(verdict: Verdict) -> None:
            self.run.writer.add_exemplar_verdict(
                made_by,
                judge=judge.name,
                identity=judge.identity,
                case_id=case.id,
                exemplar=exemplar.name,
                stamp=item.exemplar.stamp(made_by),
                repeat=item.repeat,
                verdict=with_costs(verdict, judge),
            )
            self.run.tell(QuestionJudged(f"exemplar {exemplar.name}", case.id, verdict.question_id, verdict.answer))

        first_seed = item.repeat * settings.votes
        await judge_case(
            client, case, item.exemplar.answer, settings, have=item.have, on_verdict=keep, first_seed=first_seed
        )


def _kinds(pending: Sequence[Unmeasured]) -> set[str]:
    contents = [item.exemplar.case.content for item in pending]
    return {
        question.kind for content in contents if isinstance(content, SessionContent) for question in content.questions
    }
