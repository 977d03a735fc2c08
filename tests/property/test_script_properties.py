import json
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from crucibleforge.core.case import Budget, Case, ExpectedCall, ExpectStep, Rule, Tool, ToolsContent, UserStep
from crucibleforge.core.conversation import Answer, Outcome, ToolCall, Turn
from crucibleforge.core.stamps import Stamps
from crucibleforge.grade._script import tool_script
from crucibleforge.grade._tools import grade_tools

ITEM = {"type": "object", "properties": {"item": {"type": "string"}}, "required": ["item"]}
TOOLS = tuple(Tool(name, "", ITEM) for name in ("look", "buy"))
ITEMS = st.sampled_from("ab")
MATCHERS = st.one_of(ITEMS.map(lambda item: {"equals": item}), st.just({"one_of": ["a", "b"]}))
EXPECTED = st.builds(
    ExpectedCall, st.sampled_from(["look", "buy"]), MATCHERS.map(lambda matcher: {"item": matcher}), st.just("done")
)
ARGUMENTS = st.one_of(
    ITEMS.map(lambda item: json.dumps({"item": item})), st.sampled_from(["", "{", '"x"', "[]", '{"item": 4}'])
)
NAMES = st.sampled_from(["look", "buy", "sell", "look<|channel|>json"])
CALLS = st.lists(st.builds(ToolCall, NAMES, ARGUMENTS, st.sampled_from(["", "x", "y"])), max_size=3)
WORDS = st.one_of(
    st.sampled_from(["", "ok", "look(item='a')", '{"name": "buy", "arguments": {"item": "b"}}']), st.text(max_size=30)
)
TURNS = st.builds(
    lambda text, calls, outcome: Turn((), text, outcome, tool_calls=tuple(calls)),
    WORDS,
    CALLS,
    st.sampled_from(list(Outcome)),
)


@st.composite
def cases(draw: st.DrawFn) -> Case:
    steps: list[UserStep | ExpectStep] = [UserStep("begin")]
    for number in range(draw(st.integers(1, 5))):
        earlier = [step.id for step in steps if isinstance(step, ExpectStep)]
        needs = draw(st.lists(st.sampled_from(earlier), max_size=2, unique=True)) if earlier else []
        calls = draw(st.lists(EXPECTED, max_size=2))
        reply = () if calls else (Rule("r", "includes", {"any": ["ok"]}),)
        forbid = tuple(draw(st.lists(st.sampled_from(["look", "buy"]), max_size=1)))
        steps.append(ExpectStep(f"s{number}", "x", tuple(calls), reply, needs=tuple(needs), forbid=forbid))
        if draw(st.booleans()):
            steps.append(UserStep(f"user {number}"))
    return Case(
        "TU01",
        "x",
        "X",
        "tools",
        "tools",
        "x",
        Budget(9),
        ToolsContent(TOOLS, tuple(steps)),
        Stamps("q", "j", "c"),
        "sys",
    )


def credits(case: Case, turns: Sequence[Turn]) -> list[float | None]:
    return [check.credit for check in grade_tools(case, Answer(case.id, tuple(turns), Outcome.ANSWERED))]


def expect_steps(case: Case) -> int:
    assert isinstance(case.content, ToolsContent)
    return sum(isinstance(step, ExpectStep) for step in case.content.steps)


@settings(max_examples=40)
@given(cases(), st.lists(TURNS, min_size=5, max_size=7))
def test_replay_is_total_repeatable_and_ends(case: Case, turns: list[Turn]) -> None:
    script = tool_script(case)
    told = [script.next_messages(turns[:count]) for count in range(len(turns) + 1)]
    assert told == [tool_script(case).next_messages(turns[:count]) for count in range(len(turns) + 1)]
    assert told[0]
    assert told[expect_steps(case)] is None
    over = told.index(None)
    assert all(messages is None for messages in told[over:])
    assert credits(case, turns) == credits(case, turns[:over])


@settings(max_examples=40)
@given(cases(), st.lists(TURNS, max_size=6))
def test_every_call_is_answered_once_and_user_turns_never_meet(case: Case, turns: list[Turn]) -> None:
    script = tool_script(case)
    for count in range(1, len(turns) + 1):
        messages = script.next_messages(turns[:count])
        if messages is None:
            return
        answers = [message for message in messages if message.role == "tool"]
        assert len(answers) == len(turns[count - 1].tool_calls)
        assert len({message.tool_call_id for message in answers}) == len(answers)
        assert [message.role for message in messages].count("user") <= 1


@settings(max_examples=40)
@given(cases(), st.lists(TURNS, max_size=6))
def test_order_of_calls_within_a_turn_never_changes_credit(case: Case, turns: list[Turn]) -> None:
    shuffled = [
        Turn(
            turn.sent,
            turn.text,
            turn.outcome,
            tool_calls=tuple(sorted(turn.tool_calls, key=lambda call: (call.arguments, call.name))),
        )
        for turn in turns
    ]
    assert credits(case, turns) == credits(case, shuffled)


@settings(max_examples=40)
@given(cases(), st.lists(TURNS, max_size=6))
def test_every_step_has_one_check_with_evidence(case: Case, turns: list[Turn]) -> None:
    checks = grade_tools(case, Answer(case.id, tuple(turns), Outcome.ANSWERED))
    assert len(checks) == expect_steps(case)
    assert all(check.credit in (0, 1) and check.evidence for check in checks)


@settings(max_examples=40)
@given(cases(), st.lists(TURNS, min_size=1, max_size=6))
def test_later_turns_never_change_the_credit_of_earlier_steps(case: Case, turns: list[Turn]) -> None:
    before, after = credits(case, turns[:-1]), credits(case, turns)
    assert all(later == 1 for earlier, later in zip(before, after, strict=True) if earlier == 1)
