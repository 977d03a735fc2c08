"""The command `crucibleforge export`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from crucibleforge.core.clock import now_utc
from crucibleforge.core.errors import UserError
from crucibleforge.export import Publisher, Relationship, every_eval_ever, inspect_log

from ._options import DEFAULT_STORE, JudgedBy, ModelsFile, StoreAt, SuiteDir
from ._plain import console, plain
from ._redacted import Hide, publishable, redaction

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def export(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A stored model.")],
    form: Annotated[
        Literal["every-eval-ever", "inspect"],
        typer.Option("--format", help="A record of every_eval_ever's database, or a log of Inspect AI."),
    ],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="DIR", help="The folder to put it into.")],
    by: Annotated[
        str, typer.Option("--by", metavar="NAME", help="Who publishes it; every-eval-ever wants to know.")
    ] = "",
    relationship: Annotated[
        Relationship, typer.Option("--relationship", help="Of who publishes it to the model's maker.")
    ] = "third_party",
    model_id: Annotated[
        str,
        typer.Option("--model-id", metavar="MAKER/NAME", help="As Hugging Face spells it; the served id without it."),
    ] = "",
    hide: Hide = None,
    judged_by: JudgedBy = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    models_file: ModelsFile = None,
) -> None:
    """Write one row in the format of another tool, without keys, addresses and names as in a bundle."""
    if form == "every-eval-ever" and not by:
        raise UserError("every_eval_ever wants to know who publishes a record", hint="give a name with --by")
    suite, facts = publishable(suite_dir, store_at, [model], redaction(models_file, hide or ()), judged_by)
    if form == "inspect":
        files = inspect_log(suite, facts)
    else:
        files = every_eval_ever(suite, facts, Publisher(by, relationship, model_id), now_utc())
    for name, data in files.items():
        path = output / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
        console.print(plain(f"{path}: {len(data):,} bytes"))
