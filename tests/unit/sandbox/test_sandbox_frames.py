from __future__ import annotations

import io
import struct

import pytest

from crucibleforge.sandbox._limits import FRAME_BYTES
from crucibleforge.sandbox.protocol._frames import (
    REPLY,
    BrokenFrame,
    PipeClosed,
    WorkerFrame,
    read_frame,
    read_worker_frame,
    write_frame,
    write_worker_frame,
)


def test_frames_come_back_in_order() -> None:
    pipe = io.BytesIO()
    write_frame(pipe, b"one")
    write_frame(pipe, b"")
    write_worker_frame(pipe, WorkerFrame(REPLY, 7, b"{}"))
    pipe.seek(0)
    assert [read_frame(pipe), read_frame(pipe)] == [b"one", b""]
    assert read_worker_frame(pipe) == WorkerFrame(REPLY, 7, b"{}")


@pytest.mark.parametrize("data", [b"", b"\x01", b"\x05\x00\x00\x00abc"])
def test_a_pipe_that_ends_early_is_closed(data: bytes) -> None:
    with pytest.raises(PipeClosed):
        read_frame(io.BytesIO(data))


def test_a_frame_beyond_the_cap_is_not_read() -> None:
    with pytest.raises(BrokenFrame, match="bytes"):
        read_frame(io.BytesIO(struct.pack("<I", FRAME_BYTES + 1000)))


def test_a_worker_frame_without_a_head_is_broken() -> None:
    with pytest.raises(BrokenFrame, match="no head"):
        read_worker_frame(io.BytesIO(struct.pack("<I", 3) + b"abc"))


def test_writing_to_a_closed_pipe_is_told() -> None:
    pipe = io.BytesIO()
    pipe.close()
    with pytest.raises(PipeClosed):
        write_frame(pipe, b"x")
