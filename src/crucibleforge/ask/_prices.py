"""What a model's replies cost: by the price in models.yaml, else by the price list that comes with genai-prices."""

from __future__ import annotations

from datetime import datetime

from crucibleforge.core.conversation import Usage
from crucibleforge.core.money import Cost

from ._spec import ModelSpec, Price

IN_MODELS_YAML = "models.yaml"
_MILLION = 1_000_000


def cost_of(spec: ModelSpec, usage: Usage, at: datetime) -> Cost | None:
    """The cost of so many tokens; None where their number or the price is unknown.

    Cached tokens cost the same as others where the server or the price tells nothing of them.

    Args:
        at: when they were asked for, aware. Prices change, some of them with the hour.
    """
    if usage.prompt_tokens is None or usage.completion_tokens is None:
        return None
    if spec.price is not None:
        usd, source = (
            _stated_usd(spec.price, usage.prompt_tokens, usage.completion_tokens, _cached(usage)),
            IN_MODELS_YAML,
        )
    elif spec.base == "hosted" and (listed := _listed(spec, usage, at)) is not None:
        usd, source = listed
    else:
        return None
    return Cost(usd, source, at.date().isoformat())


def has_price(spec: ModelSpec, at: datetime) -> bool:
    """Whether the cost of this model's replies can be known."""
    return cost_of(spec, Usage(1, 1), at) is not None


def _stated_usd(price: Price, prompt: int, completion: int, cached: int) -> float:
    cached_usd = price.input_usd if price.cached_input_usd is None else price.cached_input_usd
    return ((prompt - cached) * price.input_usd + cached * cached_usd + completion * price.output_usd) / _MILLION


def _cached(usage: Usage) -> int:
    return min(usage.cached_tokens or 0, usage.prompt_tokens or 0)


def _listed(spec: ModelSpec, usage: Usage, at: datetime) -> tuple[float, str] | None:
    """By the provider at this very address: the same model costs something else elsewhere."""
    # Not at the top: the list takes half a second to load, and most commands need no price.
    import genai_prices

    tokens = genai_prices.Usage(
        input_tokens=usage.prompt_tokens, output_tokens=usage.completion_tokens, cache_read_tokens=_cached(usage)
    )
    try:
        found = genai_prices.calc_price(
            tokens, spec.served_id, provider_api_url=spec.base_url, genai_request_timestamp=at
        )
    except LookupError:
        return None
    if found.model_price.input_mtok is None and found.model_price.output_mtok is None:
        return None
    return float(found.total_price), f"genai-prices {genai_prices.__version__}"
