"""The command `crucibleforge bundle`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated
from urllib.parse import urlsplit

import typer

from crucibleforge.ask import Registry
from crucibleforge.board import judge_named
from crucibleforge.bundle import Redaction, gathered, own_secrets, own_words, write_archive

from ._opened import opened
from ._options import DEFAULT_STORE, Json, JudgedBy, ModelsFile, StoreAt, SuiteDir
from ._output import print_json
from ._plain import console, plain

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def bundle(
    models: Annotated[list[str], typer.Argument(metavar="MODEL…", help="Stored models.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The bundle to write.")],
    hide: Annotated[
        list[str] | None,
        typer.Option(
            "--hide", metavar="WORD", help="A further name that must not be told; may be given several times."
        ),
    ] = None,
    judged_by: JudgedBy = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    models_file: ModelsFile = None,
    as_json: Json = False,
) -> None:
    """Write rows with all their evidence into one file that anyone can check: crucibleforge verify FILE."""
    registry = Registry.load(models_file)
    redaction = Redaction(
        own_words([*_hosts(registry), *(hide or ())]),
        own_secrets(spec.key_env for spec in registry.specs if spec.key_env),
    )
    with opened(suite_dir, store_at, to_read=True) as (suite, store):
        judge = judge_named(suite, store, judged_by) if judged_by else None
        members, warnings = gathered(suite, store, models, redaction, judge)
    root = write_archive(output, members)
    size = output.stat().st_size
    hidden = {"names": len(redaction.words), "keys": len(redaction.secrets)}
    if as_json:
        print_json({"file": str(output), "bytes": size, "root": root, "looked_for": hidden, "warnings": list(warnings)})
        return
    console.print(plain(f"{output}: {len(members)} members, {size / 1e6:.1f} MB"))
    console.print(f"root {root}")
    console.print(
        f"looked for {hidden['names']} names and {hidden['keys']} keys of this machine, besides addresses, paths and "
        "whatever looks like a key"
    )
    for words in warnings:
        print(f"look at this before you publish: {words}", file=sys.stderr)


def _hosts(registry: Registry) -> Iterator[str]:
    """Where models.yaml says that models are."""
    for spec in registry.specs:
        if host := urlsplit(spec.base_url).hostname:
            yield host
