"""All checks in their order: cheap ones first, and the longest prompt last."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterator, Mapping
from functools import partial

from crucibleforge.ask._client import ChatClient
from crucibleforge.ask._spec import ModelSpec
from crucibleforge.core.clock import monotonic_s
from crucibleforge.core.errors import ProviderError
from crucibleforge.core.setup import SetupCheck, SetupState
from crucibleforge.core.speed import SPEED
from crucibleforge.core.stamps import digest

from ._found import could_not_run
from ._probe import Probe, Untold
from ._served import PARAMETERS, SERVED, THINKING, check_parameters, check_served, check_thinking
from ._speed import check_speed
from ._text import LENGTH, UNICODE, check_length, check_unicode
from ._tool import TOOLS, check_tools
from ._window import WINDOW, check_window
from ._words import COMPLETION, MEMORY, SYSTEM, check_completion, check_memory, check_system_prompt

Check = Callable[[Probe], Awaitable[SetupCheck]]

SECONDS = 60.0
"""All checks together, but the speed, which has a time of its own."""
_VERSION = 2
NAMES = (COMPLETION, SYSTEM, MEMORY, UNICODE, LENGTH, TOOLS, SPEED, WINDOW, SERVED, THINKING, PARAMETERS)
"""Every check, in the order of the results."""


def setup_version(spec: ModelSpec, window_tokens: int) -> str:
    """What makes two results comparable: these checks, the prompt that has to fit, and how the model is reached."""
    where = "" if spec.embedded else spec.base_url
    return f"{_VERSION}, window {window_tokens}, entry {digest((where, spec.context, spec.thinking))}"


async def check_setup(
    client: ChatClient,
    window_tokens: int,
    *,
    on_check: Callable[[SetupCheck], None] = lambda _check: None,
    seconds: float = SECONDS,
    clock: Callable[[], float] = monotonic_s,
) -> tuple[SetupCheck, ...]:
    """Every check of one endpoint and model, in the order of NAMES. Failures are results, never errors.

    Args:
        window_tokens: what the suite's largest case needs, its replies included.
        on_check: called with each result as soon as it is known.
    """
    probe = Probe(client, seconds, clock)
    results: list[SetupCheck] = []

    def keep(check: SetupCheck) -> SetupCheck:
        results.append(check)
        on_check(check)
        return check

    if keep(await _result(COMPLETION, check_completion, probe)).state is SetupState.COULD_NOT_RUN:
        for name in NAMES[1:]:
            keep(could_not_run(name, "the first question got no reply"))
        return tuple(results)
    for name, check in _asking(window_tokens).items():
        keep(await _result(name, check, probe))
    for found in _read_off(probe):
        keep(found)
    return tuple(results)


def _asking(window_tokens: int) -> Mapping[str, Check]:
    """The checks that ask something of their own, after the first."""
    return {
        SYSTEM: check_system_prompt,
        MEMORY: check_memory,
        UNICODE: check_unicode,
        LENGTH: check_length,
        TOOLS: check_tools,
        SPEED: check_speed,
        WINDOW: partial(check_window, tokens=window_tokens),
    }


async def _result(name: str, check: Check, probe: Probe) -> SetupCheck:
    try:
        return await check(probe)
    except Untold as reason:
        return could_not_run(name, str(reason))
    except ProviderError as error:
        return could_not_run(name, error.message)


def _read_off(probe: Probe) -> Iterator[SetupCheck]:
    """What the replies to all the others show."""
    yield check_served(probe.spec, probe.turns)
    yield check_thinking(probe.turns)
    yield check_parameters(probe.turns)
