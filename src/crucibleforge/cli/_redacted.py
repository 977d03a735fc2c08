"""What must not be told when something is written that others will read."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from crucibleforge.ask import Registry
from crucibleforge.board import judge_named
from crucibleforge.bundle import Facts, Redaction, collected, own_secrets, own_words
from crucibleforge.suite import Suite

from ._opened import opened

Hide = Annotated[
    list[str] | None,
    typer.Option("--hide", metavar="WORD", help="A further name that must not be told; may be given several times."),
]


def redaction(models_file: Path | None, hide: Sequence[str]) -> Redaction:
    """Of this machine's names and keys, the hosts in models.yaml, and further words."""
    registry = Registry.load(models_file)
    return Redaction(
        own_words([*_hosts(registry), *hide]), own_secrets(spec.key_env for spec in registry.specs if spec.key_env)
    )


def publishable(
    suite_dir: Path | None, store_at: str, models: Sequence[str], hidden: Redaction, judged_by: str | None
) -> tuple[Suite, Facts]:
    """What may be told of stored models; what their owner should look at first is said on standard error."""
    with opened(suite_dir, store_at, to_read=True) as (suite, store):
        judge = judge_named(suite, store, judged_by) if judged_by else None
        facts = collected(suite, store, models, hidden, judge)
    for words in facts.warnings:
        print(f"look at this before you publish: {words}", file=sys.stderr)
    return suite, facts


def _hosts(registry: Registry) -> Iterator[str]:
    """Where models.yaml says that models are."""
    for spec in registry.specs:
        if host := urlsplit(spec.base_url).hostname:
            yield host
