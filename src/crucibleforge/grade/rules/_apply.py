"""Every kind of text rule, and how one is applied to the replies of a model."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from crucibleforge.core.case import Rule, RuleKind

from ._counting import lines, paragraphs, sentences, words
from ._language import language
from ._passages import passages
from ._patterns import pattern
from ._phrases import ends, excludes, includes, recalls, starts
from ._result import Reader, RuleResult
from ._sameness import unique_across_turns
from ._shape import shape
from ._user import speaks_for_user
from ._voice import person, tense

RULES: Mapping[RuleKind, Reader] = {
    "words": words,
    "sentences": sentences,
    "lines": lines,
    "paragraphs": paragraphs,
    "includes": includes,
    "excludes": excludes,
    "pattern": pattern,
    "starts": starts,
    "ends": ends,
    "json": shape,
    "person": person,
    "tense": tense,
    "speaks_for_user": speaks_for_user,
    "unique_across_turns": unique_across_turns,
    "recalls": recalls,
    "language": language,
}


def apply_rule(rule: Rule, replies: Sequence[str]) -> RuleResult:
    """Whether the replies keep a rule.

    Empty turns are left to the check `answered` and the others are read; where nothing is left to read, the rule
    fails, since silence keeps no rule.
    """
    read = passages(rule, replies)
    if not read:
        turns = ", ".join(map(str, rule.turns)) or "any turn"
        return RuleResult(False, f"no reply in {'turn ' if rule.turns else ''}{turns}")
    return RULES[rule.kind](rule.params, read)
