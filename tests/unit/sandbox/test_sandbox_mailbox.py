"""The mailbox, with a guest in front of it that gives back whatever it is asked."""

from __future__ import annotations

from pathlib import Path

import pytest
from wasmtime import Engine, Store, WasmtimeError, wat2wasm
from wasmtime.component import Component, Linker

from crucibleforge.sandbox.guest.compose import compose
from crucibleforge.sandbox.protocol._frames import ROW, frames_of, row_of

MAILBOX = (Path(__file__).parents[3] / "src/crucibleforge/sandbox/guest/mailbox.wat").read_text(encoding="utf-8")
ECHO = """
(component
  (import "exchange" (func $exchange (param "frame" string) (result string)))
  (core module $Memory
    (memory (export "memory") 400)
    (global $free (mut i32) (i32.const 16))
    (func (export "realloc") (param i32 i32 i32 i32) (result i32)
      (global.get $free)
      (global.set $free (i32.add (global.get $free) (local.get 3)))))
  (core instance $memory (instantiate $Memory))
  (alias core export $memory "memory" (core memory $mem))
  (alias core export $memory "realloc" (core func $realloc))
  (core func $exchange (canon lower (func $exchange) (memory $mem) (realloc $realloc)))
  (core module $Echo
    (import "memory" "memory" (memory 1))
    (import "host" "exchange" (func $exchange (param i32 i32 i32)))
    (func (export "run")
      (loop $again
        (call $exchange (i32.load (i32.const 0)) (i32.load (i32.const 4)) (i32.const 0))
        (br $again))))
  (core instance $echo (instantiate $Echo
    (with "memory" (instance $memory)) (with "host" (instance (export "exchange" (func $exchange))))))
  (func (export "run") (canon lift (core func $echo "run"))))
"""


class Over(Exception):
    """There is nothing to ask any more."""


def told_to_the_host(rows: list[list[str]]) -> list[list[str]]:
    """What the host hears: the greeting, then the replies to each row."""
    heard: list[list[str]] = []
    waiting = iter(rows)

    def exchange(_store: object, replies: str) -> str:
        heard.append([frame.decode() for frame in frames_of(ROW + replies.encode())])
        row = next(waiting, None)
        if row is None:
            raise Over
        return row_of([frame.encode() for frame in row])[len(ROW) :].decode()

    engine = Engine()
    linker = Linker(engine)
    with linker.root() as root:
        root.add_func("exchange", exchange)
    store = Store(engine)
    whole = compose(bytes(wat2wasm(ECHO)), bytes(wat2wasm(MAILBOX)))
    run = linker.instantiate(store, Component(engine, whole)).get_func(store, "run")
    assert run is not None
    with pytest.raises(Over):
        run(store)
    return heard


@pytest.mark.parametrize(
    "rows",
    [
        [["one"]],
        [["one", "two", "three"], ["four"], ["five", "six"]],
        [["", "", "x", ""]],
        [["\0\x01\x7f", "ü€𝄞", "x" * 127, "x" * 128, "x" * 16_384, "x" * 3_000_000]],
        [["x" * (8 << 20)], ["short"]],
    ],
    ids=["one", "rows", "empty", "lengths", "longest"],
)
def test_each_frame_of_a_row_is_given_and_answered_in_turn(rows: list[list[str]]) -> None:
    assert told_to_the_host(rows) == [[""], *rows]


def test_replies_that_are_too_long_together_are_a_trap() -> None:
    with pytest.raises(WasmtimeError, match=r"0: +0x[0-9a-f]+ - Mailbox!no-room"):
        told_to_the_host([["x" * (4 << 20), "x" * (4 << 20)]])


def test_a_guest_without_the_way_through_the_mailbox_is_refused() -> None:
    guest = '(component (import "sleep" (func (param "nanoseconds" u64))))'
    with pytest.raises(ValueError, match="exchange"):
        compose(bytes(wat2wasm(guest)), b"")


def test_imports_of_a_sort_that_was_not_foreseen_are_refused() -> None:
    guest = '(component (import "exchange" (func)) (import "thing" (type (sub resource))))'
    with pytest.raises(ValueError, match="thing"):
        compose(bytes(wat2wasm(guest)), b"")
