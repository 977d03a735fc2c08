"""A predicted output is found in the reply and compared line by line."""

import json
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.core.conversation import Outcome
from crucibleforge.core.errors import SandboxUnavailable, SuiteError
from crucibleforge.grade import grade
from crucibleforge.grade._output_in_reply import output_in
from crucibleforge.grade._output_lines import grade_lines
from crucibleforge.sandbox import Sandbox
from tests.unit.grade.code_cases import answer, credits, evidence, predict_case, share

FIELD = Path(__file__).parents[2] / "data" / "field"
INPUTS = [
    case
    for path in sorted(FIELD.glob("B*.json"))
    if (case := json.loads(path.read_text(encoding="utf-8")))["area"] == "exact_output"
]


@pytest.mark.parametrize("case", INPUTS, ids=lambda case: case["id"])
def test_field_input_gives_the_right_credit(case: dict[str, Any]) -> None:
    given = case["input"]
    output = output_in(given["reply"])
    assert output is not None
    expected = given["expected_output"].rstrip("\n").split("\n")
    assert share(grade_lines(expected, output.lines, mode=given["mode"])) == case["expected"]["credit"]


def test_all_field_inputs_are_here() -> None:
    assert len(INPUTS) == 5


def found(reply: str, **options: Any) -> tuple[str, ...] | None:
    output = output_in(reply, **options)
    return output.lines if output else None


