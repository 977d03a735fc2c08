"""A run as it is watched: bars on a terminal, one line a case elsewhere."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TaskID,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from crucibleforge.core.conversation import Outcome
from crucibleforge.core.setup import SetupState
from crucibleforge.run import (
    CaseAnswered,
    CaseBegun,
    CaseGraded,
    CaseMissing,
    Event,
    PhaseStarted,
    QuestionJudged,
    SetupChecked,
    TurnFinished,
)

_PHASES = {
    "set-up": "checking the set-up of",
    "ask": "asking",
    "grade": "grading",
    "calibrate": "calibrating",
    "judge": "judging by",
}


class RunDisplay:
    """A listener for run events that prints to standard error."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._console = Console(stderr=True, highlight=False, quiet=quiet)
        self._progress = Progress(
            TextColumn("{task.description}"),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}"),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=self._console,
            disable=quiet or not self._console.is_terminal,
        )
        self._task: TaskID | None = None
        self._tokens = 0
        self._seconds = 0.0

    def __enter__(self) -> Self:
        self._progress.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._progress.stop()

    def __call__(self, event: Event) -> None:
        match event:
            case PhaseStarted(phase=phase, subject=subject, steps=steps):
                self._tokens, self._seconds = 0, 0.0
                title = f"{_PHASES[phase]} {subject}"
                self._task = self._progress.add_task(title, total=steps, speed="")
                if not self._console.is_terminal:
                    self._console.print(f"{title}: {steps} to do")
            case SetupChecked(check=check):
                self._advance()
                if check.state is not SetupState.PASSED:
                    state = "told of the model only" if check.told_only else check.state
                    self._console.print(f"  {check.name}, {state}: {check.words}", markup=False)
            case CaseBegun(case_id=case_id):
                self._show_speed(case_id, 1)
            case TurnFinished(tokens=tokens, seconds=seconds):
                self._tokens += tokens or 0
                self._seconds += seconds
                self._show_speed(event.case_id, event.turn + 1)
            case CaseAnswered(case_id=case_id, outcome=outcome):
                self._advance()
                if outcome is not Outcome.ANSWERED:
                    self._console.print(f"  {case_id}: {outcome}")
                elif not self._console.is_terminal:
                    self._console.print(f"  {case_id}: answered{self._speed()}")
            case CaseMissing(model=model, case_id=case_id, reason=reason):
                self._advance()
                self._console.print(f"  {model} {case_id}: {reason}", markup=False)
            case CaseGraded():
                pass
            case QuestionJudged(case_id=case_id, question_id=question_id, answer=answer):
                self._advance()
                if not self._console.is_terminal:
                    self._console.print(f"  {case_id} {question_id}: {answer}")

    def _advance(self) -> None:
        if self._task is not None:
            self._progress.advance(self._task)

    def _show_speed(self, case_id: str, turn: int) -> None:
        if self._task is not None:
            self._progress.update(self._task, speed=f"{case_id} turn {turn}{self._speed()}")

    def _speed(self) -> str:
        return f", {self._tokens / self._seconds:.0f} tokens/s" if self._tokens and self._seconds else ""
