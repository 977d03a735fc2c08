"""Programs are run against hidden tests, one check for each group, each loss with its evidence."""

import pytest

from crucibleforge.core.conversation import Outcome
from crucibleforge.core.grading import Check, Grade
from crucibleforge.grade import grade, group_limit, measure_groups, run_groups
from crucibleforge.grade.code import entry_points
from crucibleforge.sandbox import Sandbox
from tests.unit.grade.code_cases import GROUPS, REFERENCE, TESTS, answer, credits, evidence, limits, program_case


def graded(source: str, sandbox: Sandbox, **changes: object) -> Grade:
    return grade(program_case(**changes), answer(f"```python\n{source}\n```"), sandbox=sandbox)


def check(source: str, tests: str, sandbox: Sandbox, *, secret: bool = False) -> Check:
    return run_groups(sandbox, source, tests, ("it",), {}, {}, secret=secret)[0]


def test_reference_passes_every_group(sandbox: Sandbox) -> None:
    result = graded(REFERENCE, sandbox)
    assert result.outcome is Outcome.ANSWERED
    assert credits(result) == {"basics": 1, "negative": 1, "many": 1}
    assert [check.by for check in result.checks] == ["tests"] * 3
    assert [check.title for check in result.checks] == ["Small numbers", "negative", "many"]
    assert not any(check.evidence for check in result.checks)


def test_wrong_program_keeps_the_groups_it_passes(sandbox: Sandbox) -> None:
    result = graded("def triple(n):\n    return 3 * n", sandbox)
    assert credits(result) == {"basics": 1, "negative": 0, "many": 1}
    assert "solution.triple(-1): expected ValueError, nothing was raised" in evidence(result, "negative")


def test_evidence_shows_the_call_what_came_and_what_was_expected(sandbox: Sandbox) -> None:
    result = graded("def triple(n):\n    return 3 * n if n != 4 else 13", sandbox)
    assert "solution.triple(4) came as 13; expected 12" in evidence(result, "basics")


def test_evidence_shows_the_variables_of_a_loop(sandbox: Sandbox) -> None:
    result = graded("def triple(n):\n    return 3 * n if n != 2 else 5", sandbox)
    assert evidence(result, "many").endswith("solution.triple(number) came as 5; expected 6; with number = 2")


def test_exception_of_the_program_is_evidence(sandbox: Sandbox) -> None:
    result = graded("def triple(n):\n    raise KeyError('no')", sandbox)
    assert "KeyError: 'no', in solution.triple(1) == 3" in evidence(result, "basics")
    assert "expected ValueError, KeyError was raised" in evidence(result, "negative")


def test_program_that_does_not_load_fails_every_group(sandbox: Sandbox) -> None:
    result = graded("def triple(n):\n    return 3 *", sandbox)
    assert set(credits(result).values()) == {0}
    assert "SyntaxError" in evidence(result, "basics")


def test_program_of_absurd_length_fails_every_group(sandbox: Sandbox) -> None:
    tests = "def group_it(solution):\n    assert solution.NOTE\n"
    lost = check(f"NOTE = '{'a' * 1_000_000}'", tests, sandbox)
    assert (lost.credit, lost.evidence) == (0, "the program has 1,000,009 characters")


def test_reply_of_absurd_length_is_no_answer(sandbox: Sandbox) -> None:
    result = graded(f"{REFERENCE}\nNOTE = '{'a' * 1_000_000}'", sandbox)
    assert result.outcome is Outcome.MALFORMED
    assert "characters" in evidence(result, "answered")


@pytest.mark.parametrize("odd", ["\ud800", "\x00"])
def test_program_that_is_no_text_fails_every_group(odd: str, sandbox: Sandbox) -> None:
    assert set(credits(graded(f"{REFERENCE}\nNOTE = '{odd}'", sandbox)).values()) == {0}


def test_missing_function_is_named(sandbox: Sandbox) -> None:
    result = graded("def thrice(n):\n    return 3 * n", sandbox)
    assert set(credits(result).values()) == {0}
    assert "triple" in evidence(result, "basics")


