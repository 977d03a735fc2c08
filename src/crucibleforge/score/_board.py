"""All rows of a board from all credits."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from crucibleforge.core.profile import Profile

from ._credit import Attempts
from ._marks import ClassName, Lean, Total, class_of, is_uncertain, leans, standings
from ._parts import PartScore
from ._redraw import Redrawn, draw_all
from ._tally import Tally, tally

__all__ = ["Row", "score"]


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
        _row(model, tally(profile, model, attempts, draws), provisional=model in provisional)
        for model, attempts in credits.items()
    ]
    marked = _with_marks(profile, {row.model: row for row in rows if row.ranked})
    return {row.model: row for row in sorted((marked.get(row.model, row) for row in rows), key=_board_order)}


def _row(model: str, own: Tally, *, provisional: bool) -> Row:
    return Row(
        model=model,
        parts=own.parts,
        sections={name: _points(figure) for name, figure in own.sections.items()},
        total=_points(own.total),
        margin=_margin(own.total),
        part_margins={name: _margin(figure) for name, figure in own.part_points.items()},
        section_margins={name: _margin(figure) for name, figure in own.sections.items()},
        partial=own.total is None,
        provisional=provisional,
    )


def _points(figure: Redrawn | None) -> float | None:
    return None if figure is None else figure.points


def _margin(figure: Redrawn | None) -> float | None:
    return None if figure is None else figure.margin


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
