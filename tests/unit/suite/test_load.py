from __future__ import annotations

import re
from pathlib import Path

import pytest

from crucibleforge.core.case import ProgramContent, ToolsContent
from crucibleforge.core.errors import SuiteError, UserError
from crucibleforge.suite import load_suite


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert text.count(old) >= 1, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new, 1))


def fault(root: Path) -> SuiteError:
    with pytest.raises(SuiteError) as caught:
        load_suite(root)
    return caught.value


def test_every_kind_is_read(tiny: Path) -> None:
    suite = load_suite(tiny)
    assert [case.id for case in suite.standard()] == ["FN1", "PR1", "BH1", "TU1", "RP1", "CW1"]
    assert {case.kind for case in suite.cases.values()} == {
        "program",
        "predict",
        "bughunt",
        "tools",
        "session",
        "writing",
    }


def test_canary_line_never_reaches_a_model(tiny: Path) -> None:
    suite = load_suite(tiny)
    assert all("CANARY" not in repr(case.content) for case in suite.cases.values())


def test_case_is_found_by_id_slug_and_name(tiny: Path) -> None:
    suite = load_suite(tiny)
    assert suite.case("FN1") is suite.case("tally") is suite.case("FN1-tally")
    with pytest.raises(UserError, match="no case 'FN9'"):
        suite.case("FN9")


def test_program_case_knows_its_groups_and_wrong_solutions(tiny: Path) -> None:
    content = load_suite(tiny).cases["FN1"].content
    assert isinstance(content, ProgramContent)
    assert content.groups == ("basics", "ties", "empty", "large")
    assert {wrong.name: wrong.fails for wrong in content.wrong} == {"first_seen": ("ties",), "quadratic": ("large",)}


def test_matchers_keep_only_their_key(tiny: Path) -> None:
    content = load_suite(tiny).cases["TU1"].content
    assert isinstance(content, ToolsContent)
    assert content.steps[1].calls[0].args == {"number": {"equals": "P-31"}}  # type: ignore[union-attr]


CASE = "cases/roleplay/RP1-ferry/case.yaml"
TOOLS = "cases/tools/TU1-parcel/case.yaml"
PROGRAM = "cases/functions/FN1-tally/case.yaml"

FAULTS = [
    pytest.param(CASE, "measures:", "mesures:", r"case.yaml:6: unknown key 'mesures'", "'measures'", id="unknown key"),
    pytest.param(CASE, "{max: 60}", "{maxx: 60}", r"unknown key 'maxx'", "'max'", id="unknown key inside a rule"),
    pytest.param(CASE, "id: no-money", "id: opening", r"case.yaml:\d+: duplicate check id 'opening'", "rename", id="duplicate check"),
    pytest.param(CASE, "{max: 60}", "{min: 70, max: 60}", "no text has at least 70 and at most 60", "", id="infeasible bounds"),
    pytest.param(CASE, "{max: 60}", "{min: 900}", "900 words do not fit a budget of 200 tokens", "budget", id="over budget"),
    pytest.param(CASE, "turn: 2", "turn: 3", "turn 3 of a case with 2 turns", "", id="turn out of range"),
    pytest.param(CASE, "words: {max: 60}", "pattern: {find: '(?=a)'}", "not an RE2 pattern", "", id="bad pattern"),
    pytest.param(CASE, "words: {max: 60}", "pattern: {find: eels}", "a pattern needs `about`", "", id="pattern without words"),
    pytest.param(
        CASE, "words: {max: 60}", "unique_across_turns: {capture: '^(.)'}", "a pattern needs `about`", "",
        id="capture without words",
    ),
    pytest.param(CASE, "in the storm?", "in the storm.", "ends with a question mark", "", id="question without a mark"),
    pytest.param(CASE, "words: {max: 60}", "words: {max: 60}, lines: {max: 2}", "exactly one rule key", "", id="two rule keys"),
    pytest.param(CASE, "max_tokens: 200", "max_tokens: -1", "greater than 0, got -1", "", id="negative budget"),
    pytest.param(CASE, "id: RP1", "id: RP2", "differs from the folder's", "same", id="id and folder differ"),
    pytest.param(CASE, "turns:\n", "turns: [\n", "not readable as YAML", "", id="broken YAML"),
    pytest.param(CASE, "kind: session", "kind: sesion", "kind: Input should be", "", id="unknown kind"),
    pytest.param(TOOLS, "needs: [looks]", "needs: [lookz]", "no earlier step 'lookz'", "looks", id="unknown step"),
    pytest.param(TOOLS, "forbid: [cancel_parcel]", "forbid: [cancel]", "no tool 'cancel'", "track_parcel", id="unknown tool"),
    pytest.param(TOOLS, "number: {equals: P-31}", "nmber: {equals: P-31}", "no argument 'nmber'", "number", id="unknown argument"),
    pytest.param(TOOLS, "args: {number: {equals: P-31}}", "args: {}", "'number' has no matcher", "", id="required argument"),
    pytest.param(TOOLS, "{equals: P-31}", "{equals: a, absent: true}", "exactly one matcher", "", id="two matchers"),
    pytest.param(PROGRAM, "complexity: [large]", "complexity: [huge]", "no test group 'huge'", "large", id="unknown group"),
    pytest.param("cases/functions/FN1-tally/wrong/quadratic.py", "large", "all", "no test group 'all'", "", id="wrong names no group"),
    pytest.param(
        "cases/functions/FN1-tally/wrong/quadratic.py", "fails: large", "fails: basics, ties, empty, large",
        "must pass at least one", "", id="wrong passes nothing",
    ),
    pytest.param("cases/functions/FN1-tally/tests.py", "def group_ties(solution):", "def group_ties(:", "not Python", "", id="tests"),
    pytest.param("cases/predict/PR1-closures/prompt.md", "{program}", "", "no {program}", "listing", id="no listing"),
    pytest.param("cases/predict/BH1-shelf/bugs.yaml", "8:", "80:", "line 80 of a program", "", id="fix outside the program"),
    pytest.param("cases/predict/BH1-shelf/bugs.yaml", "groups: [alias]", "groups: [full]", "exactly one bug", "", id="group of two bugs"),
    pytest.param("cases/roleplay/RP1-ferry/exemplars/subtle.yaml", "fails: [price]", "fails: [prize]", "no check 'prize'", "price", id="exemplar"),
    pytest.param("cases/roleplay/RP1-ferry/exemplars/good.yaml", "  storm:", "  strom:", "a quote belongs to each YES", "", id="missing quote"),
    pytest.param("bench.yaml", "[FN1]", "[FN1, FN2]", "case 'FN2' has no folder", "FN2", id="case without folder"),
    pytest.param("bench.yaml", "[FN1]", "[FN1, PR1]", "'PR1' says it belongs to 'predict'", "", id="case in the wrong part"),
    pytest.param("bench.yaml", "points: 5,", "points: .inf,", "less than or equal to 1000000", "", id="points without bound"),
    pytest.param("bench.yaml", "TINY-CANARY", "TINY", "no canary line", "begin", id="no canary line"),
    pytest.param("canaries/plain.yaml", "id: recall-no", "id: recall-yes", "duplicate canary id", "", id="duplicate canary"),
    pytest.param(
        "canaries/plain.yaml", "Does the reply say that the bell broke?", "Does Hanne name a price of two eels?",
        "asked in a case", "share nothing", id="canary from a case",
    ),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "message", "hint"), FAULTS)
