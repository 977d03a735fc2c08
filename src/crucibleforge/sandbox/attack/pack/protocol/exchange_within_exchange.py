"""Sends another reply from a hook that runs while one is being sent."""

import sys

import wit_world


def _again(frame, event, argument):
    if event == "c_call" and getattr(argument, "__name__", "") == "call_import":
        sys.setprofile(None)
        wit_world.exchange('{"ok": 10}')


def answer(*args):
    sys.setprofile(_again)
    return 6


total = initials = settle = age = keep = countdown = Ledger = answer
