"""The person and the tense of a narration, by counting markers; too little evidence is no evidence."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ._result import Params, RuleResult, each
from ._speech import narration
from ._text import plain_words, word_set
from ._verbs import AUXILIARIES, PAST, PLAIN, THIRD

_PRONOUNS: Mapping[str, frozenset[str]] = {
    "first": word_set("i i'm i've i'd i'll me my mine myself we we're we've we'd we'll us our ours ourselves"),
    "second": word_set("you you're you've you'd you'll your yours yourself yourselves"),
    "third": word_set(
        "he he's he'd he'll him his himself she she's she'd she'll her hers herself they they're they've they'd they'll them "
        "their theirs themselves"
    ),
}
_PAST_HELPERS = word_set("was were had did wasn't weren't hadn't didn't i'd")
_PRESENT_HELPERS = word_set(
    "is are am has have does do isn't aren't hasn't haven't doesn't don't i'm you're we're they're"
)
_PLAIN_SUBJECTS = word_set("i you we they")
_FEWEST_MARKERS = 5
_SHARE = 0.15
"""A narrator who is "I" or "you" says so at least this often among the personal pronouns."""


def _person(params: Params, text: str) -> RuleResult:
    told = plain_words(narration(text))
    found = {person: [word for word in told if word in forms] for person, forms in _PRONOUNS.items()}
    is_ = _narrator({person: len(words) for person, words in found.items()})
    if not is_ or is_ == params["is"]:
        return RuleResult(True, f"{is_} person" if is_ else "too little evidence of a person")
    return RuleResult(False, f"told in the {is_} person, not the {params['is']}: {_most(found[is_], told)}")


def _narrator(counts: Mapping[str, int]) -> str:
    """First where there is an "I" to speak of; "you" beside many third persons may only be the reader: undecided."""
    total = sum(counts.values())
    if total < _FEWEST_MARKERS:
        return ""
    if counts["first"] >= max(2, _SHARE * total):
        return "first"
    if counts["second"] >= max(2, _SHARE * total):
        return "second" if counts["third"] <= counts["second"] else ""
    return "third"


def _tense(params: Params, text: str) -> RuleResult:
    told = plain_words(narration(text))
    found = _tense_markers(told)
    past, present = len(found["past"]), len(found["present"])
    if past + present < _FEWEST_MARKERS or max(past, present) < 2 * min(past, present):
        return RuleResult(True, f"undecided: {past} past and {present} present verbs")
    is_ = "past" if past > present else "present"
    if is_ == params["is"]:
        return RuleResult(True, f"{is_} tense")
    return RuleResult(False, f"told in the {is_} tense, not the {params['is']}: {_most(found[is_], told)}")


def _tense_markers(words: Sequence[str]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {"past": [], "present": []}
    for index, word in enumerate(words):
        before = words[index - 1] if index else ""
        tense = _tense_of(word, before, words[index - 2] if index > 1 else "")
        if tense:
            found[tense].append(word)
    return found


def _tense_of(word: str, before: str, earlier: str) -> str:
    if word in _PAST_HELPERS:
        return "past"
    if word in _PRESENT_HELPERS:
        return "present" if before not in AUXILIARIES and before != "to" else ""
    if before in AUXILIARIES or earlier in AUXILIARIES:
        return ""  # an infinitive or a participle: "will open", "is closed", "had not seen"
    if word in PLAIN and before in _PLAIN_SUBJECTS:
        return "present" if word not in PAST else ""
    if word in THIRD:
        return "present"
    return "past" if word in PAST and word not in PLAIN else ""


def _most(markers: Sequence[str], told: Sequence[str]) -> str:
    """The first marker among its neighbours, and how many there are."""
    at = told.index(markers[0])
    return f"“…{' '.join(told[max(0, at - 3) : at + 6])}…” and {len(markers) - 1} more such words"


person = each(_person)
tense = each(_tense)
