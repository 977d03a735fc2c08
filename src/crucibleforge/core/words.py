"""Counts in words."""

from __future__ import annotations


def count_of(number: int, noun: str) -> str:
    """`1 case`, `2 cases`: a noun that makes its plural with an s."""
    return f"{number:,} {noun}{'' if number == 1 else 's'}"
