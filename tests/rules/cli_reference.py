"""Writes docs/reference/cli.md from the commands themselves: `python -m tests.rules.cli_reference`."""

from __future__ import annotations

import contextlib
import io
import os
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "cli.md"
GROUPS = {
    "judge": ("answers", "calibrate"),
    "suite": ("list", "verify", "measure"),
    "models": ("list", "add", "find", "check"),
}


def page() -> str:
    """The whole page."""
    from crucibleforge.cli._app import COMMANDS

    calls = [(), *((name, *sub) for name in COMMANDS for sub in [(), *((one,) for one in GROUPS.get(name, ()))])]
    blocks = [f"## {' '.join(('crucibleforge', *call))}\n\n```text\n{_help(*call)}```\n" for call in calls]
    return "# Commands\n\nWritten by the program itself; `make docs` renews it.\n\n" + "\n".join(blocks)


def _help(*words: str) -> str:
    from crucibleforge.cli._app import app

    out = io.StringIO()
    os.environ["COLUMNS"] = "100"
    with contextlib.redirect_stdout(out), contextlib.suppress(SystemExit):
        app([*words, "--help"], prog_name="crucibleforge")
    return "\n".join(line.rstrip() for line in out.getvalue().strip("\n").splitlines()) + "\n"


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
