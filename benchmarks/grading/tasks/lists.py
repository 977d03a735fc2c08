"""Tasks about lists."""

from __future__ import annotations

import random

from .task import Arguments, Task, inputs


def _numbers(rng: random.Random, most: int = 30) -> list[int]:
    return [rng.randint(-20, 20) for _ in range(rng.randint(0, most))]


def _grid(rng: random.Random) -> Arguments:
    width, height = rng.randint(1, 6), rng.randint(1, 6)
    return ([[rng.randint(0, 9) for _ in range(width)] for _ in range(height)],)


TASKS = (
    Task(
        "longest_climb",
        right="""
def longest_climb(values):
    best = run = 0
    for index, value in enumerate(values):
        run = run + 1 if index and value > values[index - 1] else 1
        best = max(best, run)
    return best
""",
        wrong="""
def longest_climb(values):
    best = run = 0
    for index, value in enumerate(values):
        if index and value > values[index - 1]:
            run += 1
        else:
            best = max(best, run)
            run = 1
    return best
""",
        inputs=inputs("longest_climb", lambda rng: (_numbers(rng),), ([],), ([3, 1],)),
    ),
    Task(
        "merge_sorted",
        right="""
def merge_sorted(left, right):
    merged = []
    i = j = 0
    while i < len(left) and j < len(right):
        if left[i] <= right[j]:
            merged.append(left[i])
            i += 1
        else:
            merged.append(right[j])
            j += 1
    return merged + left[i:] + right[j:]
""",
        wrong="""
def merge_sorted(left, right):
    return sorted(set(left) | set(right))
""",
        inputs=inputs(
            "merge_sorted", lambda rng: (sorted(_numbers(rng, 15)), sorted(_numbers(rng, 15))), ([], []), ([1], [2])
        ),
    ),
    Task(
        "turn",
        right="""
def turn(rows):
    return [[row[column] for row in reversed(rows)] for column in range(len(rows[0]))]
""",
        wrong="""
def turn(rows):
    return [[row[column] for row in rows] for column in range(len(rows[0]))]
""",
        inputs=inputs("turn", _grid, ([[1]],), ([[1, 2, 3]],)),
    ),
)
