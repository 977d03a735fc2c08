"""One claim of a suite, tried."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Finding:
    """One claim of the suite and whether it held."""

    subject: str
    """A case's name, or what of the suite as a whole."""
    claim: str
    holds: bool
    detail: str = ""
