"""One request a line in, one reply a line out. Standard library only: the peer's environment knows nothing else."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Mapping
from typing import Any


def serve(operations: Mapping[str, Callable[..., Any]]) -> None:
    """Answers requests until the input ends; what anything else prints goes to the error stream."""
    with os.fdopen(os.dup(1), "w", encoding="utf-8") as replies:
        os.dup2(2, 1)
        for line in sys.stdin:
            asked = json.loads(line)
            operation = operations[asked.pop("op")]
            replies.write(json.dumps(operation(**asked)) + "\n")
            replies.flush()