def test_endless_loop_ends_at_the_limit(sandbox: Sandbox) -> None:
    source = REFERENCE.replace("return 3 * n", "while True: pass")
    result = graded(source, sandbox, limits=limits(dict.fromkeys(GROUPS, 1)))
    assert credits(result) == {"basics": 0, "negative": 1, "many": 0}
    assert "too slow" in evidence(result, "basics")
    assert "300,000,000" in evidence(result, "basics")


def test_group_whose_need_failed_is_not_reached(sandbox: Sandbox) -> None:
    result = graded("def triple(n):\n    return 0 * n", sandbox, needs={"negative": ("basics",), "basics": ("many",)})
    assert credits(result) == {"basics": 0, "negative": 0, "many": 0}
    assert evidence(result, "negative") == "not reached: needs basics"
    assert evidence(result, "basics") == "not reached: needs many"


def test_group_whose_need_passed_is_run(sandbox: Sandbox) -> None:
    assert set(credits(graded(REFERENCE, sandbox, needs={"many": ("basics", "negative")})).values()) == {1}


def test_passing_without_the_reference_s_assertions_is_no_pass(sandbox: Sandbox) -> None:
    tests = "def group_it(solution):\n    for item in solution.items():\n        assert item == 1\n"
    full, empty = "def items(): return [1, 1]", "def items(): return []"
    assert run_groups(sandbox, full, tests, ("it",), limits({"it": 2}), {})[0].credit == 1
    lost = run_groups(sandbox, empty, tests, ("it",), limits({"it": 2}), {})[0]
    assert (lost.credit, lost.evidence) == (0, "only 0 of 2 assertions were reached")
    assert check(empty, tests, sandbox).credit == 0


def test_groups_do_not_share_what_a_test_changed(sandbox: Sandbox) -> None:
    tests = "SEEN = []\ndef group_a(solution):\n    SEEN.append(1)\n    assert len(SEEN) == 1\ndef group_b(solution):\n    assert SEEN == []\n"
    assert [each.credit for each in run_groups(sandbox, "", tests, ("a", "b"), {}, {})] == [1, 1]


SECRETS = {
    "comparison": "assert solution.f(2) == 77",
    "reversed comparison": "assert 77 == solution.f(2)",
    "variable": "want = 77\n    assert solution.f(2) == want",
    "membership": "assert solution.f(2) in (77, 78)",
    "condition": "assert solution.f(2) == 77 and True",
    "exception": "assert solution.g(2) == 77",
}


@pytest.mark.parametrize("form", SECRETS)
def test_secret_keeps_expected_values_out_of_the_evidence(form: str, sandbox: Sandbox) -> None:
    source = "def f(n):\n    return 5\n\ndef g(n):\n    raise ValueError('no')"
    tests = f"def group_it(solution):\n    {SECRETS[form]}\n"
    hidden, shown = check(source, tests, sandbox, secret=True), check(source, tests, sandbox)
    assert hidden.credit == shown.credit == 0
    assert "77" not in hidden.evidence
    assert "77" in shown.evidence
    assert hidden.evidence


def test_secret_still_shows_the_call_and_what_came(sandbox: Sandbox) -> None:
    tests = "def group_it(solution):\n    assert solution.f(2) == 77\n"
    assert "solution.f(2) came as 5" in check("def f(n):\n    return 5", tests, sandbox, secret=True).evidence


FORMS = {
    "solution.f(2) == 5": 1,
    "solution.f(2) != 5": 0,
    "solution.f(2) > 4 and solution.f(1) < 6": 1,
    "not solution.f(2)": 0,
    "4 < solution.f(2) < 5": 0,
    "solution.f(2) is None": 0,
    "solution.f(2) in {5}": 1,
    "solution.f(2) not in {5}": 0,
    "isinstance(solution.f(2), int)": 1,
    "all(solution.f(n) == 5 for n in range(3))": 1,
    "[solution.f(n) for n in range(2)] == [5, 5]": 1,
    "(lambda n: solution.f(n))(1) == 6": 0,
}


@pytest.mark.parametrize("form", FORMS)
def test_assert_means_what_it_says(form: str, sandbox: Sandbox) -> None:
    tests = f"def group_it(solution):\n    assert {form}\n"
    result = check("def f(n):\n    return 5", tests, sandbox)
    assert result.credit == FORMS[form]
    assert bool(result.evidence) == (not FORMS[form])


