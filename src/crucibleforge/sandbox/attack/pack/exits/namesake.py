"""Raises classes that bear the names of others: of builtin ones, and of the runner's own."""

_NAMES = ("SolutionDied", "ValueError", "BaseException", "Violation", "RemoteError")
_CLASSES = [type(name, (BaseException,), {"__module__": "builtins"}) for name in _NAMES]
_raised = []


def answer(*args):
    _raised.append(args)
    raise _CLASSES[len(_raised) % len(_CLASSES)]


total = initials = settle = age = keep = countdown = Ledger = answer
