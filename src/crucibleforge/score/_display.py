"""How a figure is shown. Nothing is rounded before this point."""

from __future__ import annotations

import math
from collections.abc import Sequence
from decimal import ROUND_DOWN, ROUND_HALF_UP, Decimal

__all__ = ["MISSING", "shown_names", "shown_percent", "shown_points", "shown_share", "shown_usd"]

MISSING = "–"
NOISE_DIGITS = 9
"""Digits beyond this are float noise, and must not decide a half."""


def shown_names(names: Sequence[str], most: int = 4) -> str:
    """Names in a row, and of the others only how many they are."""
    told = ", ".join(names[:most])
    return f"{told} and {len(names) - most} more" if len(names) > most else told


def shown_points(value: float | None) -> str:
    """Points, a Total or a margin: one decimal, halves away from zero."""
    return MISSING if value is None else _rounded(_exact(value), 1)


def shown_share(value: float | None) -> str:
    """A share or a credit in [0, 1]: two decimals; only a full one is shown as 1.00."""
    return MISSING if value is None else _short_of_full(_exact(value), Decimal(1), 2)


def shown_percent(value: float | None) -> str:
    """A share in [0, 1] as a percentage: one decimal, no sign; only a full one is shown as 100.0."""
    return MISSING if value is None else _short_of_full(_exact(value) * 100, Decimal(100), 1)


def shown_usd(value: float | None) -> str:
    """An amount in US dollars: whole cents from a dollar on, two digits that say something below."""
    if value is None:
        return MISSING
    decimals = 2 if value == 0 or value >= 1 else max(2, 1 - math.floor(math.log10(value)))
    return f"${value:.{decimals}f}"


def _exact(value: float) -> Decimal:
    return Decimal(f"{value:.{NOISE_DIGITS}f}")


def _short_of_full(value: Decimal, full: Decimal, decimals: int) -> str:
    text = _rounded(value, decimals)
    return _rounded(value, decimals, ROUND_DOWN) if value < full <= Decimal(text) else text


def _rounded(value: Decimal, decimals: int, rounding: str = ROUND_HALF_UP) -> str:
    result = value.quantize(Decimal(1).scaleb(-decimals), rounding)
    return str(abs(result) if result.is_zero() else result)
