"""Line fixes are read in every usual spelling, applied one bug at a time, and false alarms cost."""

import pytest

from crucibleforge.core.conversation import Outcome
from crucibleforge.core.grading import Grade
from crucibleforge.grade import grade
from crucibleforge.grade._line_fixes import fitted, line_fixes, with_fixes
from crucibleforge.sandbox import Sandbox
from tests.unit.grade.code_cases import PROGRAM, answer, bughunt_case, credits, evidence

ALIAS = "self.coins = list(coins)"
START = "total = 0"
BOTH = f"LINE 3: {ALIAS}\nLINE 12: {START}"
ALL_FOUR = {"alias-found": 1, "alias-mended": 1, "start-found": 1, "start-mended": 1}


def graded(reply: str, sandbox: Sandbox, **fields: object) -> Grade:
    return grade(bughunt_case(), answer(reply, **fields), sandbox=sandbox)


@pytest.mark.parametrize(
    "reply",
    [
        BOTH,
        f"```\n{BOTH}\n```",
        f"LINE 3:         {ALIAS}\nLINE 12:         {START}",
        f"LINE 3:        {ALIAS}\nLINE 12:\t\t{START}",
        f"- **LINE 3:** `{ALIAS}`\n- **LINE 12:** `{START}`",
        f"The till is shared.\n\n1. LINE 3: `        {ALIAS}`\n2. LINE 12: `        {START}`\n\nThat is all.",
    ],
)
def test_right_fixes_earn_everything(reply: str, sandbox: Sandbox) -> None:
    result = graded(reply, sandbox)
    assert result.outcome is Outcome.ANSWERED
    assert credits(result) == ALL_FOUR


def test_bug_that_is_found_but_not_mended_earns_half(sandbox: Sandbox) -> None:
    result = graded(f"LINE 3: {ALIAS}\nLINE 12: total = 2", sandbox)
    assert credits(result) == {**ALL_FOUR, "start-mended": 0}
    assert "line 12 as 'total = 2'" in evidence(result, "start-mended")
    assert "came as 7; expected 5" in evidence(result, "start-mended")


def test_bug_that_is_not_found_says_where_it_is(sandbox: Sandbox) -> None:
    result = graded(f"LINE 12: {START}", sandbox)
    assert credits(result) == {**ALL_FOUR, "alias-found": 0, "alias-mended": 0}
    assert evidence(result, "alias-found") == "no fix for line 3: tills share their coins"
    assert evidence(result, "alias-mended") == "not found"


def test_each_false_alarm_costs_one_check(sandbox: Sandbox) -> None:
    result = graded(f"{BOTH}\nLINE 6: if coin < 0:\nLINE 99: pass", sandbox)
    assert credits(result) == {**ALL_FOUR, "false-alarm-6": 0, "false-alarm-99": 0}
    assert "line 6 is right: 'if coin <= 0:'" in evidence(result, "false-alarm-6")
    assert evidence(result, "false-alarm-99") == "the program has no line 99"


def test_fix_that_breaks_the_program_mends_only_the_other_bug(sandbox: Sandbox) -> None:
    result = graded(f"LINE 3: self.coins = (\nLINE 12: {START}", sandbox)
    assert credits(result) == {**ALL_FOUR, "alias-mended": 0}


def test_line_repeated_as_it_is_accuses_nobody(sandbox: Sandbox) -> None:
    listing = "\n".join(f"LINE {number}: {line}" for number, line in enumerate(PROGRAM.splitlines(), 1) if line)
    result = graded(f"{listing}\n{BOTH}", sandbox)
    assert credits(result) == ALL_FOUR
    assert credits(graded(listing, sandbox)) == {"answered": 0}


def test_accusing_every_line_does_not_pay(sandbox: Sandbox) -> None:
    lines = PROGRAM.splitlines()
    result = graded("\n".join(f"LINE {number}: pass" for number, line in enumerate(lines, 1) if line), sandbox)
    found = [value for value in credits(result).values() if value]
    assert len(found) == 2
    assert len(result.checks) == 4 + len([line for line in lines if line]) - 2


@pytest.mark.parametrize("reply", ["I see no fault.", "Line 3 is suspicious.", PROGRAM])
def test_reply_without_a_fix_is_no_answer(reply: str, sandbox: Sandbox) -> None:
    result = graded(reply, sandbox)
    assert credits(result) == {"answered": 0}
    assert result.outcome is Outcome.MALFORMED


