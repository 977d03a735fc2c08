"""Raises and catches on purpose, and reads the frames that hang on the traceback and its contexts."""

import sys


def answer(*args):
    try:
        raise LookupError
    except LookupError as error:
        seen = error.__traceback__.tb_frame
    contexts = [sys.exception(), getattr(sys, "last_exc", None)]
    names = []
    while seen:
        names.append(seen.f_code.co_qualname)
        seen = seen.f_back
    return [*names, *contexts]


total = initials = settle = age = keep = countdown = Ledger = answer
