"""Which days a written date can mean."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import date

import re2

_MONTHS = (
    *("january", "february", "march", "april", "may", "june"),
    *("july", "august", "september", "october", "november", "december"),
)
_WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_TIME = re2.compile(
    r"(?i)(?:[t ]|,? +at +|, +)\d{1,2}(?::\d{2}(?::\d{2}(?:\.\d+)?)?(?: ?[ap]\.?m\.?)?| ?[ap]\.?m\.?)"
    r"(?: ?(?:z|utc|gmt|[+-]\d{2}:?\d{2}))?$"
)
_NUMERIC = re2.compile(r"(\d{1,4})\s*([-/. ])\s*(\d{1,2})\s*([-/. ])\s*(\d{1,4})\.?")
_WORDS = re2.compile(r"[a-z]+|\d+")
_ORDINALS = frozenset(["st", "nd", "rd", "th"])
_FILLERS = frozenset(["the", "of", "day", "on"])


def as_date(day: date | str) -> date:
    """The day that a suite's author wrote in ISO form, typed by YAML or not."""
    return date.fromisoformat(day) if isinstance(day, str) else date(day.year, day.month, day.day)


def days_meant(text: str) -> frozenset[date]:
    """Every day that the whole text can stand for.

    ISO forms, numbers in any usual order (an ambiguous one means each day it can), and English month names, with or
    without a weekday, which must be right, and a time of day, which is passed over. A date without a year means none.
    """
    written = " ".join(text.split()).strip()
    bare = written if (found := _TIME.search(written)) is None else written[: found.start()]
    return frozenset(day for form in (written, bare) for day in _readings(form))


def _readings(text: str) -> Iterator[date]:
    if len(text) > 60 or not text.isascii():
        return
    try:
        yield date.fromisoformat(text)
    except ValueError:
        yield from _numeric(text)
        yield from _named(text)


def _numeric(text: str) -> Iterator[date]:
    found = _NUMERIC.fullmatch(text)
    if found is None or found.group(2) != found.group(4):
        return
    first, second, third = (found.group(number) for number in (1, 3, 5))
    if len(first) == 4:
        yield from _day(first, second, third)
    elif len(third) in (2, 4):
        yield from _day(third, second, first)
        yield from _day(third, first, second)


def _named(text: str) -> Iterator[date]:
    """Readings with the month as a word: `9 April 2031`, `Wed, Apr. 9th, 2031`, `2031 April 9`."""
    lower = text.lower()
    if any(char not in " ,.-/'" and not char.isalnum() for char in lower):
        return
    words = [word for word in _WORDS.findall(lower) if word not in _FILLERS and word not in _ORDINALS]
    months = [number for word in words if (number := _place(word, _MONTHS))]
    weekdays = [number for word in words if (number := _place(word, _WEEKDAYS))]
    numbers = [word for word in words if word.isdigit()]
    if len(months) != 1 or len(weekdays) > 1 or len(numbers) != 2 or len(words) != 3 + len(weekdays):
        return
    year, day = sorted(numbers, key=len, reverse=True) if len(numbers[0]) > 2 else reversed(numbers)
    for meant in _day(year, str(months[0]), day):
        if not weekdays or meant.isoweekday() == weekdays[0]:
            yield meant


def _place(word: str, names: Sequence[str]) -> int:
    """The number (from 1) of a name given in full or by its first three or four letters; 0 for any other word."""
    fits = (
        number
        for number, name in enumerate(names, 1)
        if word == name or (3 <= len(word) <= 5 and name.startswith(word))
    )
    return next(fits, 0)


def _day(year: str, month: str, day: str) -> Iterator[date]:
    try:
        yield date(int(year) + (2000 if len(year) == 2 else 0), int(month), int(day))
    except ValueError:
        return
