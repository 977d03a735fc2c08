"""Refusals that come with a status: keys, limits, sizes, a server that is not ready."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from email.utils import format_datetime
from typing import Any

from crucibleforge.core.clock import now_utc
from crucibleforge.core.conversation import Outcome
from crucibleforge.testing._reply import Reply

from ._fault import GOOD, Expected, ScriptedFault, answered, broken, hopeless
from ._frames import error, page

_WINDOWS = {
    "named": ("too long", "context_length_exceeded"),
    "maximum": ("This model's maximum context length is 4096 tokens, but 9000 were requested", None),
    "available": ("the request exceeds the available context size of 4096 tokens", "400"),
    "model-length": (
        "The decoder prompt (length 9000) is longer than the maximum model length of 4096",
        "BadRequestError",
    ),
    "too-long": ("prompt is too long: 9000 tokens > 4096 maximum", "invalid_request_error"),
    "limit": ("input length and `max_tokens` exceed context limit: 4000 + 512 > 4096", "invalid_request_error"),
    "token-count": (
        "The input token count (9000) exceeds the maximum number of tokens allowed (4096)",
        "INVALID_ARGUMENT",
    ),
    "inputs": ("`inputs` must have less than 4096 `tokens`. Given: 9000", "validation"),
    "sum": ("`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 9000 `inputs` tokens and 64", "validation"),
    "prompt-length": ("This model's maximum prompt length is 4096 but the request contains 9000 tokens", None),
    "sequence": ("Prompt length 9000 is greater than max_seq_len 4096", None),
    "too-many": ("too many tokens: the prompt has 9000, and 4096 are allowed", None),
}
_LIMITED = Expected(Outcome.NOT_ASKED, reason="rate limit", later=True)


def _busy(retry_after: str = "") -> Reply:
    headers = {"Retry-After": retry_after} if retry_after else {}
    return error("slow down", status=429, headers=headers, code="rate_limit_exceeded")


def _busy_until_a_date(_request: Mapping[str, Any]) -> Reply:
    # Dates have whole seconds: half a second more keeps the wait above 6 s and below 8 s.
    return _busy(format_datetime(now_utc() + timedelta(seconds=7.5), usegmt=True))


def _window(name: str, words: str, code: str | None) -> ScriptedFault:
    does = f"400: “{words}”."
    return ScriptedFault(f"window-{name}", does, (error(words, status=400, code=code),), hopeless("window", words))


def _then_good(requests: int = 2, **beside: Any) -> Expected:
    return answered(note="asked again", requests=requests, **beside)


STATUSES = (
    ScriptedFault("key-missing", "401.", (error("no key", status=401),), hopeless("access", "no key")),
    ScriptedFault("key-forbidden", "403.", (error("not yours", status=403),), hopeless("access", "not yours")),
    ScriptedFault("no-credit", "402.", (error("pay first", status=402),), hopeless("access", "pay first")),
    ScriptedFault(
        "no-quota",
        "429 with the code for a used-up quota, which no waiting brings back.",
        (error("quota used up", status=429, code="insufficient_quota"),),
        hopeless("access", "quota used up"),
    ),
    ScriptedFault(
        "no-model",
        "404: the model is unknown.",
        (error("the model `x` does not exist", status=404, code="model_not_found"),),
        hopeless("wrong model"),
    ),
    ScriptedFault(
        "no-model-400",
        "400 with the code for an unknown model.",
        (error("invalid model: x", status=400, code="invalid_model"),),
        hopeless("wrong model"),
    ),
    ScriptedFault(
        "no-such-page", "404: no chat API here.", (page("404 page not found", status=404),), hopeless("bad request")
    ),
    ScriptedFault(
        "too-large", "413.", (error("the body is too large", status=413),), hopeless("bad request", "too large")
    ),
    ScriptedFault(
        "too-large-page",
        "413 as a proxy's page.",
        (page("<h1>413 Request Entity Too Large</h1>", status=413, kind="text/html"),),
        hopeless("bad request", "Too Large"),
    ),
    ScriptedFault(
        "busy",
        "429 without a word on how long.",
        (_busy(),),
        Expected(Outcome.NOT_ASKED, reason="rate limit", later=True, requests=9),
    ),
    ScriptedFault(
        "busy-seconds", "429 with Retry-After in seconds, then good.", (_busy("7"), Reply(GOOD)), _then_good(wait_s=7.0)
    ),
    ScriptedFault(
        "busy-date",
        "429 with Retry-After as a date, then good.",
        (_busy_until_a_date, Reply(GOOD)),
        _then_good(wait_s=7.0),
    ),
    ScriptedFault("busy-absurd", "429 with Retry-After of eleven days.", (_busy("999999"),), _LIMITED),
    ScriptedFault("busy-infinite", "429 with Retry-After of four hundred digits.", (_busy("9" * 400),), _LIMITED),
    ScriptedFault(
        "busy-garbled", "429 with Retry-After “soon”, then good.", (_busy("soon"), Reply(GOOD)), _then_good(wait_s=1.0)
    ),
    ScriptedFault("hiccup", "500, then good.", (error("oops", status=500), Reply(GOOD)), _then_good()),
    ScriptedFault("down", "500, for good.", (error("oops", status=500),), broken("oops")),
    ScriptedFault(
        "loading",
        "503 while the model is loading, twice, then good.",
        (error("loading model", status=503), error("loading model", status=503), Reply(GOOD)),
        _then_good(requests=3),
    ),
    ScriptedFault("overloaded", "529, for good.", (error("overloaded", status=529),), broken("overloaded")),
    ScriptedFault("wordless", "500 with an empty body.", (page("", status=500),), broken("HTTP 500")),
    *(_window(name, *said) for name, said in _WINDOWS.items()),
)
