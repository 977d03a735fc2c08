"""Check how an endpoint serves its model before anything is asked, and once only as long as nothing changes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from crucibleforge.ask import ChatClient, Learned, ModelSpec, Serving, open_client
from crucibleforge.ask.setup import NAMES, check_setup, setup_version
from crucibleforge.core.case import Case
from crucibleforge.core.setup import SetupCheck, SetupState, learned
from crucibleforge.store import Store, failures_now
from crucibleforge.suite import Suite

from ._events import PhaseStarted, SetupChecked
from ._manners import remember
from ._prompts import CHARS_PER_TOKEN, request_words
from ._run import Run


def setup_is_due(suite: Suite, store: Store, spec: ModelSpec, *, has_questions: bool) -> bool:
    """Whether to check the set-up before this run: not again where it passed as it is now.

    A failed one is checked again even when nothing is left to ask, since mending the endpoint leads to new questions.
    """
    setups = store.setups(spec.identity)
    if failures_now(setups):
        return True
    version = setup_version(spec, window_tokens(suite, spec))
    last = next((setup for setup in reversed(setups) if setup.version == version), None)
    return has_questions and (last is None or any(check.state is SetupState.COULD_NOT_RUN for check in last.checks))


async def check_before(run: Run, client: ChatClient) -> None:
    """Check the set-up of an open client, store what was found and keep what was learned on the model's row."""
    spec, tokens = client.spec, window_tokens(run.suite, client.spec)
    run.tell(PhaseStarted("set-up", spec.name, len(NAMES)))
    checks = await check_setup(client, tokens, on_check=lambda check: run.tell(SetupChecked(spec.name, check)))
    run.writer.put_setup(spec.name, spec.identity, setup_version(spec, tokens), checks, run_id=run.id)
    model = run.store.model(spec.name)
    if model is not None:
        run.writer.put_model(replace(model, stack={**model.stack, **learned(checks)}))
    remember(run, spec, client.learned)


@dataclass(frozen=True, slots=True)
class Findings:
    """What one look at an endpoint found."""

    checks: tuple[SetupCheck, ...]
    learned: Learned
    serving: Serving


async def check_model(
    spec: ModelSpec, suite: Suite, on_check: Callable[[SetupCheck], None] = lambda _check: None
) -> Findings:
    """Check the set-up of one model, as if nothing was known of it; nothing is stored.

    Raises:
        ConfigError: when the model's key is not set.
        ProviderError: when an embedded model does not start.
    """
    async with open_client(spec) as client:
        serving = await client.serving()
        checks = await check_setup(client, window_tokens(suite, spec), on_check=on_check)
        return Findings(checks, client.learned, serving)


def window_tokens(suite: Suite, spec: ModelSpec) -> int:
    """About what the largest standard case needs of this model's window, its replies included."""
    return max((case_tokens(case, spec.max_tokens) for case in suite.standard()), default=0)


def case_tokens(case: Case, cap: int | None = None) -> int:
    """About what a case needs: its own words, its last reply at full budget, and each one before it at half.

    Args:
        cap: upper limit of any one reply, in tokens.
    """
    words = request_words(case)
    reply = min(case.budget.max_tokens, cap or case.budget.max_tokens)
    return round(sum(map(len, words)) / CHARS_PER_TOKEN + reply * (len(words) + 1) / 2)
