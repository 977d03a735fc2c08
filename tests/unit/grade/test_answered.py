"""An answer that is none is one failed gate; everything else is graded."""

from typing import Any

import pytest

from crucibleforge.core.case import (
    KINDS,
    Case,
    ExpectedCall,
    ExpectStep,
    Rule,
    SessionContent,
    Tool,
    ToolsContent,
    UserStep,
)
from crucibleforge.core.conversation import Answer, Outcome, ToolCall, Turn
from crucibleforge.core.grading import Check, Grade
from crucibleforge.grade import grade, grader_version, runs_code
from crucibleforge.grade._echo import is_echo
from crucibleforge.grade._refusal import refusal
from crucibleforge.sandbox import Sandbox, runner_id
from tests.unit.grade.code_cases import (
    PROMPT,
    REFERENCE,
    answer,
    bughunt_case,
    case,
    credits,
    predict_case,
    program_case,
)

PROGRAM = program_case()
PREDICT = predict_case("print(6 * 7)\nprint('done')")
TURNS = (
    "My dog Bruno died on Sunday, and I keep his blue lead by the door.",
    "What should I do with it?",
    "Good night.",
)
RULES = (Rule("short", "words", {"max": 60}), Rule("no-lecture", "excludes", {"any": ["you should"]}))
SESSION = case(
    "session", SessionContent(TURNS, "", RULES, ()), system="You are Ada, who listens and never gives advice."
)
WRITING = case(
    "writing",
    SessionContent(("Write a story of 30 words about a lighthouse.",), "", (Rule("long", "words", {"min": 20}),), ()),
)
TOOLS = case(
    "tools",
    ToolsContent(
        (Tool("find", "Finds an order.", {"type": "object", "properties": {"id": {"type": "string"}}}),),
        (
            UserStep("Where is my order O-7?"),
            ExpectStep("s1", "looks it up", (ExpectedCall("find", {"id": {"equals": "O-7"}}, "{'state': 'shipped'}"),)),
            ExpectStep("s2", "says where it is"),
        ),
    ),
)
CALL = Turn((), "", tool_calls=(ToolCall("find", '{"id": "O-7"}', "c1"),), finish="tool_calls")


def gate(case: Case, *turns: str | Turn, **fields: Any) -> tuple[Outcome, str]:
    """The failed gate of an answer that nothing else may be said about; the sandbox is not needed for that."""
    result = grade(case, answer(*turns, **fields), sandbox=None)
    (check,) = result.checks
    assert (check.id, check.credit, check.gate, check.by) == ("answered", 0, True, "answer")
    return result.outcome, check.evidence


def rest(result: Grade) -> list[Check]:
    return [check for check in result.checks if check.id != "answered"]


NOTHING = ["", " \n\t ", "\u200b\ufeff", "```\n```", "```python\n```", "~~~\n\n~~~"]


@pytest.mark.parametrize("text", NOTHING, ids=repr)
@pytest.mark.parametrize(
    "case", [PROGRAM, PREDICT, bughunt_case(), WRITING, SESSION, TOOLS], ids=lambda case: case.kind
)
def test_empty_reply_earns_nothing(case: Case, text: str) -> None:
    outcome, words = gate(case, text)
    assert outcome is Outcome.EMPTY
    assert "empty" in words


@pytest.mark.parametrize("case", [PROGRAM, PREDICT, WRITING, SESSION, TOOLS], ids=lambda case: case.kind)
def test_answer_without_turns_earns_nothing(case: Case) -> None:
    assert gate(case)[0] is Outcome.EMPTY


@pytest.mark.parametrize("text", ["...", "…", "* * *", "-"])
def test_marks_without_a_word_are_no_chat(text: str) -> None:
    assert gate(WRITING, text)[0] is Outcome.EMPTY


