"""Writes docs/reference/faults.md from the registry of faults: `python -m tests.rules.faults_reference`."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "faults.md"
HEAD = """# The hostile endpoint

Written from `crucibleforge.testing.faults`; `make docs` renews it.

A scripted server does to a client what endpoints do in the field.
Each fault has one outcome that it must lead to, and every one is run against our own client over HTTP in the tests.
“Not asked” leaves a question without an answer and is never scored; every other outcome is.
The last column counts the requests that our client sends, first one included.

Try any client on it:

```text
python -m crucibleforge.testing --list
python -m crucibleforge.testing --fault error-after-text
python -m crucibleforge.testing --fault busy-seconds --times 1 --port 8081
```

In Python, `ScriptedServer(fault("error-after-text"))` serves it; `FAULTS["error-after-text"].leads_to` says what it must lead to.
To make sense of the faults about tool calls, offer the tools `get_time(city: string)` and `save(record: object, label: string)`.

"""


def page() -> str:
    """The whole page."""
    from crucibleforge.testing.faults import table

    return HEAD + table()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
