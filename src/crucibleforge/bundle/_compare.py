"""What two accounts of the same answer or row differ in, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any

from crucibleforge.core.case import Case
from crucibleforge.core.conversation import Turn
from crucibleforge.core.grading import Check
from crucibleforge.run import script_for

from ._documents import RowClaim

__all__ = ["asked_otherwise", "checks_unlike", "rows_unlike"]

_DECIDES = ("credit", "weight", "gate", "by")


def checks_unlike(found: Sequence[Check], claimed: Sequence[Check]) -> Iterator[str]:
    """Checks that this machine sees otherwise; their evidence is words and is not compared."""
    ours, theirs = ({check.id: check for check in checks} for checks in (found, claimed))
    yield from (f"check {name} is not in the bundle" for name in ours if name not in theirs)
    yield from (f"check {name} is none of the case's" for name in theirs if name not in ours)
    for name in ours:
        if name in theirs:
            yield from (f"check {name}: {words}" for words in _unlike(_decides(ours[name]), _decides(theirs[name])))


def rows_unlike(found: RowClaim, claimed: RowClaim) -> Iterator[str]:
    """Figures of a row that this machine reckons otherwise, to the last bit."""
    for field in fields(RowClaim):
        ours, theirs = getattr(found, field.name), getattr(claimed, field.name)
        label = field.name.replace("_", " ")
        if isinstance(ours, Mapping):
            yield from (f"{label}, {words}" for words in _unlike(ours, theirs))
        else:
            yield from _unlike({label: ours}, {label: theirs})


def asked_otherwise(case: Case, turns: Sequence[Turn]) -> Iterator[str]:
    """Turns in which the model was asked something else than the case asks."""
    script = script_for(case)
    for number, turn in enumerate(turns):
        wanted = script.next_messages(turns[:number])
        if wanted is None:
            yield f"turn {number + 1}: the case has no such turn"
            return
        # Calls that the script does not answer got a result before its own words, since servers insist on one.
        before, own = turn.sent[: -len(wanted)], turn.sent[-len(wanted) :]
        if own != tuple(wanted) or any(message.role != "tool" for message in before):
            yield f"turn {number + 1}: the model was asked something else than the case asks"
    if script.next_messages(turns) is not None:
        yield f"only {len(turns)} turns, and the case has more"


def _decides(check: Check) -> dict[str, Any]:
    return {name: getattr(check, name) for name in _DECIDES}


def _unlike(ours: Mapping[str, Any], theirs: Mapping[str, Any]) -> Iterator[str]:
    for name in sorted({*ours, *theirs}):
        if name not in ours or name not in theirs:
            yield f"{name}: only {'in the bundle' if name in theirs else 'here'}"
        elif ours[name] != theirs[name]:
            yield f"{name}: {_shown(ours[name])} here, {_shown(theirs[name])} in the bundle"


def _shown(value: Any) -> str:
    return "none" if value is None else str(value)
