"""A small task as both graders take it: sources, inputs, expected values."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

INPUTS = 50

Arguments = tuple[Any, ...]


@dataclass(frozen=True)
class Task:
    """One function to write, with a right and a wrong solution of ours."""

    entry: str
    """The function's name."""
    right: str
    wrong: str
    """Plausible, and fails some of the inputs."""
    inputs: tuple[Arguments, ...]

    @cached_property
    def expected(self) -> tuple[Any, ...]:
        """What the right solution answers natively, in the order of `inputs`."""
        names: dict[str, Any] = {}
        exec(self.right, names)
        return tuple(names[self.entry](*args) for args in self.inputs)

    @property
    def loop_tests(self) -> str:
        """A tests module whose one group asserts every case in a loop."""
        cases = ",\n".join(f"    ({args!r}, {value!r})" for args, value in zip(self.inputs, self.expected, strict=True))
        return (
            f"CASES = [\n{cases},\n]\n\n\ndef group_all(solution):\n    for args, expected in CASES:\n"
            f"        assert solution.{self.entry}(*args) == expected\n"
        )

    @property
    def written_tests(self) -> str:
        """A tests module whose one group spells every assert out."""
        asserts = "\n".join(
            f"    assert solution.{self.entry}({', '.join(map(repr, args))}) == {value!r}"
            for args, value in zip(self.inputs, self.expected, strict=True)
        )
        return f"def group_all(solution):\n{asserts}\n"


def inputs(seed: str, draw: Callable[[random.Random], Arguments], *given: Arguments) -> tuple[Arguments, ...]:
    """The given arguments and as many drawn ones as make fifty, the same each time."""
    rng = random.Random(seed)
    return (*given, *(draw(rng) for _ in range(INPUTS - len(given))))
