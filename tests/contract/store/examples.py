"""Answers, grades and verdicts with every field filled, and with the text that databases choke on."""

from __future__ import annotations

from datetime import UTC, datetime

from crucibleforge.core.conversation import Message, Outcome, Timing, ToolCall, Turn, Usage
from crucibleforge.core.grading import Check, Grade, Verdict, VerdictAnswer, Vote
from crucibleforge.core.money import Cost
from crucibleforge.store import StoredContent, Writer

NOON = datetime(2031, 4, 9, 12, 0, 0, 1, tzinfo=UTC)
NASTY = "nul \0, lone \ud83d, pair \U0001f600, back\\slash \\0 \\ud83d, e\u0301 é, line\r\nends\r, \u2028 'quote\" ; DROP --"

TURN = Turn(
    sent=(Message("system", NASTY), Message("tool", "{}", tool_call_id=NASTY)),
    text=NASTY,
    outcome=Outcome.CUT_OFF,
    thinking=NASTY * 3,
    tool_calls=(ToolCall("find", '{"a": 1', NASTY), ToolCall("", NASTY)),
    finish=NASTY,
    note=NASTY,
    usage=Usage(10, 20, 0, None),
    billed=Usage(30, 40, None, 5),
    cost=Cost(1 / 7, NASTY, "2031-04-09"),
    timing=Timing(0.1, 1 / 3),
    raw=NASTY * 100,
)
CONTENT = StoredContent("FN01", "question", "0123", {"prompt": NASTY, "turns": [NASTY, 1, None, {"a": 0.1}]})
GRADE = Grade(
    "FN01",
    Outcome.ANSWERED,
    (Check("a", 1 / 3, "tests", NASTY, 2.5, True, NASTY), Check("b", None, "judge"), Check("c", 0.0, "rule")),
)
VERDICT = Verdict(
    "q1",
    VerdictAnswer.NO,
    (
        Vote(VerdictAnswer.NO, VerdictAnswer.YES, NASTY, False, reason=NASTY, raw=NASTY, prompt_tokens=5),
        Vote(
            VerdictAnswer.YES,
            VerdictAnswer.YES,
            "twelve or more",
            True,
            3,
            17,
            2,
            "",
            "{}",
            5,
            4,
            3,
            Cost(0.0, "models.yaml", "2031-04-09"),
        ),
        Vote(VerdictAnswer.UNPARSABLE, VerdictAnswer.UNPARSABLE),
    ),
)


def put_exemplar_verdict(writer: Writer, repeat: int = 0, judge: str = "fair") -> None:
    """Store what a judge said about an exemplar."""
    writer.add_exemplar_verdict(
        "j",
        judge=judge,
        identity="fair | q4",
        case_id="RP01",
        exemplar="subtle",
        stamp="e1",
        repeat=repeat,
        verdict=VERDICT,
    )


def plain_turn(text: str) -> Turn:
    """A short answered turn."""
    return Turn((Message("user", "?"),), text, raw=text)
