"""One model's points, part by part up to the Total, before it is set beside others."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from crucibleforge.core.profile import Profile

from ._credit import Attempts, case_credits
from ._parts import PartScore, score_part
from ._redraw import Draws, Redrawn, added, redraw_part

__all__ = ["Tally", "tally"]


@dataclass(frozen=True, slots=True)
class Tally:
    """A model's figures with their redraws; None where a standard case has no credit."""

    parts: Mapping[str, PartScore]
    part_points: Mapping[str, Redrawn | None]
    sections: Mapping[str, Redrawn | None]
    total: Redrawn | None
    """The sum of the counted sections."""


def tally(profile: Profile, model: str, attempts: Attempts, draws: Draws) -> Tally:
    """Score one model by itself. The name is only for messages.

    Raises:
        UserError: for a credit that is not a number from 0 to 1.
    """
    credits = case_credits(model, attempts)
    parts = {part.id: score_part(part, credits, begun=attempts.keys()) for part in profile.parts()}
    part_points = {part.id: redraw_part(part, parts[part.id], credits, draws[part.id]) for part in profile.parts()}
    sections = {section.id: added([part_points[part.id] for part in section.parts]) for section in profile.sections}
    total = added([sections[section.id] for section in profile.sections if section.counted])
    return Tally(parts, part_points, sections, total)
