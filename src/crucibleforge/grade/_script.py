"""A tool session as a pure replay: from the turns so far to the next messages and the steps' results."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from crucibleforge.core.case import Case, ExpectStep, ToolsContent, UserStep
from crucibleforge.core.conversation import Message, Turn

from ._steps import StepResult, Taken, answer_idle, take_calls, take_reply
from ._turn_calls import answered, calls_of


@dataclass(frozen=True, slots=True)
class ToolScript:
    """A scripted conversation with tools. Every method is a pure function of the turns."""

    system: str
    content: ToolsContent

    def next_messages(self, turns: Sequence[Turn]) -> tuple[Message, ...] | None:
        """What to say next, or None when no step can still be reached.

        Results of calls carry the ids of `turn.tool_calls`, since the driver puts those into the history. An id
        that is empty or used twice within a turn is replaced by one that is made from the places of turn and call;
        whoever stores turns gives each call an id of its own, so that this is a last resort.
        """
        replay = self._replayed(turns)
        return None if replay.is_over else tuple(replay.pending)

    def results(self, turns: Sequence[Turn]) -> tuple[StepResult, ...]:
        """The result of every expect step, in order; one that no turn decided failed for want of a reply."""
        replay = self._replayed(turns)
        steps = [step for step in self.content.steps if isinstance(step, ExpectStep)]
        return tuple(replay.results.get(step.id, StepResult(step, False, "no reply came")) for step in steps)

    def _replayed(self, turns: Sequence[Turn]) -> _Replay:
        replay = _Replay(self.content, [Message("system", self.system)] if self.system else [])
        replay.advance()
        for number, turn in enumerate(turns, 1):
            if replay.is_over:
                break
            replay.take(number, turn)
            replay.advance()
        return replay


def tool_script(case: Case) -> ToolScript:
    """The conversation of a `tools` case."""
    assert isinstance(case.content, ToolsContent)
    return ToolScript(case.system, case.content)


@dataclass(slots=True)
class _Replay:
    """Where a conversation stands. Each turn is taken by one expect step or more, so it ends."""

    content: ToolsContent
    pending: list[Message]
    """What is to be said before the next reply."""
    results: dict[str, StepResult] = field(default_factory=dict)
    position: int = 0
    call_is_missing: bool = False
    """Whether a call never came, so that nothing can be met before the user speaks again."""
    is_listening: bool = False
    """Whether the next reply only lets the model read a tool's answer before the user goes on."""

    @property
    def is_over(self) -> bool:
        return self.position >= len(self.content.steps)

    def advance(self) -> None:
        """Goes to the next step that takes a reply, collecting the user's words on the way."""
        while not self.is_over:
            step = self.content.steps[self.position]
            if not self._goes_on():
                self._give_up()
            elif isinstance(step, UserStep):
                self.call_is_missing = False
                self._say(Message("user", step.text))
                self.position += 1
            elif why := self._unreachable(step):
                self.results[step.id] = StepResult(step, False, f"not reached: {why}")
                self.is_listening = bool(self.pending) and self.pending[-1].role == "tool"
                if self.is_listening:
                    return
                self.position += 1
            else:
                self.is_listening = False
                return

    def take(self, number: int, turn: Turn) -> None:
        """Grades one reply on the step that waits for it, and answers its calls."""
        self.pending = []
        step = self.content.steps[self.position]
        assert isinstance(step, ExpectStep)
        calls = calls_of(turn, self.content.tools)
        if self.is_listening:
            taken = Taken((), answer_idle(step, calls))
        elif step.calls:
            taken = take_calls(self._next_to_each_other(), calls, turn)
            self.call_is_missing = not calls
        else:
            taken = take_reply(step, calls, turn)
        self.results.update({result.step.id: result for result in taken.results})
        self.position += max(1, len(taken.results))
        for message in answered(number, turn, calls, taken.answers):
            self._say(message)

    def _say(self, message: Message) -> None:
        """Adds a message; two of the user's in a row become one, as chat templates want turns to alternate."""
        if message.role == "user" and self.pending and self.pending[-1].role == "user":
            message = Message("user", f"{self.pending.pop().content}\n\n{message.content}")
        self.pending.append(message)

    def _next_to_each_other(self) -> tuple[ExpectStep, ...]:
        """The step that waits and those right behind it that wait for calls and need none of the others."""
        steps: list[ExpectStep] = []
        for step in self.content.steps[self.position :]:
            if isinstance(step, UserStep) or not step.calls or (steps and self._unreachable(step)):
                break
            steps.append(step)
        return tuple(steps)

    def _unreachable(self, step: ExpectStep) -> str:
        if self.call_is_missing:
            return "the call before it never came"
        unmet = [need for need in step.needs if not self._has_passed(need)]
        return f"it needs {', '.join(unmet)}" if unmet else ""

    def _has_passed(self, step_id: str) -> bool:
        return step_id in self.results and self.results[step_id].passed

    def _goes_on(self) -> bool:
        """Whether any step from here on can still be reached."""
        dead = {step_id for step_id, result in self.results.items() if not result.passed}
        is_blocked = self.call_is_missing
        for step in self.content.steps[self.position :]:
            if isinstance(step, UserStep):
                is_blocked = False
            elif is_blocked or dead.intersection(step.needs):
                dead.add(step.id)
            else:
                return True
        return False

    def _give_up(self) -> None:
        for step in _expects(self.content.steps[self.position :]):
            why = self._unreachable(step) or "nothing before it passed"
            self.results.setdefault(step.id, StepResult(step, False, f"not reached: {why}"))
        self.position = len(self.content.steps)


def _expects(steps: Iterable[UserStep | ExpectStep]) -> Iterator[ExpectStep]:
    return (step for step in steps if isinstance(step, ExpectStep))
