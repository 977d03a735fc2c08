"""Writes docs/reference/dialects.md from the registry of dialects: `python -m tests.rules.dialects_reference`."""

from __future__ import annotations

from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "reference" / "dialects.md"
HEAD = """# Dialects

Written from `crucibleforge.testing.dialects`; `make docs` renews it.

Endpoints that are sound, and differ in how they want to be asked and read.
Each one is a scripted server in front of a model that passes the set-up check; the tests run every one against our own client over HTTP.
The last column is a question that comes after the check, on a server at hand.

```text
python -m crucibleforge.testing --dialect thinking-eats-budget --port 8081
crucibleforge models check http://127.0.0.1:8081/v1#scripted
```

"""


def page() -> str:
    """The whole page."""
    from crucibleforge.testing.dialects import table

    return HEAD + table()


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
