"""Tries the jail as an escape from WebAssembly would find it: native code, in a process that has locked itself in."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

from crucibleforge.sandbox._process import boot_code

_REFUSALS = {"EPERM", "EACCES", "ENOSYS"}
"""Answers of the jail. Any other error is the system's own: the call has got through to it."""

_LIMIT_S = 60


def try_breach(source: str, *, is_jailed: bool = True) -> tuple[str, str]:
    """Runs `breach(call)` of a source natively: (what it gained, how it ended).

    The source's own statements run first, outside the jail, to open what a worker might have open.
    """
    try:
        ran = subprocess.run(  # noqa: S603 - our own interpreter and the shipped attacks
            [sys.executable, "-I", "-S", "-c", boot_code("attack._breach_child")],
            input=json.dumps({"source": source, "is_jailed": is_jailed}),
            capture_output=True,
            encoding="utf-8",
            timeout=_LIMIT_S,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return f"ran for {_LIMIT_S} s", ""
    return _judged(ran.returncode, ran.stdout, ran.stderr)


def _judged(status: int, stdout: str, stderr: str) -> tuple[str, str]:
    if status == -signal.SIGSYS:
        return "", "killed by the jail"
    try:
        told: dict[str, str] = json.loads(stdout)
    except ValueError:
        return f"went astray with status {status}: {stderr.strip()[-200:]}", ""
    if "impossible" in told:
        return "", f"not possible here: {told['impossible']}"
    if told.get("refused") in _REFUSALS:
        return "", f"refused: {told['refused']}"
    return ", ".join(f"{how}: {what}" for how, what in told.items()), ""