@pytest.mark.parametrize(
    "turn",
    [
        Turn((), "<think>I should write three times n."),
        Turn((), "<think>Hm.</think>\n"),
        Turn((), "", thinking="Three times n."),
        Turn((), "", Outcome.ONLY_THINKING, note="the token limit was reached while thinking", finish="length"),
        Turn((), "[THINK]def triple(n): return 3 * n[/THINK]"),
    ],
    ids=["unclosed", "closed", "apart", "as asked", "code inside"],
)
@pytest.mark.parametrize("case", [PROGRAM, PREDICT, WRITING, SESSION], ids=lambda case: case.kind)
def test_thinking_alone_earns_nothing(case: Case, turn: Turn) -> None:
    assert gate(case, turn)[0] is Outcome.ONLY_THINKING


def test_reply_cut_before_any_answer_earns_nothing(sandbox: Sandbox) -> None:
    cut = Turn((), "", Outcome.CUT_OFF, finish="length")
    assert gate(PROGRAM, cut)[0] is gate(SESSION, cut)[0] is Outcome.CUT_OFF
    half = Turn((), "```python\ndef triple(n):\n    return 3 *", finish="length")
    result = grade(PROGRAM, answer(half), sandbox=sandbox)
    assert (result.outcome, credits(result)) == (Outcome.CUT_OFF, {"answered": 0})


def test_malformed_reply_earns_nothing() -> None:
    turn = Turn((), "", Outcome.MALFORMED, note="finish reason 'malformed_function_call'")
    assert gate(WRITING, turn) == (Outcome.MALFORMED, "finish reason 'malformed_function_call'")


def test_prose_where_a_program_was_asked_for_earns_nothing(sandbox: Sandbox) -> None:
    result = grade(PROGRAM, answer("Multiply the number by three."), sandbox=sandbox)
    assert (result.outcome, credits(result)) == (Outcome.MALFORMED, {"answered": 0})


def test_question_that_was_never_asked_has_no_grade() -> None:
    with pytest.raises(ValueError, match="missing, not failed"):
        grade(PROGRAM, Answer("XX1", (), Outcome.NOT_ASKED, reason="transport: refused"), sandbox=None)


REFUSALS = [
    "I'm sorry, but I can't help with that.",
    "I’m sorry, but I can’t assist with that request.",
    "I apologize, but I cannot fulfill this request.",
    "Sorry, I am unable to assist with this.",
    "Unfortunately, I won't be able to continue this. I can't continue this roleplay.",
    "As an AI language model, I cannot take part in this.",
    "**I cannot comply** with this.",
    "I must respectfully decline this request.",
    "I'm not comfortable writing this kind of scene.",
    "This is against my guidelines, so no.",
    "Thank you for asking! However, I can't help with that, as it might be unsafe.",
    "Je suis désolé, mais je ne peux pas vous aider avec cela.",
    "En tant qu'intelligence artificielle, je ne peux pas faire ceci.",
    "Lo siento, pero no puedo ayudarte con eso.",
    "Como modelo de lenguaje, no puedo hacer esto.",
    "Desculpe, mas não posso ajudar com isso.",
    "Es tut mir leid, aber dabei kann ich Ihnen nicht helfen.",
    "Mi dispiace, ma non posso aiutarti con questo.",
    "抱歉，我无法帮助您完成这个请求。",
    "作为一个人工智能，我不能参与。",
    "申し訳ありませんが、そのご依頼にはお応えできません。",
]


@pytest.mark.parametrize("text", REFUSALS)
@pytest.mark.parametrize("case", [PROGRAM, PREDICT, WRITING, SESSION, TOOLS], ids=lambda case: case.kind)
def test_refusal_earns_nothing(case: Case, text: str) -> None:
    outcome, words = gate(case, text)
    assert outcome is Outcome.REFUSED
    assert "refuse" in words


@pytest.mark.parametrize(
    "text",
    [
        "Sorry, I can't.",
        "I won't write that.",
        "I decline.",
        "Lo siento, pero no puedo.",
        "Désolé, je ne peux pas.",
        "抱歉，我不能。",
        "I cannot run code, so I can't predict its output.",
    ],
)
def test_short_no_is_a_refusal_where_nobody_plays_a_part(text: str) -> None:
    assert gate(WRITING, text)[0] is gate(PREDICT, text)[0] is Outcome.REFUSED
    assert refusal(text, may_be_in_character=True) is None


