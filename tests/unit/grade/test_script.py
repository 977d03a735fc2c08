from typing import Any

import pytest

from crucibleforge.core.case import Budget, Case, ExpectedCall, ExpectStep, Rule, Tool, ToolsContent, UserStep
from crucibleforge.core.conversation import Answer, Message, Outcome, ToolCall, Turn
from crucibleforge.core.stamps import Stamps
from crucibleforge.grade._script import tool_script
from crucibleforge.grade._steps import NOT_CARRIED_OUT
from crucibleforge.grade._tools import grade_tools

ITEM = {"type": "object", "properties": {"item": {"type": "string"}}, "required": ["item"]}
TOOLS = tuple(Tool(name, "", ITEM) for name in ("look", "buy", "burn"))


def case(*steps: UserStep | ExpectStep, system: str = "") -> Case:
    content = ToolsContent(TOOLS, steps)
    return Case("TU01", "x", "X", "tools", "tools", "x", Budget(100), content, Stamps("q", "j", "c"), system)


def expects(step_id: str, *calls: tuple[str, str], **options: Any) -> ExpectStep:
    waited = tuple(ExpectedCall(tool, {"item": {"equals": item}}, f"{tool} {item} done") for tool, item in calls)
    return ExpectStep(step_id, f"about {step_id}", waited, wrong=f"wrong at {step_id}", **options)


def replies(step_id: str, word: str, **options: Any) -> ExpectStep:
    rule = Rule(f"{step_id}-says", "includes", {"any": [word]})
    return ExpectStep(step_id, f"about {step_id}", reply=(rule,), wrong=f"wrong at {step_id}", **options)


def calls(*made: tuple[str, str], ids: tuple[str, ...] = ()) -> Turn:
    named = ids or tuple(f"id{index}" for index in range(len(made)))
    tool_calls = (
        ToolCall(tool, f'{{"item": "{item}"}}', call_id) for (tool, item), call_id in zip(made, named, strict=True)
    )
    return Turn((), "", tool_calls=tuple(tool_calls), finish="tool_calls")


def says(text: str) -> Turn:
    return Turn((), text)


def credits(case: Case, *turns: Turn) -> list[float | None]:
    return [check.credit for check in grade_tools(case, Answer(case.id, turns, Outcome.ANSWERED))]


def evidence(case: Case, *turns: Turn) -> list[str]:
    return [check.evidence for check in grade_tools(case, Answer(case.id, turns, Outcome.ANSWERED))]


def sent(case: Case, *turns: Turn) -> list[tuple[str, str]] | None:
    messages = tool_script(case).next_messages(turns)
    return None if messages is None else [(message.role, message.content) for message in messages]


CHAIN = case(
    UserStep("Buy the lamp."),
    expects("s1", ("look", "lamp")),
    expects("s2", ("buy", "lamp"), needs=("s1",)),
    replies("s3", "bought", needs=("s2",)),
    UserStep("And a rug?"),
    replies("s4", "no rug"),
    system="You run a shop.",
)


def test_first_messages_are_the_system_and_the_user() -> None:
    assert sent(CHAIN) == [("system", "You run a shop."), ("user", "Buy the lamp.")]


def test_right_session_gets_the_scripted_results_and_full_credit() -> None:
    turns = [calls(("look", "lamp")), calls(("buy", "lamp")), says("I bought it."), says("There is no rug.")]
    assert sent(CHAIN, *turns[:1]) == [("tool", "look lamp done")]
    assert sent(CHAIN, *turns[:2]) == [("tool", "buy lamp done")]
    assert sent(CHAIN, *turns[:3]) == [("user", "And a rug?")]
    assert sent(CHAIN, *turns) is None
    assert credits(CHAIN, *turns) == [1, 1, 1, 1]


def test_result_carries_the_id_of_its_call() -> None:
    messages = tool_script(CHAIN).next_messages([calls(("look", "lamp"), ids=("abc",))])
    assert messages == (Message("tool", "look lamp done", tool_call_id="abc"),)


def test_wrong_call_gets_the_wrong_text_and_what_needed_it_is_not_reached() -> None:
    turns = [calls(("look", "lump")), says("Sorry, I bought nothing."), says("We have no rug.")]
    assert sent(CHAIN, turns[0]) == [("tool", "wrong at s1")]
    assert sent(CHAIN, *turns[:2]) == [("user", "And a rug?")]
    assert credits(CHAIN, *turns) == [0, 0, 0, 1]
    first, second, third, _ = evidence(CHAIN, *turns)
    assert "look(item='lump')" in first
    assert "look(item: 'lamp')" in first
    assert "item is 'lump', not 'lamp'" in first
    assert second == "not reached: it needs s1"
    assert third == "not reached: it needs s2"


def test_prose_instead_of_a_call_reaches_nothing_before_the_user_speaks_again() -> None:
    shop = case(
        UserStep("Buy."), expects("s1", ("buy", "lamp")), replies("s2", "bought"), UserStep("So?"), replies("s3", "no")
    )
    assert sent(shop, says("I bought it.")) == [("user", "So?")]
    assert credits(shop, says("I bought it."), says("no")) == [0, 0, 1]
    first, second, _ = evidence(shop, says("I bought it."), says("no"))
    assert "no call came" in first
    assert "I bought it." in first
    assert "not reached" in second


