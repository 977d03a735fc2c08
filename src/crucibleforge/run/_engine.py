"""The steps of a run, over one suite and one store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial

from crucibleforge.ask import ModelSpec
from crucibleforge.core.errors import CalibrationFailed, ConfigError, ProviderError
from crucibleforge.core.setup import learned, standing
from crucibleforge.sandbox import Backend, SandboxPool
from crucibleforge.store import Store, Writer
from crucibleforge.suite import Suite

from ._allowance import Allowance
from ._events import (
    AskingDone,
    CaseAnswered,
    CaseMissing,
    Event,
    JudgingDone,
    Listener,
    PhaseStarted,
    QuestionJudged,
)
from ._grading import Grader
from ._judging import judge_answers, say_unreadable
from ._makespan import JudgingSpan, Makespan
from ._manners import row_of
from ._measuring import measure_judge
from ._plan import Action, PlannedCase, plan, without_first_tries
from ._proving import fingerprint
from ._refusals import refuse_own_judge
from ._regrading import regrade_chats
from ._rounds import ask_everywhere
from ._run import Run
from ._stop import Stopped
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
        attempts: int = 1,
        allowance: Allowance | None = None,
    ) -> None:
        limits = allowance or Allowance()
        self._run = Run(suite, store, writer, self._tell, run_id, checks_setup, attempts, allowance=limits)
        self._listener = tell
        self.missing: list[CaseMissing] = []
        """Cases that were not asked or not judged, with reasons."""
        self.failed: list[ProviderError | ConfigError] = []
        """Models that could not be reached or started."""
        self.advanced = False
        """Whether anything at all was answered or judged."""
        self.calibration: CalibrationFailed | None = None
        """Why the judge was stopped, if it was."""
        self.makespans: list[Makespan] = []
        """How long asking took, one entry for each endpoint and round of its models."""
        self.judgings: list[JudgingSpan] = []
        """How long each judge's batch took, and how many prompt tokens."""

    @property
    def is_stopped(self) -> bool:
        """Whether it was told to stop."""
        return self._run.stop.requested

    @property
    def allowance(self) -> Allowance:
        """What it spent, and which limit it reached, if any."""
        return self._run.allowance

    def stop(self) -> None:
        """Send nothing more: replies and gradings in flight are finished and stored, the rest is left for the next run."""
        self._run.stop.requested = True

    async def run(
        self,
        specs: Sequence[ModelSpec],
        judge: ModelSpec | None,
        sandboxes: SandboxPool,
        *,
        only_retries: bool = False,
        may_judge_itself: bool = False,
    ) -> None:
        """Ask, grade and judge whatever is missing; with `only_retries`, ask only what an error kept from being asked."""
        if judge is not None:
            refuse_own_judge(judge, specs, may_judge_itself=may_judge_itself)
        await self.ask(specs, sandboxes, only_retries=only_retries)
        if not self.is_stopped:
            await self.grade(identities(specs), sandboxes)
        if judge is not None and not self.is_stopped:
            await self.judge(specs, judge, may_judge_itself=may_judge_itself)

    async def ask(
        self, specs: Sequence[ModelSpec], sandboxes: SandboxPool | None = None, *, only_retries: bool = False
    ) -> None:
        """Ask what is missing, all endpoints side by side; with sandboxes, grade each answer at once."""
        for spec in specs:
            known = standing([setup.checks for setup in self._run.store.setups(spec.identity)])
            self._run.writer.put_model(row_of(spec, self._run.store, learned(known)))
        grader = None if sandboxes is None else Grader(self._run, sandboxes)
        cases_for = partial(self._to_ask, only_retries=only_retries)
        await ask_everywhere(self._run, specs, cases_for, grader, self.failed.append)

    async def grade(self, models: Mapping[str, str], sandboxes: SandboxPool) -> None:
        """Grade every stored answer that has no grade by the current rules and the sandboxes' backend.

        Args:
            models: name -> identity.
        """
        grader = Grader(self._run, sandboxes)
        ungraded = [item for item in self._plan(models, backend=sandboxes.backend) if item.action is Action.GRADE]
        if ungraded:
            self._tell(PhaseStarted("grade", f"{len(models)} models", len(ungraded)))
        left = await regrade_chats(self._run, ungraded)
        await all_done(grader.grade(item.case, item.answer.id) for item in left if item.answer is not None)

    async def judge(
        self,
        specs: Sequence[ModelSpec],
        judge: ModelSpec,
        *,
        retries_unreadable: bool = False,
        may_judge_itself: bool = False,
    ) -> None:
        """Let the judge answer every open question; its failed calibration is kept in `calibration`.

        Args:
            retries_unreadable: whether to ask once more what was given up since its verdicts could not be read.
        """
        refuse_own_judge(judge, specs, may_judge_itself=may_judge_itself)
        await self._judge(identities(specs), judge, retries_unreadable=retries_unreadable)

    async def judge_by_both(self, models: Mapping[str, str], judges: Sequence[ModelSpec]) -> None:
        """Let each of the judges answer what it has not answered yet about the same stored answers.

        Neither becomes the board's by this. The first failed calibration ends it, and is kept in `calibration`.

        Args:
            models: name -> identity; none of them one of the judges.
        """
        for judge in judges:
            if not self.is_stopped and self.calibration is None:
                await self._judge(models, judge, is_trial=True)

    async def measure(self, judges: Sequence[ModelSpec], repeats: int) -> None:
        """Ask each judge every question about every exemplar that it has not answered `repeats` times."""
        for judge in judges:
            try:
                await measure_judge(self._run, judge, repeats)
            except Stopped:
                return
            except (ProviderError, ConfigError) as error:
                self.failed.append(error)

    async def _judge(
        self, models: Mapping[str, str], judge: ModelSpec, *, is_trial: bool = False, retries_unreadable: bool = False
    ) -> None:
        planned = self._plan(models, judge, retries_unreadable=retries_unreadable)
        try:
            await judge_answers(self._run, judge, planned, is_trial=is_trial)
            if not self.is_stopped:
                say_unreadable(self._run, judge, planned)
        except Stopped:
            return
        except CalibrationFailed as error:
            self.calibration = error
        except (ProviderError, ConfigError) as error:
            self.failed.append(error)

    def _to_ask(self, spec: ModelSpec, *, only_retries: bool) -> list[PlannedCase]:
        planned = self._plan(identities([spec]))
        kept = without_first_tries(planned) if only_retries else planned
        return [item for item in kept if item.action is Action.ASK]

    def _plan(
        self,
        models: Mapping[str, str],
        judge: ModelSpec | None = None,
        backend: Backend = "wasm",
        *,
        retries_unreadable: bool = False,
    ) -> tuple[PlannedCase, ...]:
        run = self._run
        judged_by = fingerprint(run.suite, judge) if judge else None
        return plan(
            run.suite,
            run.store,
            models,
            judged_by,
            backend,
            run.attempts,
            retries_unreadable=retries_unreadable,
        )

    def _tell(self, event: Event) -> None:
        if isinstance(event, CaseMissing):
            self.missing.append(event)
        if isinstance(event, AskingDone):
            self.makespans.append(event.makespan)
        if isinstance(event, JudgingDone):
            self.judgings.append(event.span)
        self.advanced |= isinstance(event, CaseAnswered | QuestionJudged)
        self._listener(event)


def identities(specs: Sequence[ModelSpec]) -> dict[str, str]:
    """Name -> identity of each model."""
    return {spec.name: spec.identity for spec in specs}
