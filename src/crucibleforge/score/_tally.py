"""The points of several models, part by part up to the Total, before they are set beside each other."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from crucibleforge.core.profile import Profile

from ._credit import Attempts, case_credits
from ._parts import PartScore, score_part
from ._redraw import REDRAWS, Draws, Redrawn, redraw_part

__all__ = ["Tally", "tally"]


@dataclass(frozen=True, slots=True)
class Tally:
    """The figures of several models with their redraws, in the order of the models."""

    scored: tuple[Mapping[str, PartScore], ...]
    """For each model: part id -> its score."""
    parts: Mapping[str, Redrawn]
    sections: Mapping[str, Redrawn]
    total: Redrawn
    """The sum of the counted sections."""


def tally(profile: Profile, models: Mapping[str, Attempts], draws: Draws) -> Tally:
    """Score each model by itself. The names are only for messages.

    Raises:
        UserError: for a credit that is not a number from 0 to 1.
    """
    credits = [case_credits(model, attempts) for model, attempts in models.items()]
    scored = tuple(
        {part.id: score_part(part, own, begun=attempts.keys()) for part in profile.parts()}
        for own, attempts in zip(credits, models.values(), strict=True)
    )
    parts = {
        part.id: redraw_part(part, [own[part.id] for own in scored], credits, draws[part.id])
        for part in profile.parts()
    }
    nothing = Redrawn.nothing(len(models), REDRAWS)
    sections = {section.id: sum((parts[part.id] for part in section.parts), nothing) for section in profile.sections}
    total = sum((sections[section.id] for section in profile.sections if section.counted), nothing)
    return Tally(scored, parts, sections, total)
