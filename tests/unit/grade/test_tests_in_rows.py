"""Tests are written as if each call were made at once: what crosses in rows must not show."""

from __future__ import annotations

import pytest

from crucibleforge.core.grading import Check
from crucibleforge.grade import measure_groups, run_groups
from crucibleforge.sandbox import Sandbox


def check(source: str, body: str, sandbox: Sandbox, *, before: str = "", secret: bool = False) -> Check:
    lines = "\n".join(f"    {line}" for line in body.strip().splitlines())
    tests = f"{before}\ndef group_it(solution):\n{lines}\n"
    return run_groups(sandbox, source, tests, ("it",), {}, {}, secret=secret)[0]


RIGHT = {
    "a list that grows between calls": (
        "def f(x): return len(x)",
        "x = [1]\nassert solution.f(x) == 1\nx.append(2)\nassert solution.f(x) == 2",
    ),
    "an inner list that changes": (
        "def f(grid): return grid[0][0]",
        "grid = [[1]]\nassert solution.f(grid) == 1\ngrid[0][0] = 5\nassert solution.f(grid) == 5",
    ),
    "a wish that grows": (
        "seen = []\ndef f(x):\n    seen.append(x)\n    return list(seen)",
        "want = []\nfor n in range(20):\n    want.append(n)\n    assert solution.f(n) == want",
    ),
    "a counter as wish": (
        "from collections import Counter\nseen = Counter()\ndef f(x):\n    seen[x] += 1\n    return dict(seen)",
        "from collections import Counter\nc = Counter()\nfor x in 'abca':\n    c[x] += 1\n    assert solution.f(x) == c",
    ),
    "the argument itself": ("def f(x): return x", "xs = [1, 2]\nassert solution.f(xs) is xs"),
    "an argument that is returned, and changed by the test": (
        "def f(x): return x",
        "xs = [1]\nassert solution.f(xs) == [1]\nxs.append(2)\nassert solution.f(xs) == [1, 2]",
    ),
    "an argument that is returned, and given away": (
        "def f(x): return x",
        "xs = [1]\nassert solution.f(xs) == [1]\nxs.append(object())",
    ),
    "long arguments": ("def f(x): return len(x)", "for _ in range(10):\n    assert solution.f('x' * 1_500_000) == 1_500_000"),
    "an exception group": (
        "def f(x): raise ValueError(x)",
        "caught = []\ntry:\n    solution.f(1)\nexcept* ValueError as group:\n    caught.append(group)\nassert caught",
    ),
    "a name that has no value": (
        "def f(x): return x",
        "big = False\nif big:\n    extra = 5\nassert solution.f(1) == (extra if big else 1)",
    ),
    "a tuple of exceptions": (
        "def f(x): raise KeyError(x)",
        "with raises((ValueError, KeyError)):\n    solution.f(1)",
    ),
    "a helper that expects an exception": (
        "def parse(x):\n    if x == 'x': raise ValueError\n    return int(x)",
        "desk = Desk(solution)\nassert solution.parse('1') == 1\nassert desk.refuses('x') is True",
    ),
}  # fmt: skip
WRONG = {
    "an argument that is returned, and put right by the test": (
        "def f(x): return x",
        "xs = [2, 1]\nassert solution.f(xs) == [1, 2]\nxs.sort()\nassert solution.f(xs) == [1, 2]",
    ),
    "the argument itself": ("def f(x): return x", "xs = [1, 2]\nassert solution.f(xs) is not xs"),
    "an exception that a helper swallows": (
        "def parse(x): raise ValueError",
        "desk = Desk(solution)\nassert solution.parse('1') == 1\nassert desk.refuses('x') is True",
    ),
    "an exception that a bare helper swallows": (
        "def parse(x): raise ValueError",
        "desk = Desk(solution)\nsolution.parse('1')\ndesk.refuses('x')",
    ),
    "a failed assertion that a helper swallows": (
        "def parse(x): return 0",
        "desk = Desk(solution)\nassert solution.parse('1') == 1\nassert desk.holds() is False",
    ),
    "leaving where an exception is expected": (
        "import sys\ndef f(x): sys.exit(1)",
        "with raises(Exception):\n    solution.f(1)",
    ),
    "a bool among numbers": ("def f(x): return True", "assert solution.f(1) == 1 and solution.f(2) == 1"),
    "a bool in a set": ("def f(x): return True", "assert solution.f(1) in {1, 2}"),
    "half a character": (
        "def f(x): return '\\ud83d' + '\\ude00'",
        "assert solution.f(1) == '\\U0001f600'",
    ),
}  # fmt: skip
DESK = """
class Desk:
    def __init__(self, solution): self.solution = solution
    def refuses(self, x):
        try: self.solution.parse(x)
        except ValueError: return True
        return False
    def holds(self):
        try: assert self.solution.parse('2') == 2
        except AssertionError: return False
        return True
"""


