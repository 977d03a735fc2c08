"""Laws of reading replies and grading code answers, whatever the text."""

import string

from hypothesis import given, settings
from hypothesis import strategies as st

from crucibleforge.grade import extract_code
from crucibleforge.grade._echo import is_echo
from crucibleforge.grade._line_fixes import fitted, line_fixes, with_fixes
from crucibleforge.grade._output_in_reply import output_in
from crucibleforge.grade._output_lines import grade_lines
from crucibleforge.grade._refusal import refusal
from crucibleforge.grade.code import visible

# Pieces of the shapes that readers must tell apart, so that chance builds difficult replies out of them.
PIECES = st.sampled_from(
    [
        *(
            "```",
            "```python",
            "~~~",
            "````",
            "\n",
            "\n\n",
            "    ",
            "> ",
            "- ",
            "<think>",
            "</think>",
            '"""',
            "'''",
            "ANSWER:",
            "**",
            "`",
        ),
        *(
            "def f(x):",
            "return x",
            "class A:",
            "import re",
            "x = 1",
            "LINE 3:",
            "Line 4: y",
            "(",
            ")",
            "#",
            "…",
            "é",
            "\u200b",
            "\r\n",
        ),
        *(
            "I can't help with that.",
            "The output is:",
            "<|channel|>final<|message|>",
            "</s>",
            "print('a')",
            "\ud800",
            "\x00",
        ),
    ]
)
REPLIES = st.lists(st.one_of(PIECES, st.text(max_size=8)), max_size=25).map("".join)
NAMES = st.text(string.ascii_lowercase, min_size=1, max_size=6).map(lambda name: f"{name}_")
LINES = st.lists(
    st.text(string.ascii_letters + string.digits + " .,[]'", min_size=1, max_size=12).map(str.rstrip).filter(bool),
    max_size=12,
)


@given(REPLIES, st.booleans())
def test_no_reply_is_too_odd_to_be_read(reply: str, cut_off: bool) -> None:
    extract_code(reply, entry_points=("f",), cut_off=cut_off)
    output_in(reply, cut_off=cut_off)
    line_fixes(reply, cut_off=cut_off)
    refusal(reply, may_be_in_character=cut_off)
    visible(reply)


@given(REPLIES)
def test_taking_out_thinking_twice_changes_nothing_more(reply: str) -> None:
    once = visible(reply).text
    assert visible(once).text == once


@st.composite
def programs(draw: st.DrawFn) -> str:
    name = draw(NAMES)
    strings = st.text(string.ascii_letters + " \n`#(){}<>/", max_size=20)
    body = draw(st.lists(strings.map(lambda text: f"    note = {text!r}"), max_size=3))
    doc = draw(strings.map(lambda text: f'    """a{text}b"""'))
    return "\n".join([f"def {name}(n):", doc, *body, "    return n"])


@given(
    programs(),
    st.sampled_from(
        [
            "```python\n{}\n```",
            "```\n{}\n```\nDone.",
            "Here:\n~~~py\n{}\n~~~",
            "{}",
            "<think>\nx\n</think>\n```python\n{}\n```",
        ]
    ),
)
def test_program_comes_back_as_it_was_wrapped(program: str, shape: str) -> None:
    assert extract_code(shape.replace("{}", program)) == program


@given(LINES.filter(bool))
def test_exact_output_earns_everything(lines: list[str]) -> None:
    checks = grade_lines(lines, lines)
    assert [check.credit for check in checks] == [1] * len(lines)


@given(LINES.filter(bool), LINES)
def test_output_has_one_check_a_line_and_evidence_for_each_loss(expected: list[str], came: list[str]) -> None:
    checks = grade_lines(expected, came)
    assert [check.id for check in checks[: len(expected)]] == [
        f"line-{number}" for number in range(1, len(expected) + 1)
    ]
    assert len(checks) - len(expected) in (0, 1)
    assert all(bool(check.evidence) == (check.credit == 0) for check in checks)


@given(LINES.filter(lambda lines: len(lines) > 1), st.data())
def test_dropping_a_line_costs_exactly_one_check(lines: list[str], data: st.DataObject) -> None:
    gone = data.draw(st.integers(0, len(lines) - 1))
    checks = grade_lines(lines, lines[:gone] + lines[gone + 1 :])
    assert sum(check.credit == 0 for check in checks) == 1


@given(LINES.filter(bool), st.lists(st.just("an added line"), min_size=1, max_size=5), st.data())
def test_added_lines_cost_as_much_as_they_are_many(expected: list[str], added: list[str], data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(expected)))
    checks = grade_lines(expected, [*expected[:place], *added, *expected[place:]])
    assert [check.credit for check in checks] == [1] * len(expected) + [0]
    assert checks[-1].weight == len(added)


@given(
    st.text(string.printable.replace(">", ""), min_size=20, max_size=200).filter(
        lambda text: any(char.isalnum() for char in text)
    ),
    REPLIES,
)
def test_text_said_again_is_an_echo(prompt: str, other: str) -> None:
    assert is_echo(prompt, [other, prompt])
    assert is_echo(f'"{prompt}"', [prompt])


PROGRAM_LINES = st.lists(
    st.sampled_from(["def f():", "    return 1", "        x = 2", "y = 3"]), min_size=1, max_size=8
)


@given(PROGRAM_LINES, st.data())
@settings(max_examples=50)
def test_fix_read_back_is_the_line_that_was_meant(lines: list[str], data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(lines)))
    wanted = lines[number - 1].replace("1", "7").replace("f", "g")
    for written in (wanted, wanted.strip()):
        fixes = line_fixes(f"Some words.\nLINE {number}: {written}\n")
        assert fitted(fixes[number], lines[number - 1]) == wanted
    mended = with_fixes("\n".join(lines), {number: wanted}).splitlines()
    assert [line for at, line in enumerate(mended, 1) if at != number] == [
        line for at, line in enumerate(lines, 1) if at != number
    ]
