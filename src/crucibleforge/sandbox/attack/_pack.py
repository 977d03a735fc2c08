"""The shipped attacks, read as text: one file each, in folders by what they try. None is ever imported."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Literal

Kind = Literal["cheat", "reach", "jail"]

PACK = Path(__file__).parent / "pack"


@dataclass(frozen=True)
class Attack:
    """One file of the pack."""

    name: str
    """`folder/file`."""
    source: str

    @property
    def folder(self) -> str:
        """What kind of thing it tries, in a word."""
        return self.name.partition("/")[0]

    @cached_property
    def trick(self) -> str:
        """What it tries in plain words: its first line."""
        return (ast.get_docstring(self._tree) or "").partition("\n")[0]

    @cached_property
    def kind(self) -> Kind:
        """What it defines says what it is.

        A `probe()` must not return. A `breach(call)` is run natively, in the worker's jail but without WebAssembly, and
        must be refused. Anything else is a cheat: it defines what the victim's specification asks for, and must fail.
        """
        defined = {node.name for node in self._tree.body if isinstance(node, ast.FunctionDef)}
        return "jail" if "breach" in defined else "reach" if "probe" in defined else "cheat"

    @cached_property
    def _tree(self) -> ast.Module:
        return ast.parse(self.source)


def read_attacks() -> tuple[Attack, ...]:
    """The whole pack, folder by folder."""
    files = sorted(path for path in PACK.glob("*/*.py"))
    return tuple(Attack(f"{path.parent.name}/{path.stem}", path.read_text(encoding="utf-8")) for path in files)


def honest_source() -> str:
    """The solution that must pass."""
    return (PACK / "honest.py").read_text(encoding="utf-8")
