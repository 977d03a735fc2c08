from __future__ import annotations

import datetime
import json
from collections import Counter, OrderedDict
from decimal import Decimal
from fractions import Fraction
from itertools import permutations, product
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

import crucibleforge.sandbox
from crucibleforge.sandbox._limits import MAX_DEPTH, MAX_INT_BITS, MAX_NODES
from crucibleforge.sandbox.protocol._codec import Decoder, Reference, Violation, encode, long_numbers, parse

COLLIDING = Path(crucibleforge.sandbox.__file__).parent / "attack/pack/exhaustion/colliding_tuples.py"


class Nowhere:
    """Knows no objects of a guest; remembers what was lent."""

    def __init__(self) -> None:
        self.lent: list[Any] = []

    def proxy(self, reference: Reference) -> Any:
        return reference

    def number_of(self, value: object) -> int | None:
        return value.number if isinstance(value, Reference) else None

    def lend(self, value: Any) -> int:
        self.lent.append(value)
        return len(self.lent) - 1


def decoded(told: Any) -> Any:
    return Decoder(Nowhere()).decode(told)


def round_trip(value: Any) -> Any:
    return decoded(json.loads(json.dumps(encode(value, Nowhere()))))


@pytest.mark.parametrize(
    "value",
    [
        None,
        True,
        0,
        -(1 << 53),
        1 << 200,
        1.5,
        float("inf"),
        "",
        "é\ud800\x00",
        b"\x00\xff",
        bytearray(b"ab"),
        2 + 3j,
        [],
        [1, [2, (3,)]],
        (),
        (1, "a"),
        {},
        {"a": 1, (1, 2): [3], None: None},
        {1, 2, "x"},
        frozenset({(1, 2)}),
        Decimal("1.50"),
        Decimal("NaN").copy_abs(),
        Fraction(1, 3),
        datetime.date(2024, 2, 29),
        datetime.time(1, 2, 3, 4),
        datetime.datetime(2024, 2, 29, 12, tzinfo=datetime.UTC),
        datetime.timedelta(days=-1, microseconds=5),
    ],
)
def test_builtins_come_back_with_type_and_content(value: Any) -> None:
    back = round_trip(value)
    assert type(back) is type(value)
    assert repr(back) == repr(value) or back == value


def test_zero_keeps_its_sign() -> None:
    assert str(round_trip(-0.0)) == "-0.0"


def test_subclasses_of_dict_travel_as_dict() -> None:
    assert type(round_trip(Counter("aab"))) is dict
    assert round_trip(OrderedDict(b=1, a=2)) == {"b": 1, "a": 2}


def test_order_of_sets_does_not_reach_the_guest() -> None:
    words = {f"word{n}" for n in range(50)}
    told = encode(words, Nowhere())["v"]
    assert told == sorted(told)


def test_builtin_functions_and_types_travel_by_name() -> None:
    assert encode(len, Nowhere()) == {"t": "builtin", "v": "len"}
    assert encode((ValueError, int), Nowhere())["v"] == [
        {"t": "builtin", "v": "ValueError"},
        {"t": "builtin", "v": "int"},
    ]


def test_functions_and_iterators_are_lent() -> None:
    far = Nowhere()
    assert encode(lambda x: x + 1, far) == {"t": "function", "i": 0}
    assert encode(iter([7]), far) == {"t": "iterator", "i": 1}
    step = far.lent[1]
    assert [step(), step(), step()] == [[True, 7], [False, None], [False, None]]


def test_range_is_not_spelled_out() -> None:
    assert encode(range(0, 10**9, 3), Nowhere()) == {"t": "range", "v": [0, 10**9, 3]}


def test_foreign_objects_are_refused() -> None:
    with pytest.raises(TypeError, match="cannot hand a object to a solution"):
        encode(object(), Nowhere())


def test_handles_tell_what_they_are() -> None:
    told = {"t": "x", "i": 3, "c": "type", "m": ["Empty", "LookupError"]}
    assert decoded(told) == Reference(3, "type", ("Empty", "LookupError"))
    assert decoded({"t": "h", "i": 4, "c": "P", "b": 1}).has_content
    assert decoded({"t": "h", "i": 4, "c": "f", "f": 1}).is_callable