def test_success_is_never_told_after_a_call_that_did_not_come() -> None:
    told = sent(CHAIN, says("Done!"), says("no rug"))
    assert told is None
    assert sent(CHAIN, says("Done!")) == [("user", "And a rug?")]


def test_conversation_ends_when_nothing_can_be_reached_any_more() -> None:
    shop = case(UserStep("Buy."), expects("s1", ("buy", "lamp")), UserStep("So?"), replies("s2", "x", needs=("s1",)))
    assert sent(shop, says("Done!")) is None
    assert credits(shop, says("Done!")) == [0, 0]


def test_model_reads_a_failed_result_before_the_user_goes_on() -> None:
    shop = case(
        UserStep("Buy."),
        expects("s1", ("buy", "lamp")),
        replies("s2", "bought", needs=("s1",)),
        UserStep("So?"),
        replies("s3", "no"),
    )
    wrong = calls(("buy", "rug"))
    assert sent(shop, wrong) == [("tool", "wrong at s1")]
    assert sent(shop, wrong, says("I bought it.")) == [("user", "So?")]
    assert credits(shop, wrong, says("I bought it."), says("no")) == [0, 0, 1]


def test_right_call_after_the_wrong_one_earns_nothing_back() -> None:
    turns = [calls(("look", "lump")), calls(("look", "lamp")), says("no rug")]
    assert sent(CHAIN, *turns[:2]) == [("tool", "wrong at s2")]
    assert credits(CHAIN, *turns)[:3] == [0, 0, 0]


def test_calls_of_one_step_may_come_in_any_order() -> None:
    shop = case(UserStep("x"), expects("s1", ("look", "a"), ("look", "b")))
    assert credits(shop, calls(("look", "b"), ("look", "a"))) == [1]
    assert credits(shop, calls(("look", "b"), ("look", "b"))) == [0]
    assert credits(shop, calls(("look", "b"))) == [0]


def test_half_of_a_step_is_answered_and_failed() -> None:
    shop = case(UserStep("x"), expects("s1", ("look", "a"), ("buy", "b")), replies("s2", "x"))
    assert sent(shop, calls(("look", "a"), ("buy", "c"))) == [("tool", "look a done"), ("tool", "wrong at s1")]
    assert "item is 'c', not 'b'" in evidence(shop, calls(("look", "a"), ("buy", "c")))[0]
    assert "buy was not called" in evidence(shop, calls(("look", "a")))[0]


def test_extra_call_fails_the_step_and_is_not_carried_out() -> None:
    shop = case(UserStep("x"), expects("s1", ("look", "a")), replies("s2", "x"))
    turn = calls(("burn", "a"), ("look", "a"), ("sell", "a"))
    assert sent(shop, turn) == [
        ("tool", NOT_CARRIED_OUT),
        ("tool", "look a done"),
        ("tool", "not executed: there is no tool 'sell'"),
    ]
    assert credits(shop, turn, says("x")) == [0, 1]
    assert "more calls came" in evidence(shop, turn)[0]


def test_forbidden_call_fails_the_step_whatever_else_is_right() -> None:
    shop = case(
        UserStep("x"),
        expects("s1", ("look", "a"), ("burn", "a"), forbid=("burn",)),
        replies("s2", "x", forbid=("buy",)),
    )
    turn = calls(("look", "a"), ("burn", "a"))
    assert credits(shop, turn, calls(("buy", "a"))) == [0, 0]
    first, second = evidence(shop, turn, calls(("buy", "a")))
    assert "burn must not be called here" in first
    assert "buy must not be called here" in second


INDEPENDENT = case(UserStep("x"), expects("s1", ("look", "a")), expects("s2", ("look", "b")), replies("s3", "ok"))


def test_independent_calls_made_together_pass_their_steps() -> None:
    for turn in (calls(("look", "a"), ("look", "b")), calls(("look", "b"), ("look", "a"))):
        assert credits(INDEPENDENT, turn, says("ok")) == [1, 1, 1]
    assert sent(INDEPENDENT, calls(("look", "b"), ("look", "a"))) == [("tool", "look b done"), ("tool", "look a done")]


def test_one_wrong_call_among_independent_ones_fails_its_own_step() -> None:
    turn = calls(("look", "c"), ("look", "a"))
    assert sent(INDEPENDENT, turn) == [("tool", "wrong at s2"), ("tool", "look a done")]
    assert credits(INDEPENDENT, turn, says("ok")) == [1, 0, 1]


def test_equal_calls_are_no_independent_calls() -> None:
    retry = case(UserStep("x"), expects("s1", ("buy", "a")), expects("s2", ("buy", "a")), replies("s3", "ok"))
    assert credits(retry, calls(("buy", "a"), ("buy", "a")), calls(("buy", "a")), says("ok")) == [0, 1, 1]
    assert credits(retry, calls(("buy", "a")), calls(("buy", "a")), says("ok")) == [1, 1, 1]


