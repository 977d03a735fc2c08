"""The JSON of `score-credits`: credits and bare bench files in, rows out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from crucibleforge.core.errors import UserError, shown
from crucibleforge.core.profile import LEAST, MOST, Pack, Part, Profile, Section

from ._board import Row
from ._credit import Attempts, case_credits
from ._parts import PartScore

__all__ = ["credits_from_json", "profile_from_bench", "row_json"]


def row_json(row: Row) -> dict[str, Any]:
    """A row in the stable shape that scripts lean on; null where a rule says that a figure is not shown."""
    return {
        "parts": {name: _part_json(part) for name, part in row.parts.items()},
        "packs": {
            pack.id: {"state": pack.state, "points": pack.points} for part in row.parts.values() for pack in part.packs
        },
        "sections": dict(row.sections),
        "total": row.total,
        "margin": row.margin,
        "class": row.class_name,
        "rank": row.rank,
        "rank_low": row.rank_low,
        "rank_high": row.rank_high,
        "ties": list(row.ties),
        "lean": row.lean,
        "partial": row.partial,
    }


def _part_json(part: PartScore) -> dict[str, Any]:
    return {
        "share": part.share,
        "points": part.points,
        "standard": part.standard,
        "bonus": part.bonus,
        "marker": part.marker,
    }


def credits_from_json(data: Any) -> dict[str, Attempts]:
    """Credits as read from `{model: {case: credit | [credit, …]}}`; null stands for a credit not known yet.

    Raises:
        UserError: naming model and case, for any other shape or a credit that is not a number from 0 to 1.
    """
    credits: dict[str, Attempts] = {}
    for model, cases in _mapping(data, "the credits").items():
        attempts = {case: _attempts(value) for case, value in _mapping(cases, f"model {shown(model)}").items()}
        case_credits(model, attempts)
        credits[model] = attempts
    return credits


def _attempts(value: Any) -> tuple[Any, ...]:
    return tuple(value) if isinstance(value, list) else (value,)


def profile_from_bench(data: Any) -> Profile:
    """The profile of a bare bench file: `{"sections": {id: {"counted", "parts": {id: {"points", "cases", "weights", "packs"}}}}}`.

    Raises:
        UserError: saying where the file departs from that shape.
    """
    bench = _mapping(data, "the bench file")
    sections = tuple(_section(name, section) for name, section in _mapping(bench.get("sections"), "sections").items())
    profile = Profile(sections, seed=_text(bench.get("seed", ""), "seed"))
    if not any(section.counted and section.parts for section in sections):
        raise UserError(
            "sections: no part counts", hint="give at least one section a part, and don't set counted to false"
        )
    _refuse_duplicates("part", [part.id for part in profile.parts()])
    _refuse_duplicates("pack", [pack.id for part in profile.parts() for pack in part.packs])
    _refuse_duplicates("case", [case for part in profile.parts() for case in _all_cases(part)])
    return profile


def _section(name: str, data: Any) -> Section:
    where = f"section {shown(name)}"
    section = _mapping(data, where)
    counted = section.get("counted", True)
    if not isinstance(counted, bool):
        raise UserError(f"{where}: counted is true or false, not {shown(counted)}")
    parts = _mapping(section.get("parts"), f"{where}, parts")
    return Section(name, _text(section.get("title", name), where), tuple(map(_part, parts, parts.values())), counted)


def _part(name: str, data: Any) -> Part:
    where = f"part {shown(name)}"
    part = _mapping(data, where)
    cases = _case_ids(part.get("cases"), where)
    weights = _mapping(part.get("weights", {}), f"{where}, weights")
    if strays := sorted(set(weights) - set(cases)):
        raise UserError(f"{where}: weight for {shown(strays[0])}, which is not one of its cases")
    return Part(
        id=name,
        title=_text(part.get("title", name), where),
        points=_worth(part.get("points"), f"{where}, points"),
        cases=cases,
        weights={case: _worth(weight, f"{where}, weight of {case}") for case, weight in weights.items()},
        packs=tuple(_pack(pack, where) for pack in _list(part.get("packs", []), f"{where}, packs")),
    )


def _pack(data: Any, where: str) -> Pack:
    pack = _mapping(data, f"{where}, pack")
    name = _text(pack.get("id"), f"{where}, pack id")
    tier = pack.get("tier")
    if isinstance(tier, bool) or not isinstance(tier, int) or tier < 1:
        raise UserError(f"pack {shown(name)}: tier is a whole number from 1, not {shown(tier)}")
    return Pack(name, tier, _case_ids(pack.get("cases"), f"pack {shown(name)}"))


def _case_ids(data: Any, where: str) -> tuple[str, ...]:
    cases = tuple(_text(case, f"{where}, case id") for case in _list(data, f"{where}, cases"))
    if not cases:
        raise UserError(f"{where}: has no cases", hint="list at least one case id")
    return cases


def _all_cases(part: Part) -> tuple[str, ...]:
    return part.cases + tuple(case for pack in part.packs for case in pack.cases)


def _mapping(data: Any, where: str) -> Mapping[str, Any]:
    if not isinstance(data, Mapping):
        raise UserError(f"{where}: expected an object, got {shown(data)}")
    return data


def _list(data: Any, where: str) -> Sequence[Any]:
    if not isinstance(data, list | tuple):
        raise UserError(f"{where}: expected a list, got {shown(data)}")
    return data


def _text(data: Any, where: str) -> str:
    if not isinstance(data, str):
        raise UserError(f"{where}: expected text, got {shown(data)}")
    return data


def _worth(data: Any, where: str) -> float:
    if isinstance(data, bool) or not isinstance(data, int | float) or not LEAST <= data <= MOST:
        raise UserError(f"{where}: expected a number above 0, from {LEAST:g} to {MOST:g}, got {shown(data)}")
    return float(data)


def _refuse_duplicates(what: str, names: Sequence[str]) -> None:
    for name in names:
        if names.count(name) > 1:
            raise UserError(f"{what} {shown(name)} appears twice", hint="every id stands once in a bench file")