NOT_REFUSED = [
    '"I can\'t help you with that," she said, and closed the window.',
    "“I can't assist with this,” the ferryman muttered.",
    "I can't help the feeling that Bruno is still at the door with you.",
    "I won't tell you what to do with it. It can stay where it is tonight.",
    "I'm sorry. That blue lead must be hard to pass each morning.",
    "I am unable to imagine how quiet the house is now.",
    "*shakes her head* I won't open that door, traveller.",
    "I can't refund that order: it left the warehouse yesterday.",
    "No.",
    "That is against our policy: a used ticket is not refunded.",
    "As an assistant of the museum I cannot open that case.",
    "As an AI, I don't have a dog of my own, but I can see how you loved yours.",
    "Sorry, I can't. Not tonight, love.",
    "I must decline the wine, my lord, but I will take the bread.",
    "Je ne peux pas croire qu'il soit parti.",
    "No puedo imaginar lo vacía que está la casa.",
]


@pytest.mark.parametrize("text", NOT_REFUSED)
def test_character_who_says_no_has_answered(text: str) -> None:
    assert refusal(text, may_be_in_character=True) is None


def test_long_reply_that_begins_with_a_no_has_answered() -> None:
    story = "I can't help with that, the keeper had said. " + "The lamp turned above the water. " * 40
    assert refusal(story, may_be_in_character=False) is None


def test_refusal_far_from_the_start_is_part_of_the_reply() -> None:
    text = "The lamp turned. " * 20 + "I can't help with that request."
    assert refusal(text, may_be_in_character=False) is None


def test_words_of_refusal_before_an_answer_do_not_count(sandbox: Sandbox) -> None:
    program = grade(PROGRAM, answer(f"I can't help with that style, but here:\n\n{REFERENCE}"), sandbox=sandbox)
    assert credits(program) == {"basics": 1, "negative": 1, "many": 1}
    predict = grade(PREDICT, answer("Sorry, I can't run code. ANSWER follows.\n\nANSWER:\n42\ndone"), sandbox=sandbox)
    assert set(credits(predict).values()) == {1}
    hunt = grade(bughunt_case(), answer("Sorry, I can't test it.\nLINE 12: total = 0"), sandbox=sandbox)
    assert credits(hunt)["start-mended"] == 1


@pytest.mark.parametrize(
    "text",
    [
        PROMPT,
        f'"{PROMPT}"',
        f"“{PROMPT}”",
        PROMPT.upper(),
        PROMPT.replace(" ", "\n"),
        f"> {PROMPT}",
        f"```\n{PROMPT}\n```",
        f"{PROMPT}\n\n{PROMPT}",
        f"User: {PROMPT}".replace("User: ", "User:\n"),
        f"Here is your task again:\n\n{PROMPT}",
    ],
    ids=["same", "quoted", "curly", "upper", "spaced", "blockquote", "fenced", "twice", "framed", "announced"],
)
def test_prompt_pasted_back_earns_nothing(text: str) -> None:
    outcome, words = gate(PROGRAM, text)
    assert outcome is Outcome.EMPTY
    assert "repeats" in words


@pytest.mark.parametrize("case", [PREDICT, bughunt_case(), WRITING], ids=lambda case: case.kind)
def test_prompt_of_any_kind_pasted_back_earns_nothing(case: Case) -> None:
    content: Any = case.content
    prompt = content.turns[0] if case.kind == "writing" else content.prompt
    assert gate(case, prompt)[0] is Outcome.EMPTY
    assert gate(case, prompt.strip().replace("\n", "\n\n"))[0] is Outcome.EMPTY


def test_system_prompt_recited_is_an_echo() -> None:
    assert gate(SESSION, *["You are Ada, who listens and never gives advice."] * 3)[0] is Outcome.EMPTY


def test_tool_result_recited_in_every_turn_is_an_echo() -> None:
    assert gate(TOOLS, "{'state': 'shipped'}", "Where is my order O-7?")[0] is Outcome.EMPTY


