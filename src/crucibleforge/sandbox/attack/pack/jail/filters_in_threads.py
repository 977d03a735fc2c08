"""Tries a thread that was there before the jail was entered."""

import threading

_gate = threading.Event()
_outcome = []
_call = []


def _old_thread():
    _gate.wait()
    try:
        _outcome.append(_call[0]("openat", -100, b"/etc/passwd", 0, 0))
    except OSError as error:
        _outcome.append(error)


_thread = threading.Thread(target=_old_thread)
_thread.start()


def breach(call):
    _call.append(call)
    _gate.set()
    _thread.join()
    if isinstance(_outcome[0], OSError):
        raise _outcome[0]
    return _outcome[0]
