"""What a rule reads: its turns, and of them its scope."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from crucibleforge.core.case import Rule, Scope

from ._result import Passage
from ._speech import dialogue, narration, out_of_character
from ._text import clean

_SCOPES: Mapping[Scope, Callable[[str], str]] = {
    "narration": narration,
    "dialogue": dialogue,
    "ooc": out_of_character,
}


def passages(rule: Rule, replies: Sequence[str]) -> tuple[Passage, ...]:
    """The selected turns that hold anything, in the rule's scope; a scope may well be empty."""
    selected = [
        Passage(number, text)
        for number, reply in enumerate(replies, 1)
        if (not rule.turns or number in rule.turns) and (text := clean(reply)).strip()
    ]
    if rule.scope == "all_turns" and rule.kind != "unique_across_turns":
        return (Passage(0, "\n\n".join(passage.text for passage in selected)),) if selected else ()
    scoped = _SCOPES.get(rule.scope, str)
    return tuple(Passage(passage.turn, scoped(passage.text)) for passage in selected)
