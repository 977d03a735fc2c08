"""Where in the program's life a blow falls: chosen before, and told afterwards by what the program had said."""

from __future__ import annotations

import random
import signal
from collections.abc import Mapping, Sequence

from tests.kills.facts import Facts
from tests.kills.life import Blow

PHASES = ("start-up", "set-up check", "asking", "grading", "calibration", "judging", "scoring and board")
"""In the order in which a run comes to them."""

_TITLES: Mapping[str, str] = {
    "checking the set-up of": "set-up check",
    "asking": "asking",
    "grading": "grading",
    "calibrating": "calibration",
    "judging by": "judging",
}
_EDGE = 0.2
"""Share of blows before the first request, and share of those after the last one."""
_BETWEEN_S = 0.15
"""Else a blow falls at most so long after a request has come."""


def draw(left: int, start_up_s: float, tail_s: float, chance: random.Random, signals: Sequence[signal.Signals]) -> Blow:
    """An instant of the life to come, in which about `left` requests are sent.

    Args:
        start_up_s: from the start to the first request.
        tail_s: from the last request to the end.
    """
    sent = chance.choice(signals)
    kind = chance.random()
    if kind < _EDGE or not left:
        return Blow(sent, 0, chance.uniform(0, start_up_s + (0 if left else tail_s)))
    if kind < 2 * _EDGE:
        return Blow(sent, left, chance.uniform(0, tail_s))
    return Blow(sent, chance.randint(1, left), chance.uniform(0, _BETWEEN_S))


def phase(said: str, now: Facts, done: Facts) -> str:
    """The phase that a struck program was in.

    Args:
        said: its progress lines.
        done: what the store holds when nothing is left to do.
    """
    if all(now.count(table) >= done.count(table) for table in ("answers", "grades", "verdicts")):
        return "scoring and board"
    lines = [line for line in said.splitlines() if line.startswith(tuple(_TITLES))]
    if not lines:
        return "start-up"
    last = next(name for title, name in _TITLES.items() if lines[-1].startswith(title))
    return "grading" if last == "asking" and now.count("grades") < now.count("answers") else last
