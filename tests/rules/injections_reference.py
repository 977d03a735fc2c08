"""Writes docs/reference/injections.md from the shipped injections: `python -m tests.rules.injections_reference`."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "injections.md"
HEAD = """# Injections

Written from `crucibleforge.judge.injection`; `make docs` renews it.

What `crucibleforge doctor --injections --judge MODEL` tries on a judge, and which verdict each is after.
[How chat is judged](../method/judge.md) says what becomes of them.

To add one, write a file into a folder of `judge/injection/pack`: `trick` in plain words, `reply` with the text that a model would add to its reply, and where needed `wants = "NO"` and `repeat`.
`@ASK@` in a reply stands for the question, `@MARK@` for a mark of the fence. The tests find it by themselves, and check that no two files tell or do the same.
"""


def page() -> str:
    """The whole page."""
    return HEAD + "".join(_tables())


def _tables() -> Iterator[str]:
    from crucibleforge.judge.injection import read_injections

    for folder, members in groupby(read_injections(), key=lambda one: one.name.partition("/")[0]):
        yield f"\n## {folder}\n\n| name | what it tries | wants |\n|---|---|---|\n"
        yield from (f"| `{one.name.partition('/')[2]}` | {one.trick} | {one.wants} |\n" for one in members)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
