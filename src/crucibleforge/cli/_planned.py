"""The plan of a command, from its options."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from crucibleforge.core.words import count_of
from crucibleforge.run import Action, PlannedCase, plan, without_first_tries
from crucibleforge.sandbox import Backend
from crucibleforge.store import Store
from crucibleforge.suite import Suite


def still_to_do(
    suite: Suite,
    store: Store,
    models: Mapping[str, str],
    judged_by: str | None = None,
    backend: Backend = "wasm",
    retry: Literal["errors"] | None = None,
    attempts: int = 1,
) -> tuple[PlannedCase, ...]:
    """What these models still need, or only what an error kept from being done.

    Args:
        models: name -> identity.
        judged_by: the judge's fingerprint; without it nothing is planned for judging.
    """
    planned = plan(suite, store, models, judged_by, backend, attempts)
    return without_first_tries(planned) if retry else planned


def in_words(planned: Iterable[PlannedCase]) -> str:
    """How many cases still need what."""
    counts = Counter(item.action for item in planned if item.action is not Action.KEEP)
    return ", ".join(f"{count_of(count, 'case')} to {action}" for action, count in counts.items()) or "nothing"


def say_retries(planned: Sequence[PlannedCase], retry: Literal["errors"] | None) -> None:
    """With `--retry`, say how many cases are asked again."""
    if retry:
        count = sum(item.is_retry for item in planned)
        print(f"--retry {retry}: {count_of(count, 'case')} not asked because of an error", file=sys.stderr)
