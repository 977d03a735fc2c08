"""Small cases of code, made by hand, and answers to them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from crucibleforge.core.case import (
    Budget,
    Bug,
    BughuntContent,
    Case,
    Content,
    GroupLimit,
    Kind,
    PredictContent,
    ProgramContent,
)
from crucibleforge.core.conversation import Answer, Outcome, Turn
from crucibleforge.core.grading import Check, Grade
from crucibleforge.core.stamps import Stamps

PROMPT = "Write `triple(n)`, which returns three times the number `n`. A negative number raises `ValueError`."
TESTS = """
LIMIT = 3

def group_basics(solution):
    \"\"\"Small numbers.

    More words.\"\"\"
    assert solution.triple(1) == 3
    assert solution.triple(4) == 12


def group_negative(solution):
    with raises(ValueError):
        solution.triple(-1)


def group_many(solution):
    for number in range(LIMIT):
        assert solution.triple(number) == 3 * number
"""
REFERENCE = "def triple(n):\n    if n < 0:\n        raise ValueError(n)\n    return 3 * n\n"
GROUPS = ("basics", "negative", "many")
PROGRAM = """class Till:
    def __init__(self, coins=[]):
        self.coins = coins

    def add(self, coin):
        if coin <= 0:
            return False
        self.coins.append(coin)
        return True

    def total(self):
        total = 1
        for coin in self.coins:
            total += coin
        return total
"""
TILL_TESTS = """
def group_own(solution):
    first, second = solution.Till(), solution.Till()
    first.add(2)
    assert len(second.coins) == 0


def group_sum(solution):
    till = solution.Till()
    till.add(2)
    till.add(3)
    assert till.total() == 5
"""


def case(kind: Kind, content: Content, *, system: str = "") -> Case:
    stamps = Stamps("q", "j", "c")
    return Case("XX1", "example", "Example", "part", kind, "something", Budget(100), content, stamps, system)


def program_case(**changes: Any) -> Case:
    fields: dict[str, Any] = {
        "prompt": PROMPT,
        "tests": TESTS,
        "groups": GROUPS,
        "limits": {},
        "reference": REFERENCE,
        **changes,
    }
    return case("program", ProgramContent(**fields))


def predict_case(program: str) -> Case:
    prompt = (
        f"What does this program print? Answer with its exact output in one code block.\n\n```python\n{program}\n```\n"
    )
    return case("predict", PredictContent(prompt, program))


def bughunt_case() -> Case:
    listing = "\n".join(f"{number:3} {line}" for number, line in enumerate(PROGRAM.splitlines(), 1))
    prompt = f"A till counts its coins; each till has coins of its own. Answer with `LINE n: replacement`.\n\n```\n{listing}\n```\n"
    bugs = (
        Bug("alias", "tills share their coins", {3: "        self.coins = list(coins)"}, ("own",)),
        Bug("start", "the sum starts at one", {12: "        total = 0"}, ("sum",)),
    )
    content = BughuntContent(prompt, PROGRAM, bugs, (6,), TILL_TESTS, ("own", "sum"), {}, "")
    return case("bughunt", content)


def limits(asserts: Mapping[str, int], fuel: int = 300_000_000) -> dict[str, GroupLimit]:
    return {group: GroupLimit(fuel // 10, fuel, count) for group, count in asserts.items()}


def answer(*turns: str | Turn, **fields: Any) -> Answer:
    made = tuple(Turn((), turn, **fields) if isinstance(turn, str) else turn for turn in turns)
    return Answer("XX1", made, Outcome.ANSWERED)


def credits(grade: Grade | Sequence[Check]) -> dict[str, float | None]:
    checks = grade.checks if isinstance(grade, Grade) else grade
    return {check.id: check.credit for check in checks}


def share(checks: Sequence[Check]) -> float:
    return sum(check.weight * (check.credit or 0) for check in checks) / sum(check.weight for check in checks)


def evidence(grade: Grade, check_id: str) -> str:
    return next(check.evidence for check in grade.checks if check.id == check_id)
