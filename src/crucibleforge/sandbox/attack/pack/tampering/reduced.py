"""Answers with an object that, when unpickled or copied, would run a command."""

import copyreg
import os


class Bomb:
    def __reduce_ex__(self, protocol):
        return os.system, ("touch /tmp/cheat_marker",)

    __reduce__ = __copy__ = __deepcopy__ = __reduce_ex__


copyreg.pickle(int, lambda number: (os.system, ("touch /tmp/cheat_marker",)))


def answer(*args):
    return Bomb()


total = initials = settle = age = keep = countdown = Ledger = answer
