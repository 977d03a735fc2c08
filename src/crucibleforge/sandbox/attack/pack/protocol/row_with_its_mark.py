"""Sends a reply that begins as a row does, with its mark and all its frames."""

import json

import wit_world


def answer(*args):
    row = "\1"
    for value in (6, 10, 0, 9):
        text = json.dumps({"ok": value})
        row += "".join(chr(len(text) >> shift & 127) for shift in (0, 7, 14, 21)) + text
    while True:
        wit_world.exchange(row)


total = initials = settle = age = keep = countdown = Ledger = answer
