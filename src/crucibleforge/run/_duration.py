"""How long it will take until every model is asked: endpoints side by side, each with its slots."""

from __future__ import annotations

from collections.abc import Sequence

from crucibleforge.ask import ModelSpec

from ._endpoints import Endpoint, endpoints
from ._forecast import Forecast
from ._limit import MOST
from ._makespan import lower_bound_s
from ._range import Range, together_if_known


def asking_s(specs: Sequence[ModelSpec], forecasts: Sequence[Forecast]) -> Range | None:
    """From the first call to the last reply, set-up checks included; None where a speed is not known.

    An endpoint's slots are reckoned as fast as one alone, which a busy server at hand is not.
    """
    spans = [_endpoint(endpoint, forecasts) for endpoint in endpoints(specs)]
    known = [span for span in spans if span is not None]
    if not known or len(known) < len(spans):
        return None
    return Range(max(span.low for span in known), max(span.likely for span in known), max(span.high for span in known))


def _endpoint(endpoint: Endpoint, forecasts: Sequence[Forecast]) -> Range | None:
    rounds = [_round({spec.name for spec in models}, endpoint, forecasts) for models in endpoint.rounds]
    return together_if_known(rounds)


def _round(names: set[str], endpoint: Endpoint, forecasts: Sequence[Forecast]) -> Range | None:
    own = [each for each in forecasts if each.model in names and each.step in ("set-up", "ask")]
    found = [each.seconds for each in own if each.seconds is not None]
    if len(found) < len(own):
        return None
    asked = [each.seconds for each in own if each.step == "ask" and each.seconds is not None]
    limit = endpoint.limit()
    narrow, wide = limit.slots, MOST if limit.is_probing else limit.slots
    asking = Range(
        lower_bound_s([seconds.low for seconds in asked], wide),
        lower_bound_s([seconds.likely for seconds in asked], narrow),
        lower_bound_s([seconds.high for seconds in asked], narrow),
    )
    setups = [each.seconds for each in own if each.step == "set-up"]
    return together_if_known([asking, *setups])
