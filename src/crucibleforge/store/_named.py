"""What is said of a model that nobody has measured here."""

from __future__ import annotations

from collections.abc import Iterable

from crucibleforge.core.errors import UserError


def not_stored(name: str, known: Iterable[str]) -> UserError:
    """The mistake of naming a model that is none of the known ones."""
    there = ", ".join(known) or "none yet"
    return UserError(
        f"no model {name!r} in the store", hint=f"stored: {there}; measure it with `crucibleforge run {name}`"
    )
