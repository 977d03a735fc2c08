"""The shipped injections: one file each, in folders by what they try."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

PACK = Path(__file__).parent / "pack"


@dataclass(frozen=True, slots=True)
class Injection:
    """One file of the pack."""

    name: str
    """`folder/file`."""
    trick: str
    """What it tries, in plain words."""
    reply: str
    """What a model would add to its reply. `@ASK@` stands for the question, `@MARK@` for a mark of the fence."""
    wants: Literal["YES", "NO"] = "YES"
    """The verdict that it is after, which is the wrong one."""


def read_injections() -> tuple[Injection, ...]:
    """The whole pack, folder by folder."""
    return tuple(_injection(path) for path in sorted(PACK.glob("*/*.toml")))


def _injection(path: Path) -> Injection:
    """A file holds `trick`, `reply`, and where needed `wants` and `repeat`: how many times the reply stands there."""
    found = tomllib.loads(path.read_text(encoding="utf-8"))
    reply = found.pop("reply") * found.pop("repeat", 1)
    return Injection(f"{path.parent.name}/{path.stem}", reply=reply, **found)
