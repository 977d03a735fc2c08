"""A run as it is watched: bars on a terminal, one line a case elsewhere."""

from __future__ import annotations

from collections import Counter, defaultdict
from types import TracebackType
from typing import Self

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
    AskingDone,
    CaseAnswered,
    CaseBegun,
    CaseGraded,
    CaseMissing,
    Event,
    JudgingDone,
    PhaseStarted,
    QuestionJudged,
    SetupChecked,
    TurnFinished,
)

from ._plain import on_stderr

_PHASES = {
    "set-up": "checking the set-up of",
    "ask": "asking",
    "grade": "grading",
    "calibrate": "calibrating",
    "judge": "judging by",
    "measure": "measuring",
}


class RunDisplay:
    """A listener for run events that prints to standard error."""

    def __init__(self, *, quiet: bool = False) -> None:
        self._console = on_stderr(quiet=quiet)
        self._progress = Progress(
            TextColumn("{task.description}", markup=False),
            BarColumn(bar_width=24),
            MofNCompleteColumn(),
            TextColumn("{task.fields[speed]}", markup=False),
            TimeElapsedColumn(),
            TextColumn("left"),
            TimeRemainingColumn(),
            console=self._console,
            disable=quiet or not self._console.is_terminal,
        )
        self._tasks: dict[str, TaskID] = {}
        """Model -> its bar; in phases that are not about one model, the bar of all is called ""."""
        self._tokens: Counter[str] = Counter()
        self._seconds: defaultdict[str, float] = defaultdict(float)

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
                is_models_own = phase in ("set-up", "ask")
                if not is_models_own:
                    self._tasks.clear()
                title = f"{_PHASES[phase]} {subject}"
                self._tasks[subject if is_models_own else ""] = self._progress.add_task(title, total=steps, speed="")
                if not self._console.is_terminal:
                    self._console.print(f"{title}: {steps} to do")
            case SetupChecked(model=model, check=check):
                self._advance(model)
                if check.state is not SetupState.PASSED:
                    state = "told of the model only" if check.told_only else check.state
                    self._console.print(f"  {model} {check.name}, {state}: {check.words}")
            case CaseBegun(model=model, case_id=case_id):
                self._show_speed(model, case_id, 1)
            case TurnFinished(model=model, tokens=tokens, seconds=seconds):
                self._tokens[model] += tokens or 0
                self._seconds[model] += seconds
                self._show_speed(model, event.case_id, event.turn + 1)
            case CaseAnswered(model=model, case_id=case_id, outcome=outcome):
                self._advance(model)
                if outcome is not Outcome.ANSWERED:
                    self._console.print(f"  {model} {case_id}: {outcome}")
                elif not self._console.is_terminal:
                    self._console.print(f"  {model} {case_id}: answered{self._speed(model)}")
            case CaseMissing(model=model, case_id=case_id, reason=reason):
                self._advance(model)
                self._console.print(f"  {model} {case_id}: {reason}")
            case CaseGraded() | AskingDone() | JudgingDone():
                pass
            case QuestionJudged(model=model, case_id=case_id, question_id=question_id, answer=answer):
                self._advance(model)
                if not self._console.is_terminal:
                    self._console.print(f"  {model} {case_id} {question_id}: {answer}")

    def _bar(self, model: str) -> TaskID | None:
        return self._tasks.get(model, self._tasks.get(""))

    def _advance(self, model: str) -> None:
        if (bar := self._bar(model)) is not None:
            self._progress.advance(bar)

    def _show_speed(self, model: str, case_id: str, turn: int) -> None:
        if (bar := self._bar(model)) is not None:
            self._progress.update(bar, speed=f"{case_id} turn {turn}{self._speed(model)}")

    def _speed(self, model: str) -> str:
        tokens, seconds = self._tokens[model], self._seconds[model]
        return f", {tokens / seconds:.0f} tokens/s" if tokens and seconds else ""
