"""Whether a reply decides for the user what the user says or does."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import re2

from ._result import Params, RuleResult, each
from ._sentences import sentence_spans
from ._speech import narration, without_remarks
from ._text import excerpt, word_set
from ._verbs import DELIBERATE, PAST_OF, SPEAKING, THIRD_OF

_ALWAYS_SPEECH = word_set("reply answer whisper shout murmur mutter yell")
"""Speaking verbs that need no quotation beside them to be the user's speech."""
_OPENERS = word_set("and then so now finally slowly quietly suddenly gently carefully still")
_CONDITIONS = word_set("if whether unless should perhaps maybe")
_WITH_DIRECTION = {"stand": "up", "stood": "up", "stands": "up", "sit": "down", "sat": "down", "sits": "down"}
_QUOTATIONS = ('""', "“”", '"”', '“"')


def _speaks_for_user(params: Params, text: str) -> RuleResult:
    names = [name.lower().split() for name in params.get("names", ()) if name.strip()]
    written = _scripted_line(text, names)
    if written:
        return RuleResult(False, f"writes the user's lines: {written}")
    told = narration(text)
    is_quoted = any(marks in told for marks in _QUOTATIONS)
    for start, end in sentence_spans(told):
        if _acts(told[start:end], names, is_quoted=is_quoted):
            return RuleResult(False, f"acts for the user: {excerpt(told, start, end, around=0)}")
    return RuleResult(True)


def _scripted_line(text: str, names: Sequence[Sequence[str]]) -> str:
    """The first line that is headed by the user's name like a line of a play, or nothing."""
    heads = "|".join(["you", "user", *(re2.escape(" ".join(name)) for name in names)])
    found = re2.search(rf"(?im)^[ \t*_]*(?:{heads})[ \t*_]*:[ \t*_]*\S.*$", without_remarks(text))
    return excerpt(found.group(), 0, len(found.group()), around=0) if found else ""


def _acts(sentence: str, names: Sequence[Sequence[str]], *, is_quoted: bool) -> bool:
    """Whether a main clause of the sentence has the user for its subject and a deliberate act or speech for its verb.

    Past forms behind "you" count only where speech is in quotes: elsewhere they may be somebody's unquoted words.
    """
    if sentence.rstrip("\"”'*_) ").endswith("?"):
        return False
    tokens = sentence.replace("’", "'").lower().split()
    words = [token.strip("*_,.;:!?()\"“”'…—-") for token in tokens]
    if _CONDITIONS.intersection(words):
        return False
    speaks = any(marks in sentence for marks in _QUOTATIONS)
    for index in _clause_starts(tokens, words):
        if words[index] == "you" and _does(words[index + 1 : index + 4], _you_forms(past=is_quoted), speaks=speaks):
            return True
        for name in names:
            behind = index + len(name)
            if words[index:behind] == name and _does(words[behind : behind + 3], _name_forms(), speaks=speaks):
                return True
    return speaks and _told_after_quote(tokens, words, names)


def _clause_starts(tokens: Sequence[str], words: Sequence[str]) -> Iterator[int]:
    for index in range(len(tokens)):
        before = tokens[index - 1] if index else ""
        opens = index == 0 or before[-1] in ",;:—" or words[index - 1] in _OPENERS or before in _QUOTATIONS
        if opens and words[index]:
            yield index


def _does(verbs: Sequence[str], forms: dict[str, str], *, speaks: bool) -> bool:
    verb = next((word for word in verbs[:2] if not word.endswith("ly") and word not in _OPENERS), "")
    behind = verbs[verbs.index(verb) + 1 :] if verb else []
    if verb in _WITH_DIRECTION:
        return behind[:1] == [_WITH_DIRECTION[verb]]
    plain = forms.get(verb, "")
    return plain in DELIBERATE or plain in _ALWAYS_SPEECH or (speaks and plain in SPEAKING)


def _you_forms(*, past: bool) -> dict[str, str]:
    present = {verb: verb for verb in THIRD_OF}
    return present | {form: verb for verb, form in PAST_OF.items()} if past else present


def _name_forms() -> dict[str, str]:
    return {form: verb for table in (PAST_OF, THIRD_OF) for verb, form in table.items()}


def _told_after_quote(tokens: Sequence[str], words: Sequence[str], names: Sequence[Sequence[str]]) -> bool:
    """Whether a quotation is given to the user by a turned tag: `"…" said Mara`."""
    forms = {**_you_forms(past=True), **_name_forms()}
    for index, token in enumerate(tokens[:-1]):
        if any(marks in token for marks in _QUOTATIONS) and forms.get(words[index + 1]) in SPEAKING:
            return any(words[index + 2 : index + 2 + len(name)] == name for name in [["you"], *names])
    return False


speaks_for_user = each(_speaks_for_user)
