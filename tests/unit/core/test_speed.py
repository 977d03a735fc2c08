from __future__ import annotations

import pytest

from crucibleforge.core.conversation import Timing, Turn, Usage
from crucibleforge.core.setup import SetupCheck, SetupState
from crucibleforge.core.speed import Speed, measured, rate, speed_in


def turn(tokens: int | None, first_s: float | None, total_s: float) -> Turn:
    return Turn((), "", usage=Usage(5, tokens), timing=Timing(first_s, total_s))


@pytest.mark.parametrize(
    ("tokens", "first_s", "total_s", "expected"),
    [
        (11, 1.0, 2.0, 10.0),  # the first token is there when the time begins
        (2, 0.5, 1.0, 2.0),
        (1, 0.5, 1.0, None),
        (0, None, 1.0, None),
        (None, 0.5, 1.0, None),
        (50, None, 1.0, None),
        (50, 1.0, 1.0, None),
        (50, 1.0, 1.01, None),  # held back and sent at once
    ],
)
def test_the_rate_is_known_only_where_tokens_came_one_after_another(
    tokens: int | None, first_s: float | None, total_s: float, expected: float | None
) -> None:
    assert rate(turn(tokens, first_s, total_s)) == expected


def test_one_slow_reply_does_not_make_an_endpoint_slow() -> None:
    turns = [turn(11, 1.0, 2.0), turn(11, 0.2, 1.2), turn(11, 3.0, 13.0), turn(1, 0.2, 0.4)]
    assert measured(turns) == Speed(10.0, 0.6)
    assert str(measured(turns)) == "10.0 tokens/s, first token after 0.60 s"


def test_nothing_measured_is_no_speed() -> None:
    assert measured([turn(None, None, 1.0)]) == Speed(None, None)
    assert str(Speed(None, None)) == "no rate known"
    assert speed_in([SetupCheck("speed", SetupState.COULD_NOT_RUN, "no time left")]) is None
    assert speed_in([SetupCheck("speed", SetupState.PASSED, "", figures={"first_token_s": 0.5})]) == Speed(None, 0.5)
