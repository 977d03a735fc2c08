"""The environment that EvalPlus runs in: made once, kept in the user's cache, never a dependency of ours."""

from __future__ import annotations

import subprocess
import venv
from pathlib import Path

import platformdirs

PACKAGES = ("evalplus==0.3.1", "numpy==2.4.6", "psutil==7.2.2")
"""The last two are all that its checking code imports."""


class NoPeer(Exception):
    """EvalPlus can't be had here."""


def peer_python() -> Path:
    """The interpreter of the environment, which is made if it is not there.

    Raises:
        NoPeer: the packages can't be installed.
    """
    home = platformdirs.user_cache_path("crucibleforge-benchmarks", appauthor=False) / PACKAGES[0].replace("==", "-")
    python, ready = home / "bin" / "python", home / "ready"
    if not ready.exists():
        venv.create(home, clear=True, with_pip=True)
        _install(python)
        ready.touch()
    return python


def _install(python: Path) -> None:
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps", *PACKAGES]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoPeer(f"EvalPlus cannot be installed: {done.stderr.strip()[-300:]}; --alone measures without it")
