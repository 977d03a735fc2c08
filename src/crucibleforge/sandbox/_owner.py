"""The grader as a worker sees it: two pipes, taken away from the standard streams."""

from __future__ import annotations

import json
import os
from typing import IO, NoReturn

from .protocol._frames import FAILED, WorkerFrame, write_worker_frame


def claim_pipes() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes to and from the grader; nothing else can write into the protocol any more."""
    requests, replies = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)
    return requests, replies


def fail(replies: IO[bytes], what: str, error: Exception) -> NoReturn:
    """Tells the grader why there will be no worker, and ends."""
    told = {"what": what, "message": f"{type(error).__name__}: {error}"}
    write_worker_frame(replies, WorkerFrame(FAILED, 0, json.dumps(told).encode()))
    os._exit(1)
