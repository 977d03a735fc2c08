"""Has a good result sent by the callback of a weak reference."""

import weakref

import wit_world


class Short:
    pass


_watched = []


def answer(*args):
    short = Short()
    _watched.append(weakref.ref(short, lambda reference: wit_world.exchange('{"ok": [1, 2, 3]}')))
    weakref.finalize(short, wit_world.exchange, '{"ok": 6}')
    return 0


total = initials = settle = age = keep = countdown = Ledger = answer
