"""Frames on the pipes between grader and worker: a length (u32, little-endian), then the payload.

Grader to worker: `start` opens an instance, each further frame is answered by one, and an empty frame ends it. A frame that
begins with `ROW` holds several for the guest, which gets them one by one; the answer holds as many.
Worker to grader: the payload begins with a letter and the fuel that is left (u64).

    Grader     {"fuel": n, "memory": n}     JSON…      ""
    Worker     S status of the worker (once, at its start)
               R the guest's reply
               X the instance has ended: {"end": "end|fuel|exit|trap|protocol", "detail": text}
               F the worker could not start: {"what": …, "message": …, "hint": …}
"""

from __future__ import annotations

import struct
from collections.abc import Iterable
from dataclasses import dataclass
from typing import IO

from crucibleforge.sandbox._limits import FRAME_BYTES

STATUS, REPLY, ENDED, FAILED = b"S", b"R", b"X", b"F"

ROW = b"\x01"
LENGTH_IN_ROW = 4
"""Bytes that a row takes more for each frame."""

_LENGTH = struct.Struct("<I")
_HEAD = struct.Struct("<cQ")
_LONGEST = FRAME_BYTES + len(ROW) + LENGTH_IN_ROW + _HEAD.size


class PipeClosed(Exception):
    """The other side is gone."""


class BrokenFrame(Exception):
    """Bytes that no frame consists of."""


@dataclass(frozen=True, slots=True)
class WorkerFrame:
    """What the worker sent."""

    kind: bytes
    fuel_left: int
    body: bytes


def write_frame(pipe: IO[bytes], payload: bytes) -> None:
    """Sends one frame.

    Raises:
        PipeClosed: nobody is reading.
    """
    try:
        pipe.write(_LENGTH.pack(len(payload)) + payload)
        pipe.flush()
    except (OSError, ValueError) as error:
        raise PipeClosed from error


def read_frame(pipe: IO[bytes]) -> bytes:
    """Waits for one frame.

    Raises:
        PipeClosed: the pipe ended, even inside a frame.
        BrokenFrame: the frame claims to be longer than any may be.
    """
    (length,) = _LENGTH.unpack(_read_exactly(pipe, _LENGTH.size))
    if length > _LONGEST:
        raise BrokenFrame(f"a frame of {length} bytes")
    return _read_exactly(pipe, length)


def row_of(frames: Iterable[bytes]) -> bytes:
    """Several frames as one: before each its length, as four characters of seven bits, so that a row of texts is a text."""
    parts = [ROW]
    for frame in frames:
        length = len(frame)
        parts += bytes((length & 0x7F, length >> 7 & 0x7F, length >> 14 & 0x7F, length >> 21)), frame
    return b"".join(parts)


def frames_of(payload: bytes) -> list[bytes]:
    """The frames of a row.

    Raises:
        BrokenFrame: it is none.
    """
    frames, at = [], len(ROW)
    while at + LENGTH_IN_ROW <= len(payload):
        length = payload[at] | payload[at + 1] << 7 | payload[at + 2] << 14 | payload[at + 3] << 21
        at += LENGTH_IN_ROW + length
        frames.append(payload[at - length : at])
    if at != len(payload) or not payload.startswith(ROW):
        raise BrokenFrame("frames that do not fill their row")
    return frames


def write_worker_frame(pipe: IO[bytes], frame: WorkerFrame) -> None:
    """Sends one frame from the worker."""
    write_frame(pipe, _HEAD.pack(frame.kind, frame.fuel_left) + frame.body)


def read_worker_frame(pipe: IO[bytes]) -> WorkerFrame:
    """Waits for one frame from the worker; raises as `read_frame`."""
    payload = read_frame(pipe)
    if len(payload) < _HEAD.size:
        raise BrokenFrame(f"a frame of {len(payload)} bytes has no head")
    kind, fuel_left = _HEAD.unpack_from(payload)
    return WorkerFrame(kind, fuel_left, payload[_HEAD.size :])


def _read_exactly(pipe: IO[bytes], size: int) -> bytes:
    try:
        data = pipe.read(size)
    except (OSError, ValueError) as error:
        raise PipeClosed from error
    if len(data) < size:
        raise PipeClosed
    return data