@pytest.mark.parametrize(
    "told",
    [
        {},
        {"t": "pickle", "v": "gASV"},
        {"t": ["h"]},
        {"t": None},
        {"t": {}, "v": 1},
        {"t": "builtin", "v": "eval"},
        {"t": "range", "v": [0, 1, 1]},
        {"t": "function", "i": 0},
        {"t": "h"},
        {"t": "h", "i": "1", "c": "x"},
        {"t": "h", "i": True, "c": "x"},
        {"t": "x", "i": 1, "c": "x"},
        {"t": "x", "i": 1, "c": "x", "m": [1]},
        {"t": "tuple"},
        {"t": "tuple", "v": "ab"},
        {"t": "dict", "v": [[1]]},
        {"t": "dict", "v": [1]},
        {"t": "dict", "v": [[[], 1]]},
        {"t": "set", "v": [[]]},
        {"t": "set", "v": [{"t": "dict", "v": []}]},
        {"t": "i", "v": 1},
        {"t": "i", "v": "nine"},
        {"t": "i", "v": "f" * (MAX_INT_BITS // 4 + 1)},
        {"t": "bytes", "v": "0"},
        {"t": "bytes", "v": ["00"]},
        {"t": "complex", "v": ["1", 2]},
        {"t": "complex", "v": [1]},
        {"t": "decimal", "v": "one"},
        {"t": "decimal", "v": "1E+99999999"},
        {"t": "decimal", "v": "1" * 10_001},
        {"t": "fraction", "v": ["0x1", "0x0"]},
        {"t": "date", "v": "2024-02-30"},
        {"t": "timedelta", "v": [10**10, 0, 0]},
        {"t": "timedelta", "v": [1.5, 0, 0]},
    ],
)
def test_malformed_values_are_violations(told: Any) -> None:
    with pytest.raises(Violation):
        decoded(told)


def test_caps_hold_for_a_frame_as_a_whole() -> None:
    with pytest.raises(Violation, match="values"):
        decoded([[0] * (MAX_NODES // 2)] * 2)


def test_large_sets_are_welcome() -> None:
    assert len(decoded({"t": "set", "v": list(range(100_000))})) == 100_000


@pytest.mark.parametrize(
    ("body", "count"),
    [
        (b'{"raw": [1, 123456789012345678, -1234567890123456789, 1234567890123456789012]}', 2),
        (b'{"ok": {"t": "i", "v": "0x1fffffffffffffff"}}', 1),
        (b'{"ok": {"t": "decimal", "v": "1"}}', 1),
        (b'{"raw": "' + b"0" * 1000 + b'"}', 1),
    ],
)
def test_numbers_whose_hashes_can_be_made_to_collide_are_counted(body: bytes, count: int) -> None:
    assert long_numbers(body) == count


def test_depth_is_capped() -> None:
    told: Any = 1
    for _ in range(MAX_DEPTH):
        told = [told]
    assert decoded(told)
    with pytest.raises(Violation, match="deeper"):
        decoded([told])


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"1", b"\xff{}", b"{} {}", b"[" * 200_000, b'{"a":' + b"1" * 5000 + b"}", "{}".encode("utf-16")],
    ids=["empty", "cut", "list", "number", "not utf-8", "two", "deep", "long integer", "utf-16"],
)
def test_only_json_objects_are_frames(body: bytes) -> None:
    with pytest.raises(Violation):
        parse(body)


def test_tuples_made_to_collide_are_refused() -> None:
    pairs = (run_path(str(COLLIDING))["total"])(())
    assert len({hash(pair) for pair in pairs}) == 1
    assert len(pairs) > 10_000
    with pytest.raises(Violation, match="collide"):
        decoded({"t": "set", "v": [{"t": "tuple", "v": list(pair)} for pair in pairs]})


def test_values_that_collide_by_nature_cross() -> None:
    points = [{"t": "tuple", "v": list(point)} for point in product((-1, -2, 0), repeat=6)]
    assert len(decoded(points)) == 3**6
    assert len(decoded([{"t": "tuple", "v": [1, 2]}] * 1_000)) == 1_000
    assert len(set(decoded([{"t": "frozenset", "v": list(order)} for order in permutations(range(6))]))) == 1
