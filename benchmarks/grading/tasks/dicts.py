"""Tasks about dictionaries."""

from __future__ import annotations

import random
from typing import Any

from .task import Arguments, Task, inputs


def _words(rng: random.Random) -> Arguments:
    return ([rng.choice(["oak", "elm", "ash", "beech", "fir", "yew"]) for _ in range(rng.randint(0, 20))],)


def _sales(rng: random.Random) -> Arguments:
    return ([(rng.choice("abcd"), rng.randint(1, 90)) for _ in range(rng.randint(1, 20))],)


def _settings(rng: random.Random, depth: int = 3) -> dict[str, Any]:
    names = rng.sample(["size", "color", "edge", "font", "grid"], rng.randint(1, 3))
    return {name: _settings(rng, depth - 1) if depth and rng.random() < 0.5 else rng.randint(0, 9) for name in names}


TASKS = (
    Task(
        "by_length",
        right="""
def by_length(words):
    groups = {}
    for word in words:
        group = groups.setdefault(len(word), [])
        if word not in group:
            group.append(word)
    return {length: sorted(group) for length, group in groups.items()}
""",
        wrong="""
def by_length(words):
    groups = {}
    for word in words:
        groups.setdefault(len(word), []).append(word)
    return {length: sorted(group) for length, group in groups.items()}
""",
        inputs=inputs("by_length", _words, ([],), (["oak"],)),
    ),
    Task(
        "best_seller",
        right="""
def best_seller(sales):
    totals = {}
    for name, amount in sales:
        totals[name] = totals.get(name, 0) + amount
    return min(totals.items(), key=lambda item: (-item[1], item[0]))
""",
        wrong="""
def best_seller(sales):
    return min(sales, key=lambda item: (-item[1], item[0]))
""",
        inputs=inputs("best_seller", _sales, ([("a", 1)],), ([("b", 2), ("a", 2)],)),
    ),
    Task(
        "overlay",
        right="""
def overlay(old, new):
    merged = dict(old)
    for name, value in new.items():
        before = merged.get(name)
        merged[name] = overlay(before, value) if isinstance(before, dict) and isinstance(value, dict) else value
    return merged
""",
        wrong="""
def overlay(old, new):
    return {**old, **new}
""",
        inputs=inputs("overlay", lambda rng: (_settings(rng), _settings(rng)), ({}, {}), ({"a": 1}, {"b": 2})),
    ),
)
