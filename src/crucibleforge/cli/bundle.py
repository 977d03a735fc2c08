"""The command `crucibleforge bundle`."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crucibleforge.bundle import members_of, write_archive

from ._options import DEFAULT_STORE, Json, JudgedBy, ModelsFile, StoreAt, SuiteDir
from ._output import print_json
from ._plain import console, plain
from ._redacted import Hide, publishable, redaction

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def bundle(
    models: Annotated[list[str], typer.Argument(metavar="MODEL…", help="Stored models.")],
    output: Annotated[Path, typer.Option("-o", "--output", metavar="FILE", help="The bundle to write.")],
    hide: Hide = None,
    judged_by: JudgedBy = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    models_file: ModelsFile = None,
    as_json: Json = False,
) -> None:
    """Write rows with all their evidence into one file that anyone can check: crucibleforge verify FILE."""
    redacted = redaction(models_file, hide or ())
    suite, facts = publishable(suite_dir, store_at, models, redacted, judged_by)
    members = members_of(facts, suite)
    root = write_archive(output, members)
    size = output.stat().st_size
    hidden = {"names": len(redacted.words), "keys": len(redacted.secrets)}
    if as_json:
        warnings = list(facts.warnings)
        print_json({"file": str(output), "bytes": size, "root": root, "looked_for": hidden, "warnings": warnings})
        return
    console.print(plain(f"{output}: {len(members)} members, {size / 1e6:.1f} MB"))
    console.print(f"root {root}")
    console.print(
        f"looked for {hidden['names']} names and {hidden['keys']} keys of this machine, besides addresses, paths and "
        "whatever looks like a key"
    )
