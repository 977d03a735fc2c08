from __future__ import annotations

import datetime
import importlib
import io
import json
import math
import struct
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crucibleforge.sandbox import Solution
from crucibleforge.sandbox.protocol._codec import Decoder, Reference, Violation, encode
from crucibleforge.sandbox.protocol._exchange import Exchange, SolutionDied
from crucibleforge.sandbox.protocol._frames import BrokenFrame, PipeClosed, WorkerFrame, read_worker_frame
from crucibleforge.sandbox.protocol._remote_errors import RemoteError
from crucibleforge.sandbox.protocol._session import Session

guest: Any = importlib.import_module("crucibleforge.sandbox.guest.values")

_SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.integers(min_value=1 << 50, max_value=1 << 400)
    | st.floats()
    | st.text()
    | st.binary()
    | st.complex_numbers(allow_nan=False)
    | st.decimals(allow_nan=False, min_value=-(10**30), max_value=10**30)
    | st.fractions()
    | st.dates()
    | st.times()
    | st.datetimes(timezones=st.none() | st.just(datetime.UTC))
    | st.timedeltas()
)
_KEYS = st.none() | st.booleans() | st.integers() | st.text() | st.binary() | st.tuples(st.integers(), st.text())
VALUES = st.recursive(
    _SCALARS,
    lambda inner: (
        st.lists(inner)
        | st.lists(inner).map(tuple)
        | st.dictionaries(_KEYS, inner)
        | st.sets(_KEYS)
        | st.frozensets(_KEYS)
        | st.binary().map(bytearray)
    ),
    max_leaves=20,
)


class Nowhere:
    """Knows no objects of a guest."""

    def proxy(self, reference: Reference) -> Any:
        return reference

    def number_of(self, value: object) -> int | None:
        return None

    def lend(self, value: Any) -> int:
        raise AssertionError


def same(one: Any, other: Any) -> bool:
    """Equal content of equal types; NaN is itself."""
    if type(one) is not type(other):
        return False
    if isinstance(one, float):
        return struct.pack("d", one) == struct.pack("d", other) or (math.isnan(one) and math.isnan(other))
    if isinstance(one, list | tuple):
        return len(one) == len(other) and all(map(same, one, other))
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    return bool(one == other)


@settings(deadline=None, max_examples=60)
@given(VALUES)
def test_values_survive_the_way_in_and_out(value: Any) -> None:
    sent = json.loads(json.dumps(encode(value, Nowhere())))
    inside = guest.decode(sent, None)
    assert same(inside, value)
    returned = json.loads(json.dumps(guest.encode(inside)))
    assert same(Decoder(Nowhere()).decode(returned), value)


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(["t", "v", "i", "c", "m", "b", "f", "x"]), inner, max_size=4)
        | st.fixed_dictionaries(
            {
                "t": st.sampled_from(
                    ["h", "x", "i", "tuple", "set", "dict", "bytes", "decimal", "complex", "date", "fraction", "range"]
                ),
                "v": inner,
            }
        )
    ),
    max_leaves=12,
)
_EXACT_TYPES = (
    type(None), bool, int, float, str, bytes, bytearray, complex, list, tuple, dict, set, frozenset, Reference,
)  # fmt: skip


@settings(deadline=None, max_examples=60)
@given(_JSON)
def test_anything_decodes_to_exact_types_or_is_a_violation(told: Any) -> None:
    try:
        value = Decoder(Nowhere()).decode(told)
    except Violation:
        return
    assert type(value) in _EXACT_TYPES or type(value).__module__ in ("decimal", "fractions", "datetime")


class Noise:
    """A worker that sends bytes without listening."""

    def __init__(self, data: bytes) -> None:
        self.timed_out = False
        self._pipe = io.BytesIO(data)

    def send(self, payload: bytes) -> None:
        pass

    def receive(self) -> WorkerFrame:
        return read_worker_frame(self._pipe)


_REPLIES = st.fixed_dictionaries(
    {}, optional={"ok": _JSON, "err": _JSON, "msg": _JSON, "h": _JSON, "callback": st.integers(-1, 3), "a": _JSON,
                  "k": _JSON, "same": _JSON, "changed": _JSON}
)  # fmt: skip
_FRAMES = st.builds(
    lambda kind, fuel, body: struct.pack("<IcQ", 9 + len(body), kind, fuel) + body,
    st.sampled_from([b"R", b"R", b"R", b"X", b"S", b"F", b"?"]),
    st.integers(0, 2000),
    _REPLIES.map(lambda reply: json.dumps(reply).encode()) | st.binary(max_size=20),
)
_NOISE = st.lists(_FRAMES, max_size=12).map(b"".join) | st.binary(max_size=60)


@settings(deadline=None, max_examples=60)
@given(_NOISE)
def test_any_noise_from_a_worker_ends_in_a_verdict(data: bytes) -> None:
    exchange = Exchange(Noise(data), fuel=1000)
    session = Session(exchange)

    solution = Solution(session)
    try:
        exchange.open()
        session.load("")
        solution.f([3, 1], lambda: 1, key=len)
        str(solution.Thing(1).name)
    except (SolutionDied, RemoteError, TypeError, AttributeError):
        pass
    exchange.close()
    assert exchange.death is not None
    assert not exchange.is_running


@settings(deadline=None, max_examples=60)
@given(st.binary(max_size=40))
def test_reading_noise_never_raises_anything_else(data: bytes) -> None:
    pipe = io.BytesIO(data)
    with pytest.raises((PipeClosed, BrokenFrame)):
        list(iter(lambda: read_worker_frame(pipe), None))
