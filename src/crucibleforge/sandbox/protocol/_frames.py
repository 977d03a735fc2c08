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

_LENGTH = struct.Struct("<I")
_HEAD = struct.Struct("<cQ")


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
    if length > FRAME_BYTES + _HEAD.size:
        raise BrokenFrame(f"a frame of {length} bytes")
    return _read_exactly(pipe, length)


def row_of(frames: Iterable[bytes]) -> bytes:
    """Several frames as one."""
    return ROW + b"".join(_LENGTH.pack(len(frame)) + frame for frame in frames)


def frames_of(payload: bytes) -> list[bytes]:
    """The frames of a row.

    Raises:
        BrokenFrame: it is none.
    """
    frames, at = [], len(ROW)
    while at < len(payload):
        head = payload[at : at + _LENGTH.size]
        length = _LENGTH.unpack(head)[0] if len(head) == _LENGTH.size else len(payload)
        at += _LENGTH.size + length
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