def test_message_of_an_assert_comes_first(sandbox: Sandbox) -> None:
    tests = "def group_it(solution):\n    assert solution.f(2) == 6, 'the fee is kept'\n"
    assert "the fee is kept; solution.f(2) came as 5" in check("def f(n):\n    return 5", tests, sandbox).evidence


def test_asserts_of_helpers_count(sandbox: Sandbox) -> None:
    tests = "def same(one, two):\n    assert one == two\ndef group_it(solution):\n    same(solution.f(1), 1)\n    same(solution.f(2), 2)\n"
    cost = measure_groups(sandbox, "def f(n):\n    return n", tests)["it"]
    assert (cost.passed, cost.asserts) == (True, 2)


def test_raises_knows_the_solution_s_own_exceptions(sandbox: Sandbox) -> None:
    source = "class Full(Exception):\n    def __init__(self, size):\n        super().__init__(f'{size} is full')\n        self.size = size\n"
    source += "def add():\n    raise Full(3)"
    tests = "def group_it(solution):\n    with raises(solution.Full) as caught:\n        solution.add()\n    assert caught.value.size == 3\n"
    assert check(source, tests, sandbox).credit == 1
    assert check("Full = 3\ndef add(): raise ValueError", tests, sandbox).credit == 0


def test_raises_of_an_ancestor_holds(sandbox: Sandbox) -> None:
    tests = "def group_it(solution):\n    with raises(LookupError):\n        solution.get()\n"
    assert check("def get():\n    return {}['a']", tests, sandbox).credit == 1


def test_running_out_of_steps_is_no_exception_that_was_waited_for(sandbox: Sandbox) -> None:
    tests = "def group_it(solution):\n    with raises(Exception):\n        solution.f()\n"
    lost = run_groups(sandbox, "def f():\n    while True: pass", tests, ("it",), limits({"it": 1}), {})[0]
    assert lost.credit == 0


CHEATS = {
    "always equal": "class A:\n    def __eq__(self, other): return True\n    def __bool__(self): return True\ndef triple(n): return A()",
    "patched errors": "import builtins\nbuiltins.AssertionError = Exception\ndef triple(n): return None",
    "exit": "import sys\nsys.exit(0)",
    "everything": "def __getattr__(name): return lambda *a: True",
    "int in disguise": "class A(int):\n    def __eq__(self, other): return True\n    __hash__ = int.__hash__\ndef triple(n): return A(0)",
}


@pytest.mark.parametrize("cheat", CHEATS)
def test_cheat_earns_nothing(cheat: str, sandbox: Sandbox) -> None:
    assert set(credits(graded(CHEATS[cheat], sandbox)).values()) == {0}


def test_measuring_counts_fuel_and_assertions(sandbox: Sandbox) -> None:
    costs = measure_groups(sandbox, REFERENCE, TESTS)
    assert list(costs) == list(GROUPS)
    assert [cost.asserts for cost in costs.values()] == [2, 1, 3]
    assert all(cost.passed and cost.fuel > 0 for cost in costs.values())
    assert costs == measure_groups(sandbox, REFERENCE, TESTS)


def test_measuring_says_what_a_reference_fails(sandbox: Sandbox) -> None:
    costs = measure_groups(sandbox, "def triple(n):\n    return 3 * n", TESTS)
    assert not costs["negative"].passed
    assert "nothing was raised" in costs["negative"].reason


def test_group_that_asserts_nothing_is_no_group(sandbox: Sandbox) -> None:
    cost = measure_groups(sandbox, "", "def group_it(solution):\n    pass\n")["it"]
    assert (cost.passed, cost.reason) == (False, "it asserts nothing")


@pytest.mark.parametrize(
    ("fuel", "complexity", "limit"),
    [
        (1, False, 300_000_000),
        (30_000_000, False, 300_000_000),
        (30_000_001, False, 300_000_010),
        (75_000_001, True, 300_000_004),
    ],
)
def test_limit_follows_the_reference(fuel: int, complexity: bool, limit: int) -> None:
    assert group_limit(fuel, complexity=complexity) == limit


def test_entry_points_are_what_the_tests_read() -> None:
    assert entry_points(
        "def group_a(solution):\n    with raises(solution.Full):\n        solution.Till(1).add(2)\n"
    ) == {"Full", "Till"}
