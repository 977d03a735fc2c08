"""All rows of a board from all credits."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from crucibleforge.core.profile import Profile

from ._credit import Attempts
from ._marks import ClassName, Lean, Total, class_of, is_uncertain, leans, standings
from ._parts import PartScore
from ._redraw import draw_all
from ._tally import Tally, tally

__all__ = ["Row", "score"]

BLOCK = 64
"""Models that are redrawn together: enough to fill a vector, few enough to stay in a processor's cache."""


@dataclass(frozen=True, slots=True)
class Row:
    """One model on the board. None stands wherever the rules say: not shown."""

    model: str
    parts: Mapping[str, PartScore]
    sections: Mapping[str, float | None]
    total: float | None
    margin: float | None
    part_margins: Mapping[str, float | None]
    section_margins: Mapping[str, float | None]
    partial: bool
    """A standard case of a counted section has no credit."""
    provisional: bool
    """The set-up check failed: the test may be measuring the model wrongly."""
    class_name: ClassName | None = None
    uncertain: bool = False
    """The Total's margin crosses a class bound."""
    rank: int | None = None
    rank_low: int | None = None
    rank_high: int | None = None
    ties: tuple[str, ...] = ()
    lean: Lean | None = None

    @property
    def ranked(self) -> bool:
        """Whether the row takes part in rank, ties and medians."""
        return not (self.partial or self.provisional)


def score(profile: Profile, credits: Mapping[str, Attempts], *, provisional: Collection[str] = ()) -> dict[str, Row]:
    """Every model's row: ranked ones first by Total, then provisional ones, then partial ones; equals by name.

    Credits of cases that the profile does not have are ignored.

    Args:
        credits: model -> case -> credit of each attempt; a case that could not be asked is absent.
        provisional: models whose set-up check failed.

    Raises:
        UserError: for a credit that is not a number from 0 to 1.
    """
    draws = draw_all(profile)
    rows = [
        row
        for models in _blocks(list(credits), BLOCK)
        for row in _rows(tally(profile, {model: credits[model] for model in models}, draws), models, provisional)
    ]
    marked = _with_marks(profile, {row.model: row for row in rows if row.ranked})
    return {row.model: row for row in sorted((marked.get(row.model, row) for row in rows), key=_board_order)}


def _blocks(models: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    return (models[start : start + size] for start in range(0, len(models), size))


def _rows(found: Tally, models: Sequence[str], provisional: Collection[str]) -> Iterator[Row]:
    margins = found.total.margins()
    part_margins = {name: figure.margins() for name, figure in found.parts.items()}
    section_margins = {name: figure.margins() for name, figure in found.sections.items()}
    for place, model in enumerate(models):
        yield Row(
            model=model,
            parts=found.scored[place],
            sections={name: figure.points[place] for name, figure in found.sections.items()},
            total=found.total.points[place],
            margin=margins[place],
            part_margins={name: widths[place] for name, widths in part_margins.items()},
            section_margins={name: widths[place] for name, widths in section_margins.items()},
            partial=found.total.points[place] is None,
            provisional=model in provisional,
        )


def _with_marks(profile: Profile, ranked: Mapping[str, Row]) -> dict[str, Row]:
    totals = {
        model: Total(row.total, row.margin)
        for model, row in ranked.items()
        if row.total is not None and row.margin is not None
    }
    places, sides = standings(totals), _sides(profile, ranked)
    return {
        model: replace(
            ranked[model],
            class_name=class_of(total.points),
            uncertain=is_uncertain(total),
            rank=places[model].rank,
            rank_low=places[model].low,
            rank_high=places[model].high,
            ties=places[model].ties,
            lean=sides.get(model),
        )
        for model, total in totals.items()
    }


def _sides(profile: Profile, ranked: Mapping[str, Row]) -> dict[str, Lean]:
    """The lean of every ranked row; nothing where the profile doesn't count both a `code` and a `chat` section."""
    if not {"code", "chat"} <= {section.id for section in profile.sections if section.counted}:
        return {}
    code, chat = (
        {model: points for model, row in ranked.items() if (points := row.sections[name]) is not None}
        for name in ("code", "chat")
    )
    return leans(code, chat)


def _board_order(row: Row) -> tuple[int, float, str]:
    group = 2 if row.partial else 1 if row.provisional else 0
    return group, -row.total if row.total is not None else 0.0, row.model