SHAPES = {
    "block": "```\n3\n 7\n```",
    "named block": "```text\n3\n 7\n```",
    "block called python": "```python\n3\n 7\n```",
    "tildes": "~~~\n3\n 7\n~~~",
    "block after reasoning": "First it prints 3.\nThen it adds four.\n\n```\n3\n 7\n```\nThat is all.",
    "last of several blocks": "A first guess:\n```\n1\n2\n```\nNo, the loop runs once more:\n```\n3\n 7\n```",
    "block before a program": "```\n3\n 7\n```\nbecause of\n```python\nfor n in range(2): print(n)\n```",
    "marker": "ANSWER:\n3\n 7",
    "marker and block": "ANSWER:\n```\n3\n 7\n```",
    "marker, then reasons in a block": "The answer:\n```\n3\n 7\n```",
    "bold marker": "Let me see.\n\n**Answer:**\n```\n3\n 7\n```",
    "marker in a heading": "### Final answer:\n\n```\n3\n 7\n```",
    "marker with words": "Answer: the program prints\n\nAnswer: these lines:\n```\n3\n 7\n```",
    "output marker": "Output:\n3\n 7",
    "marker against an earlier block": "```\n1\n2\n```\nANSWER:\n3\n 7",
    "bare": "3\n 7",
    "bare with a lead-in": "The program prints these lines:\n3\n 7",
    "bare with a lead-in and a gap": "Output is:\n\n3\n 7\n",
    "blank lines around": "```\n\n3\n 7\n\n```",
    "windows lines": "```\r\n3\r\n 7\r\n```",
    "after thought": "<think>\n```\n1\n```\n</think>\n```\n3\n 7\n```",
    "unclosed block": "```\n3\n 7",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_output_is_found(shape: str) -> None:
    assert found(SHAPES[shape]) == ("3", " 7")


def test_block_that_quotes_the_program_is_no_output() -> None:
    program = "a = 1\nb = 2\nprint(a)\nprint(b)"
    reply = f"The output is\n```\n1\n2\n```\nfor this program:\n```\n{program}\n```"
    assert found(reply, program=program) == ("1", "2")
    assert found("```\n1\n2\n```\nsince\n```\na = 1\nb = 2\nprint(a)\n```", program=program) == ("1", "2")


def test_single_quoted_line_of_the_program_may_be_its_output() -> None:
    assert found("```\na = 1\n```", program="x = 'a = 1'\na = 1\nprint(x)") == ("a = 1",)


@pytest.mark.parametrize(
    "reply",
    ["I will trace it.\n```\n3\n 7", "ANSWER:\n3\n", "3\n 7", "The first line is 3"],
    ids=["unclosed block", "marker", "bare", "prose"],
)
def test_what_was_being_written_when_the_reply_was_cut_is_no_output(reply: str) -> None:
    assert found(reply, cut_off=True) is None


def test_whole_block_of_a_cut_reply_is_an_output() -> None:
    assert found("```\n3\n 7\n```\nHere is wh", cut_off=True) == ("3", " 7")


@pytest.mark.parametrize("reply", ["", "\n \n", "```\n```"])
def test_nothing_gives_no_output(reply: str) -> None:
    assert found(reply) is None


DECORATED = {
    "bold marker and code": "**ANSWER: `42`**",
    "bold marker": "**ANSWER:** 42",
    "bold word": "**ANSWER**: 42",
    "bold value": "ANSWER: **42**",
    "code value": "ANSWER: `42`",
    "both": "ANSWER: **`42`**",
    "triple backticks": "```42```",
    "list": "- ANSWER: 42",
    "quotation": "> ANSWER: 42",
    "full-width colon": "ANSWER：42",
    "remark below": "ANSWER: 42\n\nThe loop adds six seven times.",
    "bare": "42",
    "bare bold": "**42**",
    "last marker": "ANSWER: 41\n\nNo, one more:\nANSWER: 42",
}


@pytest.mark.parametrize("shape", DECORATED)
def test_layout_around_a_single_answer_costs_nothing(shape: str) -> None:
    lines = found(DECORATED[shape])
    assert lines is not None
    assert share(grade_lines(["42"], lines)) == 1


@pytest.mark.parametrize("came", ["1042", "42.0", "421", "4 2", "042", "forty-two", "42."])
def test_other_number_is_another_answer(came: str) -> None:
    assert share(grade_lines(["42"], [came])) == 0


def test_printed_stars_are_not_layout() -> None:
    assert share(grade_lines(["*****"], ["*****"])) == 1
    assert share(grade_lines(["**x**"], ["**x**"])) == 1
    assert share(grade_lines(["*****"], ["***"])) == 0


def test_layout_inside_a_longer_output_counts() -> None:
    assert credits(grade_lines(["1", "2"], ["1", "**2**"])) == {"line-1": 1, "line-2": 0}


@pytest.mark.parametrize(("came", "credit"), [("x ", 1), ("x\t", 1), (" x", 0), ("X", 0), ("x\u00a0", 1)])
def test_trailing_space_is_forgiven_and_leading_space_is_not(came: str, credit: int) -> None:
    assert share(grade_lines(["x"], [came])) == credit


def test_missing_line_costs_one_line() -> None:
    checks = grade_lines(["a", "b", "c", "d"], ["a", "c", "d"])
    assert credits(checks) == {"line-1": 1, "line-2": 0, "line-3": 1, "line-4": 1}
    assert checks[1].evidence == "expected 'b'; the line is missing"


def test_wrong_line_says_what_came() -> None:
    checks = grade_lines(["a", "b", "c"], ["a", "x", "c"])
    assert credits(checks) == {"line-1": 1, "line-2": 0, "line-3": 1}
    assert checks[1].evidence == "expected 'b'; came 'x'"


def test_extra_line_costs_one_check() -> None:
    checks = grade_lines(["a", "b"], ["a", "x", "b"])
    assert credits(checks) == {"line-1": 1, "line-2": 1, "extra-lines": 0}
    assert share(checks) == pytest.approx(2 / 3)
    assert "'x'" in checks[-1].evidence


def test_listing_every_candidate_earns_next_to_nothing() -> None:
    checks = grade_lines(["17", "23"], [str(number) for number in range(100)])
    assert share(checks) == pytest.approx(2 / 100)
    assert share(grade_lines(["17", "23"], [str(number) for number in range(50_000)])) < 0.001


def test_repeated_lines_are_matched_as_often_as_they_come() -> None:
    assert share(grade_lines(["0", "0", "0"], ["0", "0"])) == pytest.approx(2 / 3)
    assert share(grade_lines(["0", "1", "0"], ["1", "0", "1"])) < 1


def test_blank_line_inside_the_output_counts() -> None:
    assert credits(grade_lines(["a", "", "b"], ["a", "b"])) == {"line-1": 1, "line-2": 0, "line-3": 1}


def test_flattened_picture_is_another_output() -> None:
    picture = ["  *", " ***", "*****"]
    assert share(grade_lines(picture, ["*", "***", "*****"])) == 0
    assert share(grade_lines(picture, ["  * ", " *** ", "*****"])) == 1
    assert share(grade_lines(picture, ["  *", "***", "*****"])) == pytest.approx(2 / 3)


LITERALS = [
    ("'north-9'", '"north-9"', 1),
    ("'north-9'", "north-9", 0),
    ("['a', 'b']", '["a","b"]', 1),
    ("{'a': 1, 'b': 2}", "{'b': 2, 'a': 1}", 1),
    ("{1, 2}", "{2, 1}", 1),
    ("(1, 2)", "[1, 2]", 0),
    ("1", "1.0", 0),
    ("1", "True", 0),
    ("[1, 2]", "[1, True]", 0),
    ("'café'", "'cafe\u0301'", 1),
    ("nan", "nan", 1),
    ("<object>", "<object>", 1),
    ("[1]", "[" * 5_000, 0),
    ("None", "None.", 0),
]


@pytest.mark.parametrize(("expected", "came", "credit"), LITERALS)
def test_literals_are_compared_as_values(expected: str, came: str, credit: int) -> None:
    assert share(grade_lines([expected], [came], mode="python_literal")) == credit


PROGRAM = "for n in range(3):\n    print(' ' * n + str(n * n))\nprint('done')"


def test_expected_output_comes_from_running_the_program(sandbox: Sandbox) -> None:
    result = grade(predict_case(PROGRAM), answer("```\n0\n 1\n  4\nready\n```"), sandbox=sandbox)
    assert result.outcome is Outcome.ANSWERED
    assert credits(result) == {"line-1": 1, "line-2": 1, "line-3": 1, "line-4": 0}
    assert evidence(result, "line-4") == "expected 'done'; came 'ready'"


def test_lines_scattered_through_reasoning_are_not_collected(sandbox: Sandbox) -> None:
    reasoning = "First n is 0, so it prints\n0\nThen n is 1, which gives\n 1\nthen\n  4\nand in the end\ndone\nSo that is the output."
    result = grade(predict_case(PROGRAM), answer(reasoning), sandbox=sandbox)
    assert credits(result) == {"answered": 0}
    assert result.outcome is Outcome.MALFORMED


def test_program_that_fails_is_the_suites_fault(sandbox: Sandbox) -> None:
    for program in ("print(1)\nraise ValueError('x')", "pass"):
        with pytest.raises(SuiteError, match="does not print to its end"):
            grade(predict_case(program), answer("```\n1\n```"), sandbox=sandbox)


def test_code_needs_a_sandbox() -> None:
    with pytest.raises(SandboxUnavailable):
        grade(predict_case(PROGRAM), answer("```\n0\n```"), sandbox=None)