def test_long_stretch_of_the_prompt_is_an_echo() -> None:
    prompt = " ".join(f"Rule {number} says that {number} boats may leave." for number in range(40))
    assert is_echo(prompt[: len(prompt) // 3], [prompt])


def test_reply_with_something_of_its_own_is_no_echo() -> None:
    assert not is_echo(f"{PROMPT}\n\n{REFERENCE}", [PROMPT])
    assert not is_echo("3", ["Print 3 or 4."])
    assert not is_echo("Bruno died on Sunday. That was his blue lead.", TURNS, tolerance=0.05)
    assert not is_echo("Good night. Sleep well, and Bruno too.", TURNS, tolerance=0.05)


def test_quoted_program_with_fixes_is_no_echo(sandbox: Sandbox) -> None:
    hunt = bughunt_case()
    content: Any = hunt.content
    result = grade(hunt, answer(f"{content.prompt}\nLINE 12: total = 0"), sandbox=sandbox)
    assert credits(result)["start-mended"] == 1


def test_program_quoted_before_its_output_is_no_echo(sandbox: Sandbox) -> None:
    content: Any = PREDICT.content
    result = grade(PREDICT, answer(f"{content.prompt}\n```\n42\ndone\n```"), sandbox=sandbox)
    assert set(credits(result).values()) == {1}


KIND = "He was lucky to have you, Ada thinks, and the blue lead is his still."


def test_session_that_speaks_in_every_turn_has_no_check_for_it() -> None:
    result = grade(SESSION, answer(KIND, KIND, KIND), sandbox=None)
    assert result.outcome is Outcome.ANSWERED
    assert credits(result) == {"short": 1, "no-lecture": 1}


def test_silent_turns_of_a_session_fail_once_each_and_no_rule() -> None:
    result = grade(SESSION, answer(KIND, "", Turn((), "", thinking="hm")), sandbox=None)
    (silent,) = [check for check in result.checks if check.id == "answered"]
    assert (silent.credit, silent.gate, silent.weight) == (0, False, 2)
    assert silent.evidence == "turn 2: the reply is empty; turn 3: there is thinking, and no reply after it"
    assert all(check.credit == 1 for check in rest(result))


def test_turns_that_never_came_are_silent() -> None:
    result = grade(SESSION, answer(KIND), sandbox=None)
    (silent,) = [check for check in result.checks if check.id == "answered"]
    assert silent.weight == 2


def test_one_refusal_in_a_session_is_left_to_its_rules() -> None:
    result = grade(SESSION, answer(KIND, "I'm sorry, but I can't help with that.", KIND), sandbox=None)
    assert result.outcome is Outcome.ANSWERED
    assert "answered" not in credits(result)


def test_session_that_mostly_refuses_earns_nothing() -> None:
    no = "I'm sorry, but I can't help with that."
    outcome, words = gate(SESSION, KIND, no, no)
    assert outcome is Outcome.REFUSED
    assert words.startswith("2 of 3 replies")
    assert gate(SESSION, KIND, no, TURNS[2])[0] is Outcome.REFUSED
    assert gate(SESSION, no, "", "")[0] is Outcome.REFUSED


def test_session_of_echoes_earns_nothing() -> None:
    assert gate(SESSION, *TURNS)[0] is Outcome.EMPTY


def test_call_without_words_is_an_answer() -> None:
    result = grade(TOOLS, answer(CALL, "It has been shipped."), sandbox=None)
    assert credits(result) == {"s1": 1, "s2": 1}


def test_tool_session_in_which_a_policy_is_kept_is_no_refusal() -> None:
    result = grade(TOOLS, answer(CALL, "I can't help with that before it arrives."), sandbox=None)
    assert result.outcome is Outcome.ANSWERED


def test_every_kind_has_a_version() -> None:
    assert all(grader_version(kind).split()[0].isdigit() for kind in KINDS)


def test_code_run_by_another_runner_is_another_measurement() -> None:
    named = {kind for kind in KINDS if grader_version(kind).endswith(f" {runner_id()}")}
    assert named == {kind for kind in KINDS if runs_code(kind)}


def test_code_run_by_another_backend_is_another_measurement() -> None:
    moved = {kind for kind in KINDS if grader_version(kind, "native") != grader_version(kind)}
    assert moved == {kind for kind in KINDS if runs_code(kind)} == {"program", "predict", "bughunt"}
