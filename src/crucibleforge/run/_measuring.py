"""Measure a judge: every question about every exemplar of the suite, whose right answers are known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial

from crucibleforge.ask import ModelSpec, open_client
from crucibleforge.core.case import SessionContent
from crucibleforge.core.errors import CalibrationFailed
from crucibleforge.core.grading import Verdict
from crucibleforge.judge import Hearing, JudgedExemplar, Verdicts, current_verdicts, judged_exemplars
from crucibleforge.store import Store
from crucibleforge.suite import Suite

from ._events import PhaseStarted, QuestionJudged
from ._hearings import Hearings
from ._manners import remembered
from ._proving import fingerprint, prove_judge, slots_of
from ._refusals import refuse_small_judge
from ._run import Run
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
    def subject(self) -> str:
        """What it is called where models are."""
        return f"exemplar {self.exemplar.exemplar.name}"

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
        hearings = Hearings(run, judge, slots, len(pending))
        await all_done(
            hearings.hear(item.subject, item.exemplar.case.id, rank, partial(_begin, run, judge, item), client)
            for rank, item in enumerate(pending)
        )
        hearings.done()


def _begin(run: Run, judge: ModelSpec, item: Unmeasured) -> Hearing:
    settings, made_by = run.suite.judging, fingerprint(run.suite, judge)
    case, exemplar = item.exemplar.case, item.exemplar.exemplar

    def keep(verdict: Verdict) -> None:
        run.writer.add_exemplar_verdict(
            made_by,
            judge=judge.name,
            identity=judge.identity,
            case_id=case.id,
            exemplar=exemplar.name,
            stamp=item.exemplar.stamp(made_by),
            repeat=item.repeat,
            verdict=with_costs(verdict, judge),
        )
        run.tell(QuestionJudged(item.subject, case.id, verdict.question_id, verdict.answer))

    tries = dict.fromkeys(item.exemplar.right, item.repeat)
    return Hearing(case, item.exemplar.answer, settings, have=item.have, tries=tries, on_verdict=keep)


def _kinds(pending: Sequence[Unmeasured]) -> set[str]:
    contents = [item.exemplar.case.content for item in pending]
    return {
        question.kind for content in contents if isinstance(content, SessionContent) for question in content.questions
    }
