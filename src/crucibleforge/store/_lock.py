"""One writer at a time. Both locks vanish with their process, however it ends."""

from __future__ import annotations

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from sqlalchemy import Connection, func, select
from sqlalchemy.exc import OperationalError

from crucibleforge.core.clock import monotonic_s

__all__ = ["advisory_lock", "file_lock"]

_ADVISORY_KEY = 0x43464F52
"""Ours among the advisory locks of a database; the schema is the second half of the key."""
_LOCK_NOT_AVAILABLE = "55P03"
_PATIENCE_S = 1.0
"""The last holder may have been killed just now, and the system still be clearing it away."""
_POLL_S = 0.02


@contextmanager
def file_lock(path: Path) -> Iterator[bool]:
    """Try to lock a file beside the store, and say whether that worked.

    The file stays: removing it would let a third process lock a file of the same name while the second waits on the old one.
    """
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    try:
        yield _flock(handle)
    finally:
        os.close(handle)


def _flock(handle: int) -> bool:
    deadline = monotonic_s() + _PATIENCE_S
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if monotonic_s() > deadline:
                return False
            time.sleep(_POLL_S)
        else:
            return True


@contextmanager
def advisory_lock(connection: Connection) -> Iterator[bool]:
    """Try to lock the connection's schema, and say whether that worked. Closing the connection lets go of it."""
    with connection.begin():
        # A server needs longer to notice that.
        connection.exec_driver_sql("SET LOCAL lock_timeout = '2s'")
        got = _wait_for(connection)
    yield got


def _wait_for(connection: Connection) -> bool:
    try:
        with connection.begin_nested():
            connection.execute(select(func.pg_advisory_lock(_ADVISORY_KEY, func.hashtext(func.current_schema()))))
    except OperationalError as error:
        if getattr(error.orig, "sqlstate", None) != _LOCK_NOT_AVAILABLE:
            raise
        return False
    return True
