"""What `suite freeze` prints."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from crucibleforge.score import shown_points
from crucibleforge.suite import Release, Suite
from crucibleforge.workshop import CaseDifference, Effect, RowMove, SuiteDifference

from ._output import console, plain
from ._suite_diff import UNKNOWN, diff_json, print_diff

FIRST = ("Scores: none before.",)


def print_changes(before: Suite, after: Suite, found: SuiteDifference, follows: Effect | None) -> None:
    """What the release changes, and the same as lines for the changelog."""
    print_diff(f"release {before.version}", after, found, follows)
    console.print("\nFor the changelog:", style="bold")
    for line in changelog_lines(found, follows):
        console.print(plain(line), soft_wrap=True)


def changelog_lines(found: SuiteDifference, follows: Effect | None) -> Iterator[str]:
    """An entry to start from."""
    for each in found.cases:
        yield f"- {each.case.id} {_became(each)}"
    for words in (*found.profile, *found.program):
        yield f"- {words}"
    if follows is None:
        yield "Scores: no store to reckon them from."
        return
    moves = [_moved(row) for row in follows.rows if row.before.total != row.after.total]
    yield f"Scores: {'; '.join(moves) or 'no Total moves'}."


def _became(found: CaseDifference) -> str:
    words = [word for changed in found.words.values() for word in changed]
    return f"{found.what}: {'; '.join(words)}" if words else found.what


def _moved(row: RowMove) -> str:
    after = UNKNOWN if row.after.total is None else shown_points(row.after.total)
    return f"{row.before.model} {shown_points(row.before.total)} -> {after}"


def frozen_json(
    release: Release, folder: Path, found: SuiteDifference | None, follows: Effect | None
) -> dict[str, Any]:
    """The release, and what it changed."""
    return {
        "version": release.version,
        "folder": str(folder),
        "seal": release.seal,
        "previous": release.previous or None,
        "cases": len(release.stamps),
        "files": len(release.files),
        "changes": None if found is None else diff_json(found, follows),
        "changelog": list(FIRST if found is None else changelog_lines(found, follows)),
    }
