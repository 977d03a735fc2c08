"""Sends what isn't text at all."""

import wit_world

_FRAMES = [None, b'{"ok": 6}', 6, ["{}"], type("Text", (str,), {})('{"ok": -7}')]


def answer(*args):
    wit_world.exchange(_FRAMES[len(str(args)) % len(_FRAMES)])


total = initials = settle = age = keep = countdown = Ledger = answer
