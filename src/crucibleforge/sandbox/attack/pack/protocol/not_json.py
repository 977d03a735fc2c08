"""Sends half a frame."""

import wit_world


def answer(*args):
    wit_world.send('{"ok": ')
    wit_world.recv()


total = initials = settle = age = keep = countdown = Ledger = answer
