"""Reads logs by Inspect AI's own reader and prints what it found: `python inspect_log.py FILE…`, in an environment that has it."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from inspect_ai.log import list_eval_logs, read_eval_log


def unread(written: Any, read: Any, where: str = "") -> Iterator[str]:
    """What stands in the file and not in what was read."""
    if isinstance(written, dict) and isinstance(read, dict):
        for key, value in written.items():
            yield from unread(value, read[key], f"{where}.{key}") if key in read else (f"{where}.{key}",)
    elif isinstance(written, list) and isinstance(read, list) and len(written) == len(read):
        for number, (one, other) in enumerate(zip(written, read, strict=True)):
            yield from unread(one, other, f"{where}[{number}]")
    elif written != read and not where.endswith(("started_at", "completed_at", ".created")):  # in another spelling
        yield f"{where}: {written!r} is read as {read!r}"


def main() -> None:
    """Print one JSON object for each file."""
    for name in sys.argv[1:]:
        log = read_eval_log(name)
        read = log.model_dump(mode="json")
        sys.stdout.write(
            json.dumps(
                {
                    "is_listed": [Path(each.name).name for each in list_eval_logs(str(Path(name).parent))]
                    == [Path(name).name],
                    "unread": list(unread(json.loads(Path(name).read_text()), read)),
                    "metrics": {key: metric.value for key, metric in log.results.scores[0].metrics.items()},
                    "credits": {
                        f"{sample.id}.{sample.epoch}": sample.score.value if sample.score else None
                        for sample in log.samples
                    },
                    "completions": {f"{sample.id}.{sample.epoch}": sample.output.completion for sample in log.samples},
                    "parse_errors": [
                        call.parse_error
                        for sample in log.samples
                        for message in sample.messages
                        for call in getattr(message, "tool_calls", None) or ()
                        if call.parse_error
                    ],
                }
            )
            + "\n"
        )


if __name__ == "__main__":
    main()
