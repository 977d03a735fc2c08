"""Tasks about numbers, two of them recursive."""

from __future__ import annotations

import random
from typing import Any

from .task import Arguments, Task, inputs


def _nested(rng: random.Random, depth: int = 3) -> list[Any]:
    return [
        _nested(rng, depth - 1) if depth and rng.random() < 0.4 else rng.randint(0, 9) for _ in range(rng.randint(0, 4))
    ]


def _purse(rng: random.Random) -> Arguments:
    return (rng.randint(0, 40), sorted(rng.sample([1, 2, 3, 5, 7, 10], rng.randint(1, 4))))


TASKS = (
    Task(
        "roman",
        right="""
def roman(number):
    signs = [
        (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
        (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
    ]
    text = ""
    for value, sign in signs:
        text += sign * (number // value)
        number %= value
    return text
""",
        wrong="""
def roman(number):
    signs = [(1000, "M"), (500, "D"), (100, "C"), (50, "L"), (10, "X"), (5, "V"), (1, "I")]
    text = ""
    for value, sign in signs:
        text += sign * (number // value)
        number %= value
    return text
""",
        inputs=inputs("roman", lambda rng: (rng.randint(1, 3000),), (1,), (3,)),
    ),
    Task(
        "ways_to_pay",
        right="""
def ways_to_pay(amount, coins):
    if amount == 0:
        return 1
    if amount < 0 or not coins:
        return 0
    return ways_to_pay(amount - coins[-1], coins) + ways_to_pay(amount, coins[:-1])
""",
        wrong="""
def ways_to_pay(amount, coins):
    if amount == 0:
        return 1
    return sum(ways_to_pay(amount - coin, coins) for coin in coins[-2:] if coin > 4 and coin <= amount)
""",
        inputs=inputs("ways_to_pay", _purse, (0, [1])),
    ),
    Task(
        "deepest",
        right="""
def deepest(nested):
    total, depth = 0, 0
    for item in nested:
        if isinstance(item, list):
            inner_total, inner_depth = deepest(item)
            total += inner_total
            depth = max(depth, inner_depth)
        else:
            total += item
    return total, depth + 1
""",
        wrong="""
def deepest(nested):
    total, depth = 0, 0
    for item in nested:
        if isinstance(item, list):
            inner_total, depth = deepest(item)
            total += inner_total
        else:
            total += item
    return total, depth + 1
""",
        inputs=inputs("deepest", lambda rng: (_nested(rng),), ([],), ([1, [2]],)),
    ),
)
