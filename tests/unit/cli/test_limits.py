from __future__ import annotations

import math
from dataclasses import replace

import pytest

from crucibleforge.ask import ModelSpec, Price
from crucibleforge.cli._limits import allowance
from crucibleforge.core.errors import ConfigError

HOUSE = ModelSpec("house", "https://api.example.org/v1", "m")
PRICED = replace(HOUSE, name="priced", price=Price(1.0, 2.0))
LOCAL = ModelSpec("local", "http://127.0.0.1:8080/v1", "m")


@pytest.mark.parametrize("text", ["0", "-2", "nan", "inf", "much", ""])
def test_an_amount_that_limits_nothing_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="not an amount above 0") as caught:
        allowance(text, None, [PRICED])
    assert caught.value.hint


@pytest.mark.parametrize("text", ["0", "-5m", "20", "0s", "1x", ""])
def test_a_time_that_limits_nothing_is_refused(text: str) -> None:
    with pytest.raises(ConfigError, match="not a time above 0") as caught:
        allowance(None, text, [LOCAL])
    assert caught.value.hint


def test_a_provider_without_a_price_cannot_be_limited() -> None:
    with pytest.raises(ConfigError, match="the price of house is not known") as caught:
        allowance("1", None, [PRICED, HOUSE])
    assert "price: {input_usd" in caught.value.hint


def test_where_nothing_costs_anything_a_limit_is_a_mistake() -> None:
    with pytest.raises(ConfigError, match="limits nothing: local"):
        allowance("1", None, [LOCAL])


def test_a_model_at_hand_beside_one_with_a_price_needs_none() -> None:
    assert allowance("$2.50", None, [PRICED, LOCAL]).max_usd == 2.5


def test_without_limits_nothing_is_demanded() -> None:
    assert allowance(None, None, [HOUSE]).max_usd == math.inf
    assert not allowance(None, "1h30m", [HOUSE]).is_used_up()