def test_cut_reply_keeps_its_whole_lines(sandbox: Sandbox) -> None:
    result = graded(f"LINE 12: {START}\nLINE 3: self.coins = li", sandbox, finish="length")
    assert credits(result) == {**ALL_FOUR, "alias-found": 0, "alias-mended": 0}
    nothing = graded(f"LINE 12: {START}", sandbox, finish="length")
    assert (credits(nothing), nothing.outcome) == ({"answered": 0}, Outcome.CUT_OFF)


SPELLINGS = {
    "plain": "LINE 14: x = 1",
    "no space": "LINE 14:x = 1",
    "lower case": "line 14: x = 1",
    "title case": "Line 14: x = 1",
    "number sign": "LINE #14: x = 1",
    "space before the colon": "LINE 14 : x = 1",
    "arrow": "LINE 14 -> x = 1",
    "full-width colon": "LINE 14：x = 1",
    "bullet": "* LINE 14: x = 1",
    "numbered": "3. LINE 14: x = 1",
    "bold": "**LINE 14**: x = 1",
    "bold with colon": "**LINE 14:** x = 1",
    "all bold": "**LINE 14: x = 1**",
    "all code": "`LINE 14: x = 1`",
    "code": "LINE 14: `x = 1`",
    "code and a remark": "LINE 14: `x = 1` (it was 2)",
    "old and new": "LINE 14: `x = 2` -> `x = 1`",
    "quotation": "> LINE 14: x = 1",
    "code below": "LINE 14:\n`x = 1`",
    "indented below": "LINE 14:\n        x = 1",
    "block below": "LINE 14:\n```python\nx = 1\n```",
    "corrected later": "LINE 14: x = 3\n\nNo, rather:\nLINE 14: x = 1",
    "in a block": "```text\nLINE 14: x = 1\n```",
    "after thought": "<think>LINE 14: x = 9\nLINE 2: y</think>\nLINE 14: x = 1",
}


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_fix_is_read_in_every_spelling(spelling: str) -> None:
    fixes = line_fixes(SPELLINGS[spelling])
    assert list(fixes) == [14]
    assert fitted(fixes[14], "        x = 2") == "        x = 1"


def test_remarks_beside_the_asked_form_are_no_fixes() -> None:
    assert list(line_fixes("Line 22: right as it is\nLINE 14: x = 1\nLine 9: fine")) == [14]


def test_entries_in_a_block_count_alone() -> None:
    assert list(line_fixes("LINE 22: looks odd but is right\n```\nLINE 14: x = 1\n```")) == [14]


def test_many_fixes_keep_their_lines() -> None:
    assert line_fixes("LINE 1: a\nLINE 2: b\n\nLINE 30: c\n") == {1: " a", 2: " b", 30: " c"}


@pytest.mark.parametrize(
    "text", ["LINE 3:", "LINE 3: ", "LINE 3: (delete)", "LINE 3: `` ", "LINE 3: <deleted>", "LINE 3: remove this line"]
)
def test_empty_replacement_deletes(text: str) -> None:
    fixes = line_fixes(f"{text}\nLINE 5: x")
    assert fitted(fixes[3], "    y = 2") == ""


@pytest.mark.parametrize(
    "text",
    ["", "no faults", "outline 14: x", "LINE fourteen: x", "LINE n: replacement", "ALINE 3: x", "LINE 1234567: x"],
)
def test_other_text_is_no_fix(text: str) -> None:
    assert line_fixes(text) == {}


INDENTS = [
    (" return x", "        return x", "        return x"),
    ("return x", "        return x", "        return x"),
    ("         return x", "        return y", "        return x"),
    ("     return x", "        return y", "    return x"),
    ("    return x", "        return y", "    return x"),
    ("   return x", "        return y", "        return x"),
    ("\treturn x", "        return y", "    return x"),
    ("if x:\n    y", "    if z:", "    if x:\n        y"),
    (" x = 1", "x = 2", "x = 1"),
    ("   return x", "  return y", "  return x"),
]


@pytest.mark.parametrize(("replacement", "original", "expected"), INDENTS)
def test_replacement_is_put_at_the_right_depth(replacement: str, original: str, expected: str) -> None:
    assert fitted(replacement, original) == expected


def test_lines_are_replaced_without_moving_the_others() -> None:
    assert with_fixes("a\nb\nc\n", {1: "x\ny", 3: ""}) == "x\ny\nb\n\n"
