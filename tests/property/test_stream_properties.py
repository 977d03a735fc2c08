"""A stream reads the same however the network cuts it, and a part of one is never an answer."""

from __future__ import annotations

import json
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crucibleforge.ask import Thinking
from crucibleforge.ask._faults import Fault, read_fault
from crucibleforge.ask._outcome import Reading, read_outcome
from crucibleforge.ask._reception import Reception
from crucibleforge.ask._reply import Assembly, Reply
from crucibleforge.ask._sse import Event, EventReader
from crucibleforge.core.conversation import NOT_ASKED_REASONS, Outcome
from crucibleforge.testing import Reply as Scripted
from crucibleforge.testing.faults import FAULTS

LONGEST = 5_000


def _bytes(name: str) -> bytes:
    """What a fault sends as one stream; nothing where it is no short stream that is answered."""
    fault = FAULTS[name]
    first = fault.replies[0]
    if fault.leads_to.outcome is not Outcome.ANSWERED or not isinstance(first, Scripted):
        return b""
    if not isinstance(first.body, tuple) or first.headers.get("Content-Encoding"):
        return b""
    return b"".join(part.encode() if isinstance(part, str) else part for part in first.body[:LONGEST])[:LONGEST]


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["text", "type", "name"]), inner),
    max_leaves=4,
)


def _holding(*names: str, **known: st.SearchStrategy[object]) -> st.SearchStrategy[object]:
    """An object with any of these fields, each holding anything."""
    fields = {**dict.fromkeys(names, ANYTHING), **{name: ANYTHING | inner for name, inner in known.items()}}
    return st.fixed_dictionaries({}, optional=fields)


CALL = _holding("index", "id", function=_holding("name", "arguments"))
DELTA = _holding(
    "content", "refusal", "reasoning", "reasoning_content", "function_call", tool_calls=st.lists(CALL, max_size=2)
)
CHOICE = _holding("index", "finish_reason", "error", delta=DELTA, message=DELTA)
CHUNK = _holding("model", "usage", "error", "object", choices=st.lists(CHOICE, max_size=2))
ERROR = _holding("message", "code", "type", "param", "detail", "error")
STREAMS = {name: stream for name in FAULTS if (stream := _bytes(name))}


def _read(*pieces: bytes) -> Reply:
    reader, assembly = EventReader(), Assembly()
    events = [event for piece in pieces for event in reader.feed(piece)]
    for event in (*events, *reader.end()):
        if event.data is not None and not event.late:
            assembly.add(event.data)
    return assembly.reply(Thinking())


def test_there_are_streams_to_cut() -> None:
    assert len(STREAMS) > 50


@given(name=st.sampled_from(sorted(STREAMS)), cuts=st.lists(st.integers(0, LONGEST)))
def test_no_cut_between_two_writes_changes_a_reply(name: str, cuts: list[int]) -> None:
    stream = STREAMS[name]
    pieces = [stream[start:end] for start, end in pairwise([0, *sorted(cuts), LONGEST])]
    assert _read(*pieces) == _read(stream)


@pytest.mark.parametrize("name", ["crlf", "bom", "thinking-tags", "calls-interleaved", "split-data"])
def test_a_stream_cut_before_its_finish_reason_is_never_an_answer(name: str) -> None:
    stream = STREAMS[name]
    readings = [read_outcome(_read(stream[:end])) for end in range(len(stream) + 1)]
    first_answer = next(number for number, reading in enumerate(readings) if isinstance(reading, Reading))
    assert all(isinstance(reading, Fault) and reading.reason == "transport" for reading in readings[:first_answer])
    assert stream[:first_answer].count(b"finish_reason") == stream.count(b"finish_reason")
    assert len({str(reading) for reading in readings[first_answer:]}) == 1


@given(st.lists(CHUNK, max_size=3))
def test_no_chunk_of_any_shape_stops_the_reader(chunks: list[Any]) -> None:
    reception = Reception(0.0, lambda: 1.0)
    for chunk in chunks:
        reception.take(Event(json.dumps(chunk), chunk), key_env=None)
    reading = reception.fault or read_outcome(reception.assembly.reply(Thinking()))
    assert isinstance(reading, Fault | Reading)


@given(st.integers(100, 999), ANYTHING | ERROR)
def test_no_error_body_of_any_shape_stops_the_reader(status: int, body: object) -> None:
    fault = read_fault(status, body)
    assert fault.reason in NOT_ASKED_REASONS
    assert fault.message
