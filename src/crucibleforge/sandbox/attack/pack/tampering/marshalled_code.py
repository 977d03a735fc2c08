"""Loads code from marshalled bytes in which lengths and references are wrong."""

import marshal


def answer(*args):
    whole = bytearray(marshal.dumps(answer.__code__))
    for place in range(8, len(whole), 7):
        whole[place] ^= 0x7F
    return eval(marshal.loads(bytes(whole)))


total = initials = settle = age = keep = countdown = Ledger = answer
