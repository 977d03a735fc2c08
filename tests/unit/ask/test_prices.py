from __future__ import annotations

import sys
from dataclasses import replace
from datetime import UTC, datetime
from importlib.metadata import version

import pytest

from crucibleforge.ask import ModelSpec, Price, cost_of, has_price
from crucibleforge.core.conversation import Usage

NOON = datetime(2031, 4, 9, 12, tzinfo=UTC)
HOSTED = ModelSpec("m", "https://api.example.org/v1", "gpt-4o")
STATED = replace(HOSTED, price=Price(2.0, 8.0))
OPENAI = replace(HOSTED, base_url="https://api.openai.com/v1")


def usd(spec: ModelSpec, usage: Usage) -> float:
    cost = cost_of(spec, usage, NOON)
    assert cost is not None
    return cost.usd


def test_a_stated_price_is_for_a_million_tokens() -> None:
    assert usd(STATED, Usage(1_000_000, 0)) == 2.0
    assert usd(STATED, Usage(500, 250)) == pytest.approx(0.003)


def test_cached_tokens_have_a_price_of_their_own_where_one_is_stated() -> None:
    usage = Usage(1_000_000, 0, cached_tokens=400_000)
    assert usd(STATED, usage) == 2.0
    assert usd(replace(STATED, price=Price(2.0, 8.0, 0.5)), usage) == pytest.approx(1.4)


def test_a_stated_price_holds_whatever_the_list_says_and_wherever_the_model_is() -> None:
    for spec in (OPENAI, replace(HOSTED, base_url="http://127.0.0.1:1/v1")):
        cost = cost_of(replace(spec, price=Price(1.0, 1.0)), Usage(1_000_000, 0), NOON)
        assert cost is not None
        assert (cost.usd, cost.source, cost.as_of) == (1.0, "models.yaml", "2031-04-09")


def test_the_price_list_is_read_by_served_id_and_address() -> None:
    cost = cost_of(OPENAI, Usage(1_000_000, 1_000_000, 200_000), NOON)
    assert cost is not None
    assert cost.source == f"genai-prices {version('genai-prices')}"
    assert 0 < cost.usd < usd(OPENAI, Usage(1_000_000, 1_000_000)), "the cached part is cheaper"


@pytest.mark.parametrize(
    ("spec", "usage"),
    [
        (HOSTED, Usage(1, 1)),  # another address than that of the model's maker
        (replace(OPENAI, served_id="no-such-model"), Usage(1, 1)),
        (replace(OPENAI, base_url="http://127.0.0.1:8080/v1"), Usage(1, 1)),
        (replace(OPENAI, base_url="", embedded=True), Usage(1, 1)),
        (STATED, Usage(None, 5)),
        (STATED, Usage(5, None)),
        (STATED, Usage()),
    ],
)
def test_what_is_not_known_costs_nobody_knows_what(spec: ModelSpec, usage: Usage) -> None:
    assert cost_of(spec, usage, NOON) is None


def test_a_model_has_a_price_or_not() -> None:
    assert has_price(STATED, NOON)
    assert has_price(OPENAI, NOON)
    assert not has_price(HOSTED, NOON)


def test_more_cached_tokens_than_tokens_are_no_gift() -> None:
    assert usd(replace(STATED, price=Price(2.0, 8.0, 0.0)), Usage(10, 0, 99)) == 0.0


def test_the_price_list_is_loaded_only_when_a_price_is_looked_up() -> None:
    import subprocess

    code = "import sys, crucibleforge.cli._app, crucibleforge.run; print('genai_prices' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