@pytest.mark.parametrize("name", RIGHT)
def test_a_right_solution_passes(name: str, sandbox: Sandbox) -> None:
    source, body = RIGHT[name]
    assert check(source, body, sandbox, before=DESK).evidence == ""


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_solution_fails(name: str, sandbox: Sandbox) -> None:
    source, body = WRONG[name]
    lost = check(source, body, sandbox, before=DESK)
    assert (lost.credit, bool(lost.evidence)) == (0, True)


def test_each_run_of_a_group_has_tests_of_its_own(sandbox: Sandbox) -> None:
    source = "def f(xs, n):\n    xs.sort()\n    return [*xs, n]"
    body = "n = next(IDS)\nassert solution.f([2, 1], n) == [1, 2, n]\nassert n == 1"
    assert check(source, body, sandbox, before="IDS = iter([1, 2, 3])").evidence == ""


def test_a_solution_never_sees_the_calls_to_come(sandbox: Sandbox) -> None:
    source = (
        "import gc\ndef f(x):\n"
        "    return [d for d in gc.get_objects() if isinstance(d, dict) and 'later' in str(d.get('raw'))] != []"
    )
    body = "assert solution.f('now') is False\nassert solution.f('later') is True"
    assert check(source, body, sandbox).evidence == ""


def test_rows_and_turns_cost_the_same(sandbox: Sandbox) -> None:
    source = "class B:\n    def put(self, n): self.n = n\n    def get(self): return self.n, 1"
    row = "b = solution.B()\nfor n in range(60):\n    b.put(n)\n    assert b.get() == (n, 1)"
    changed = f"{row}\nassert solution.B().put([1]) is None"
    costs = []
    for body in (row, changed):
        lines = "\n".join(f"    {line}" for line in body.splitlines())
        costs.append(measure_groups(sandbox, source, f"def group_it(solution):\n{lines}\n")["it"])
    assert costs[0].passed
    assert costs[1].passed
    assert costs[1].fuel < costs[0].fuel * 1.1


@pytest.mark.parametrize("taking", ["solution, /", "*, solution", "solution, other", "*solution", ""])
def test_a_group_takes_the_solution_alone(taking: str, sandbox: Sandbox) -> None:
    tests = f"def group_it({taking}):\n    assert True\n"
    if taking in ("solution, /",):
        assert run_groups(sandbox, "", tests, ("it",), {}, {})[0].credit == 1
    else:
        with pytest.raises(ValueError, match="exactly one argument"):
            run_groups(sandbox, "", tests, ("it",), {}, {})


def test_secret_wishes_stay_secret_in_helpers(sandbox: Sandbox) -> None:
    before = "def same(got, want):\n    assert want == got\n"
    lost = check("def f(x): return 5", "same(solution.f(1), 424242)", sandbox, before=before, secret=True)
    assert lost.credit == 0
    assert "424242" not in lost.evidence


@pytest.mark.parametrize(
    "statement",
    ["for x in solution.f(0):\n    pass", "if solution.f(0):\n    pass", "n += solution.f(0)", "return solution.f(0)"],
)
def test_the_statement_that_failed_is_the_one_that_is_named(statement: str, sandbox: Sandbox) -> None:
    source = "def g(): return 1\ndef f(x): return 1 / x"
    lost = check(source, f"n = 0\nassert solution.g() == 1\n{statement}", sandbox)
    assert "solution.f(0)" in lost.evidence
    assert "solution.g() == 1" not in lost.evidence


def test_numbers_made_to_collide_do_not_stop_the_grader(sandbox: Sandbox) -> None:
    source = "def f(n): return [k * (2**61 - 1) for k in range(n)]"
    lost = check(source, "assert len(set(solution.f(60_000))) == 60_000", sandbox)
    assert "long numbers" in lost.evidence
