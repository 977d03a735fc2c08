"""How far two judges agree beyond what chance would bring."""

from __future__ import annotations

from collections.abc import Collection

__all__ = ["kappa"]


def kappa(pairs: Collection[tuple[bool, bool]]) -> float | None:
    """Cohen's kappa of two judges' YES and NO: 1 for full agreement, 0 for what chance brings.

    None where it is not defined: nothing was judged by both, or each said the same one word all the time.
    """
    if not pairs:
        return None
    count = len(pairs)
    a, b = (sum(pair[side] for pair in pairs) / count for side in (0, 1))
    by_chance = a * b + (1 - a) * (1 - b)
    agreed = sum(one == other for one, other in pairs) / count
    return None if by_chance == 1 else (agreed - by_chance) / (1 - by_chance)
