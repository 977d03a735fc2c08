"""What the changelog of a suite must say of a release."""

from __future__ import annotations

import re

from crucibleforge.core.errors import SuiteError
from crucibleforge.suite import Suite, read_text

from ._difference import SuiteDifference


def demand_told(suite: Suite, changed: SuiteDifference | None) -> None:
    """The changelog must tell readers of the board what a release did.

    Args:
        changed: since the release before; None for the first.

    Raises:
        SuiteError: naming what is not told, and where.
    """
    path = suite.root / "CHANGELOG.md"
    heading = f"## {suite.version}"
    lines = read_text(path).splitlines()
    starts = [number for number, line in enumerate(lines) if line.split("(")[0].strip() == heading]
    if not starts:
        raise SuiteError(f"no entry {heading!r}", path=path, hint="say there what this release changes")
    start = starts[0]
    if "unreleased" in lines[start].lower():
        raise SuiteError("the entry says unreleased", path=path, line=start + 1, hint="take the word out, or wait")
    end = next((n for n, line in enumerate(lines) if n > start and line.startswith("## ")), len(lines))
    entry = "\n".join(lines[start + 1 : end])
    names = [each.case.id for each in changed.cases] if changed else []
    untold = [name for name in names if not re.search(rf"\b{re.escape(name)}\b", entry)]
    if untold:
        raise SuiteError(
            f"the entry does not name {', '.join(untold)}",
            path=path,
            line=start + 1,
            hint="say of each case that changed since the last release what became of it",
        )
    if not re.search(r"^(?:[-*] )?Scores: \S", entry, re.MULTILINE):
        raise SuiteError(
            "the entry does not say what the release did to the scores",
            path=path,
            line=start + 1,
            hint="add a line that begins with `Scores: `; of a first release: `Scores: none before.`",
        )
