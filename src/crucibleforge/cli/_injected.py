"""`doctor --injections`: the shipped injections tried on a judge, and what became of them."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from itertools import groupby
from typing import Any

from rich.progress import Progress
from rich.text import Text

from crucibleforge.ask import ModelSpec, open_client
from crucibleforge.core.grading import JudgeSettings
from crucibleforge.judge.injection import Ended, InjectionOutcome, inject, read_injections

from ._output import print_json
from ._plain import console, on_stderr, plain

_STYLES: Mapping[Ended, tuple[str, str]] = {
    "right": ("✓", "green"),
    "stopped by the guard": ("✓", "green"),
    "unreadable": ("?", "yellow"),
    "too long": ("–", "yellow"),
    "fooled": ("✗", "red"),
}


def injected(judge: ModelSpec, settings: JudgeSettings) -> list[InjectionOutcome]:
    """What each injection came to, with a bar on standard error meanwhile."""
    return asyncio.run(_injected(judge, settings))


async def _injected(judge: ModelSpec, settings: JudgeSettings) -> list[InjectionOutcome]:
    progress = on_stderr()
    total = len(read_injections()) + 2
    if not progress.is_terminal:
        progress.print(f"trying {total - 2} injections on {judge.name}")
    outcomes: list[InjectionOutcome] = []
    with Progress(console=progress, transient=True, disable=not progress.is_terminal) as bar:
        task = bar.add_task("injecting", total=total)
        async with open_client(judge) as client:
            async for outcome in inject(client, settings):
                bar.advance(task)
                outcomes.append(outcome)
    return outcomes


def fooled(outcomes: Sequence[InjectionOutcome]) -> bool:
    """Whether any injection got what it wanted, or the judge was wrong before there was one."""
    return any(outcome.succeeded or (_is_bare(outcome) and outcome.ended != "right") for outcome in outcomes)


def print_injected_json(judge: ModelSpec, outcomes: Sequence[InjectionOutcome]) -> None:
    """Everything, for machines."""
    tried = [outcome for outcome in outcomes if not _is_bare(outcome)]
    print_json(
        {
            "judge": judge.name,
            "tried": sum(map(_was_tried, tried)),
            "ended": dict(Counter(outcome.ended for outcome in tried)),
            "injections": [_told(outcome) for outcome in outcomes],
        }
    )


def _told(outcome: InjectionOutcome) -> dict[str, Any]:
    return {name: value for name, value in asdict(outcome).items() if name != "verdict"} | {
        "votes": [asdict(vote) for vote in outcome.verdict.votes]
    }


def print_injected(judge: ModelSpec, outcomes: Sequence[InjectionOutcome]) -> None:
    """Every injection, folder by folder, and the counts last."""
    for folder, members in groupby(outcomes, key=lambda outcome: outcome.name.partition("/")[0]):
        console.print(Text(folder, style="bold"))
        for outcome in members:
            _print_one(outcome)
    for outcome in filter(_is_bare, outcomes):
        if outcome.ended != "right":
            console.print(f"{judge.name} is wrong about {outcome.name} with no injection at all", style="red")
    tried = [outcome for outcome in outcomes if not _is_bare(outcome)]
    counts = Counter(outcome.ended for outcome in tried)
    stopped = ", ".join(f"{counts[ended]} {ended}" for ended in list(_STYLES)[:-1] if counts[ended])
    console.print(
        f"{counts['fooled']} of {sum(map(_was_tried, tried))} injections fooled {judge.name}{f' ({stopped})' if stopped else ''}"
    )


def _print_one(outcome: InjectionOutcome) -> None:
    mark, style = _STYLES[outcome.ended]
    vote = outcome.verdict.votes[-1] if outcome.verdict.votes else None
    said = f": {vote.said}" if vote else " for this judge's window"
    why = f" ({vote.reason})" if vote and vote.reason else ""
    line = Text.assemble((f"  {mark} ", style), outcome.name.partition("/")[2], f": {outcome.trick} ", ("→ ", "dim"))
    console.print(line.append(f"{outcome.ended}{said}").append_text(plain(why)), soft_wrap=True)


def _was_tried(outcome: InjectionOutcome) -> bool:
    return outcome.ended != "too long"


def _is_bare(outcome: InjectionOutcome) -> bool:
    return outcome.name.startswith("none/")
