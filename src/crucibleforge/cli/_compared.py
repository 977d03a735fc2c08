"""What a comparison of two models says, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crucibleforge.core.profile import Section
from crucibleforge.score import Comparison, Difference

INTERVAL_LEAVES_OUT = (
    "The central 90 % says how far other cases would move a difference; it does not cover run-to-run noise."
)

LEVEL = 1e-9
"""Points that are no lead: float noise."""


def verdict_words(sections: Sequence[Section], a: str, b: str, found: Comparison, *, total: bool) -> Iterator[str]:
    """The verdict on each of these sections, on the Total where that is wanted, and what they leave out."""
    if total:
        yield f"Total: {_verdict(a, b, found.total)}"
    for section in sections:
        yield f"{section.title}: {_verdict(a, b, found.sections.get(section.id))}"
    parts = [part for section in sections for part in section.parts]
    if lone := [part.title for part in parts if len(part.cases) == 1 and part.id in found.parts]:
        yield f"One case only in {', '.join(lone)}: no interval here says how others would come out there."
    standard = {case for part in parts for case in part.cases}
    pairs = [pair for pair in found.cases if pair.case_id in standard]
    for name, missing in (
        (a, [pair.case_id for pair in pairs if pair.a is None]),
        (b, [pair.case_id for pair in pairs if pair.b is None]),
    ):
        if missing:
            yield f"{name} has no credit for {', '.join(missing)}, so their parts and what these add up to are not compared."


def _verdict(a: str, b: str, found: Difference | None) -> str:
    if found is None:
        return "not compared, since a standard case has no credit."
    within = f"(central 90 %: {found.low:+.2f} to {found.high:+.2f})"
    if abs(found.points) < LEVEL:
        return f"not separable, the two are level {within}{_findable(found)}."
    ahead, behind = (a, b) if found.points > 0 else (b, a)
    by = f"by {abs(found.points):.2f} points {within}"
    if found.leader is not None:
        return f"{ahead} is better than {behind}, {by}."
    return f"not separable, {ahead} leads {by}: {_needed(found)}."


def _findable(found: Difference) -> str:
    """No number of cases separates what is level; the cases at hand have a limit."""
    if found.detectable is None or found.detectable < LEVEL:
        return ""
    return f"; {found.cases} cases like these find a lead of {found.detectable:.2f} points four times in five"


def _needed(found: Difference) -> str:
    if found.more_cases is None:
        return "how many more cases would be needed cannot be told from parts with one case"
    return f"about {_rounded(found.more_cases)} more cases of this kind would be needed, if the lead is real"


def _rounded(count: int) -> str:
    """To two digits, since the estimate is worth no more."""
    return f"{round(count, 2 - len(str(count))):,}"
