"""The process that enters the jail and then does what an attack on it says."""

from __future__ import annotations

import ctypes
import errno
import json
import os
import platform
import sys
from collections.abc import Callable
from typing import Any, NoReturn

from crucibleforge.sandbox.jail._jail import enter_jail

from ._breach_calls import NUMBERS

Call = Callable[..., int]


def main() -> NoReturn:
    """Reads {"source", "is_jailed"}, and tells on standard output how the breach went."""
    told = json.load(sys.stdin)
    call = _system_call(ctypes.CDLL(None, use_errno=True))
    attack: dict[str, Any] = {"__name__": "attack"}
    try:
        exec(told["source"], attack)  # noqa: S102 - a shipped attack, whose business is to prepare itself
    except (OSError, AttributeError) as error:
        _tell({"impossible": f"{type(error).__name__}: {error}"})
    if told["is_jailed"] and not enter_jail().seccomp:
        _tell({"not jailed": "the system-call filter is missing"})
    _tell(_outcome(attack["breach"], call))


def _outcome(breach: Callable[[Call], object], call: Call) -> dict[str, str]:
    try:
        return {"got through": repr(breach(call))[:200]}
    except OSError as error:
        return {"refused": errno.errorcode.get(error.errno or 0, str(error))}
    except Exception as error:  # noqa: BLE001 - an attack with a mistake in it proves nothing, and is shown
        return {"mistaken": f"{type(error).__name__}: {error}"}


def _system_call(libc: ctypes.CDLL) -> Call:
    """`call(name, *args)`: a raw system call; OSError as the kernel says."""
    column = {"x86_64": 0, "aarch64": 1}.get(platform.machine(), -1)

    def call(name: str | int, *args: Any) -> int:
        number = NUMBERS[name][column] if isinstance(name, str) and column >= 0 else name
        if not isinstance(number, int):
            raise OSError(errno.ENOSYS, f"no {name} on this processor")
        result = libc.syscall(ctypes.c_long(number), *map(_register, args))
        if result == -1:
            raise OSError(ctypes.get_errno(), str(name))
        return int(result)

    return call


def _register(value: Any) -> Any:
    return ctypes.c_long(value) if isinstance(value, int) else value


def _tell(outcome: dict[str, str]) -> NoReturn:
    os.write(1, json.dumps(outcome).encode())
    os._exit(0)