def test_call_that_needs_another_is_not_made_together_with_it() -> None:
    assert credits(CHAIN, calls(("look", "lamp"), ("buy", "lamp")))[:2] == [0, 0]


def test_calls_across_a_user_step_are_not_taken_together() -> None:
    shop = case(UserStep("x"), expects("s1", ("look", "a")), UserStep("y"), expects("s2", ("look", "b")))
    assert credits(shop, calls(("look", "a"), ("look", "b")), calls(("look", "b"))) == [0, 1]


def test_call_instead_of_a_reply_fails_and_is_answered() -> None:
    shop = case(UserStep("x"), replies("s1", "which"), UserStep("y"), replies("s2", "ok"))
    turn = calls(("buy", "a"), ("sell", "a"))
    assert sent(shop, turn) == [
        ("tool", "wrong at s1"),
        ("tool", "not executed: there is no tool 'sell'"),
        ("user", "y"),
    ]
    assert credits(shop, turn, says("ok")) == [0, 1]
    assert "buy(item='a')" in evidence(shop, turn)[0]


def test_call_printed_in_place_of_a_reply_is_a_call() -> None:
    shop = case(UserStep("x"), replies("s1", "item"))
    assert credits(shop, says('buy(item="a")')) == [0]
    assert credits(shop, says('I would never call buy(item="a") without asking: which item?')) == [1]


def test_printed_call_is_answered_by_the_user_and_noted() -> None:
    turn = says('{"name": "look", "arguments": {"item": "lamp"}}')
    assert sent(CHAIN, turn) == [("user", "Result of look: look lamp done")]
    assert credits(CHAIN, turn)[0] == 1
    assert "printed as text" in evidence(CHAIN, turn)[0]


def test_result_of_a_printed_call_and_the_users_words_are_one_message() -> None:
    shop = case(UserStep("x"), expects("s1", ("look", "a")), UserStep("y"), replies("s2", "ok"))
    assert sent(shop, says("look(item='a')")) == [("user", "Result of look: look a done\n\ny")]


def test_reply_must_keep_every_rule_and_have_words() -> None:
    step = ExpectStep("s1", "asks", reply=(Rule("a", "includes", {"any": ["which"]}), Rule("b", "words", {"max": 3})))
    shop = case(UserStep("x"), step)
    assert credits(shop, says("which one?")) == [1]
    assert credits(shop, says("which one of these?")) == [0]
    assert credits(shop, Turn((), "", Outcome.EMPTY)) == [0]


def test_reused_and_empty_ids_still_name_each_call() -> None:
    shop = case(
        UserStep("x"), expects("s1", ("look", "a"), ("look", "b")), expects("s2", ("look", "c")), replies("s3", "ok")
    )
    for ids in (("", ""), ("r", "r"), ("r", "")):
        messages = tool_script(shop).next_messages([calls(("look", "a"), ("look", "b"), ids=ids)])
        assert messages is not None
        given = [message.tool_call_id for message in messages]
        assert len(set(given)) == 2
        assert all(given)
    turns = [calls(("look", "a"), ("look", "b"), ids=("r", "s")), calls(("look", "c"), ids=("r",))]
    assert credits(shop, *turns, says("ok")) == [1, 1, 1]


def test_unfinished_session_lacks_credit_for_what_nobody_answered() -> None:
    assert credits(CHAIN, calls(("look", "lamp"))) == [1, 0, 0, 0]
    assert evidence(CHAIN, calls(("look", "lamp")))[1] == "no reply came"


def test_turns_after_the_end_change_nothing() -> None:
    turns = [calls(("look", "lamp")), calls(("buy", "lamp")), says("bought"), says("no rug")]
    assert credits(CHAIN, *turns, says("more"), calls(("burn", "lamp"))) == [1, 1, 1, 1]


def test_skipped_words_of_the_user_are_said_with_the_next_ones() -> None:
    shop = case(
        UserStep("one"),
        expects("s1", ("look", "a")),
        UserStep("two"),
        replies("s2", "x", needs=("s1",)),
        UserStep("three"),
        replies("s3", "x"),
    )
    assert sent(shop, says("done")) == [("user", "two\n\nthree")]


def test_checks_carry_what_the_case_says_of_them() -> None:
    shop = case(UserStep("x"), expects("s1", ("look", "a"), weight=2.0, gate=True))
    (check,) = grade_tools(shop, Answer("TU01", (calls(("look", "a")),), Outcome.ANSWERED))
    assert (check.id, check.by, check.title, check.weight, check.gate) == ("s1", "step", "about s1", 2.0, True)
    assert "look(item='a')" in check.evidence


@pytest.mark.parametrize("note", ["", "the server could not read the call"])
def test_malformed_turn_fails_its_step_with_its_note(note: str) -> None:
    turn = Turn((), "", Outcome.MALFORMED, note=note)
    assert credits(CHAIN, turn)[0] == 0
    assert note in evidence(CHAIN, turn)[0]