def test_fault_says_where_and_what_next(tiny: Path, file: str, old: str, new: str, message: str, hint: str) -> None:
    edit(tiny / file, old, new)
    error = fault(tiny)
    assert error.path is not None
    assert error.path.name == Path(file).name or error.path.is_dir()
    assert re.search(message, str(error))
    assert hint in error.hint


@pytest.mark.parametrize("name", ["prompt.md", "tests.py", "reference.py", "case.yaml"])
def test_missing_file_is_named(tiny: Path, name: str) -> None:
    (tiny / "cases/functions/FN1-tally" / name).unlink()
    error = fault(tiny)
    assert error.path is not None
    assert error.path.name == name
    assert "missing" in error.message


def test_a_suite_in_which_nothing_counts_is_refused(tiny: Path) -> None:
    edit(tiny / "bench.yaml", "title: Code\n", "title: Code\n    counted: false\n")
    edit(tiny / "bench.yaml", "title: Chat\n", "title: Chat\n    counted: false\n")
    assert re.search("bench.yaml:.*no section counts", str(fault(tiny)))


def test_two_cases_cannot_share_an_id(tiny: Path) -> None:
    folder = tiny / "cases/functions/FN1-tally"
    twin = folder.with_name("FN1-twin")
    twin.mkdir()
    for path in folder.rglob("*"):
        if path.is_file():
            (twin / path.relative_to(folder)).parent.mkdir(exist_ok=True)
            (twin / path.relative_to(folder)).write_bytes(path.read_bytes())
    assert "duplicate case id 'FN1'" in str(fault(tiny))


def test_window_of_the_judge_is_read_and_must_hold_its_own_reply(tiny: Path) -> None:
    assert load_suite(tiny).judging.window == 8192
    edit(tiny / "bench.yaml", "max_tokens: 200}", "max_tokens: 200, window: 2000}")
    assert load_suite(tiny).judging.window == 2000
    edit(tiny / "bench.yaml", "window: 2000", "window: 200")
    found = fault(tiny)
    assert "larger than one reply" in found.message
    assert (
        found.line
        == (tiny / "bench.yaml")
        .read_text()
        .split("\n")
        .index("judge: {votes: 3, vote_temperature: 0.7, max_tokens: 200, window: 200}")
        + 1
    )
