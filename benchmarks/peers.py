"""The environments that peers run in: each made once, kept in the user's cache, never a dependency of ours."""

from __future__ import annotations

import subprocess
import venv
from pathlib import Path

import platformdirs
from rich.console import Console


class NoPeer(Exception):
    """A peer can't be had here."""


def peer_python(*packages: str, with_dependencies: bool = True) -> Path:
    """The interpreter of the environment that has these packages, which is made if it is not there.

    Args:
        packages: pinned; the first one is the peer.

    Raises:
        NoPeer: the packages can't be installed.
    """
    folder = packages[0].replace("==", "-").replace("[", "-").replace("]", "")
    home = platformdirs.user_cache_path("crucibleforge-benchmarks", appauthor=False) / folder
    python, ready = home / "bin" / "python", home / "ready"
    if not ready.exists():
        venv.create(home, clear=True, with_pip=True)
        _install(python, packages, ["--no-deps"] if not with_dependencies else [])
        ready.touch()
    return python


def peer_beside(console: Console, *packages: str, alone: bool) -> Path | None:
    """The same, or None where nobody asks for it or it can't be had, which is then printed."""
    try:
        return None if alone else peer_python(*packages)
    except NoPeer as missing:
        console.print(str(missing), markup=False)
        return None


def _install(python: Path, packages: tuple[str, ...], options: list[str]) -> None:
    command = [str(python), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", *options, *packages]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NoPeer(f"{packages[0]} cannot be installed: {done.stderr.strip()[-300:]}; --alone measures without it")
