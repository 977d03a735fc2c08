"""`doctor --attack`: the shipped attacks tried on this machine's sandbox, and what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from itertools import groupby

from rich.progress import track
from rich.text import Text

from crucibleforge.sandbox import AttackOutcome, Sandbox, attack, possible_attacks

from ._output import print_json
from ._plain import console, on_stderr, plain

_ADVICE = {
    "cheat": "grade nothing on this machine: a wrong answer can pass. Reinstall crucibleforge and wasmtime, "
    "and report the attack's name with `crucibleforge doctor --json` if it still succeeds",
    "reach": "run no model's code on this machine: it can get out. Reinstall crucibleforge and wasmtime, "
    "and report the attack's name with `crucibleforge doctor --json` if it still succeeds",
    "jail": "WebAssembly still confines what models write, but the wall behind it has a hole on this kernel: "
    "update the kernel, and report the attack's name with `uname -a`",
}


def tried(sandbox: Sandbox) -> list[AttackOutcome]:
    """All attacks that are possible here, with a bar on standard error meanwhile."""
    progress = on_stderr()
    total = len(possible_attacks(sandbox))
    if not progress.is_terminal:
        progress.print(f"trying {total} attacks on the {sandbox.backend} backend")
    outcomes = attack(sandbox)
    return list(
        track(outcomes, "attacking", total=total, console=progress, transient=True, disable=not progress.is_terminal)
    )


def print_outcomes_json(sandbox: Sandbox, outcomes: Sequence[AttackOutcome]) -> None:
    """Everything, for machines."""
    print_json(
        {
            "sandbox": sandbox.runner_id,
            "jail": asdict(sandbox.jail),
            "attacked": len(outcomes),
            "succeeded": sum(outcome.succeeded for outcome in outcomes),
            "attacks": [asdict(outcome) for outcome in outcomes],
        }
    )


def print_outcomes(sandbox: Sandbox, outcomes: Sequence[AttackOutcome]) -> None:
    """What succeeded and what to do about it; then every attack, folder by folder; the count last."""
    succeeded = [outcome for outcome in outcomes if outcome.succeeded]
    for outcome in succeeded:
        console.print(Text.assemble(("✗ ", "red"), (outcome.name, "bold"), f": {outcome.trick}"), soft_wrap=True)
        console.print(Text("  ").append_text(plain(outcome.ended)), soft_wrap=True)
        console.print(Text(f"  -> {_ADVICE[outcome.kind]}"), soft_wrap=True)
    for folder, members in groupby(outcomes, key=lambda outcome: outcome.name.partition("/")[0]):
        _print_folder(folder, list(members))
    if not sandbox.jail.seccomp:
        console.print(Text(f"The attacks on the jail were left out, as there is none: {sandbox.jail.note}"))
    console.print(f"{len(succeeded)} of {len(outcomes)} attacks succeeded")


def _print_folder(folder: str, outcomes: Sequence[AttackOutcome]) -> None:
    console.print(Text(f"{folder} ({len(outcomes)})", style="bold"))
    for outcome in outcomes:
        mark = ("  ✗ ", "red") if outcome.succeeded else ("  ✓ ", "green")
        name = outcome.name.partition("/")[2]
        console.print(
            Text.assemble(mark, name, f": {outcome.trick} ", ("→ ", "dim")).append(plain(outcome.ended)),
            soft_wrap=True,
        )
