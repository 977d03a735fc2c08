"""The command `crucibleforge verify`."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from crucibleforge.board import ModelResult
from crucibleforge.bundle import (
    SUITE,
    Archive,
    Verified,
    read_archive,
    read_manifest,
    verify,
)
from crucibleforge.sandbox import SandboxPool
from crucibleforge.score import row_json, shown_points
from crucibleforge.suite import Suite, load_suite

from ._options import Json, RunBy, SuiteDir
from ._output import print_json
from ._plain import console, on_stderr, plain

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command("verify")
def verify_bundle(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A bundle.")],
    backend: RunBy = "wasm",
    suite_dir: SuiteDir = None,
    trust_suite: Annotated[
        bool,
        typer.Option(
            "--trust-suite",
            help="Use the suite that is in the bundle. Its hidden tests run on this machine unconfined.",
        ),
    ] = False,
    as_json: Json = False,
) -> None:
    """Check a bundle offline: grade, recheck every quote and vote, and score anew. Exits 1 when anything differs."""
    archive = read_archive(file)
    if damage := archive.damage():
        _tell(archive, None, [f"damaged: {words}" for words in damage], as_json=as_json)
    manifest = read_manifest(archive)
    with (
        _suite(archive, suite_dir, trusted=trust_suite) as suite,
        SandboxPool(backend=backend, size=1) as sandboxes,
        on_stderr(quiet=as_json).status("grading") as status,
    ):
        found = verify(archive, manifest, suite, sandboxes, lambda words: status.update(plain(f"grading {words}")))
    how = () if found.rows else (_HOW_TO_GET_THE_SUITE,)
    _tell(archive, found, [*found.differences, *how], as_json=as_json)


_HOW_TO_GET_THE_SUITE = (
    f"nothing was compared: give the suite with --suite DIR, or read {SUITE}/ in the bundle, which is a zip, "
    "and use it with --trust-suite"
)


@contextmanager
def _suite(archive: Archive, suite_dir: Path | None, *, trusted: bool) -> Iterator[Suite]:
    """The suite to check by: never the bundle's own, unless its tests are trusted."""
    if not trusted:
        yield load_suite(suite_dir)
        return
    with tempfile.TemporaryDirectory(prefix="crucibleforge-") as folder:
        for name in archive.names:
            if name.startswith(f"{SUITE}/"):
                path = Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(archive.read(name))
        yield load_suite(Path(folder, SUITE))


def _tell(archive: Archive, found: Verified | None, differences: Sequence[str], *, as_json: bool) -> None:
    """Print what was found, and exit with 1 where anything differs."""
    if as_json:
        print_json(_json(archive, found, differences))
    else:
        for note in found.notes if found else ():
            console.print(plain(note), style="yellow")
        for words in differences:
            console.print(plain(f"differs: {words}"))
        for name, result in found.rows.items() if found else ():
            console.print(plain(f"{'differs' if differences else 'same'}: {name} {_figure(result)}"), style="bold")
        if found:
            counted = ", ".join(f"{count:,} {what}" for what, count in found.counts.items())
            console.print(f"checked {counted}; root {archive.root}")
    raise typer.Exit(1 if differences else 0)


def _figure(result: ModelResult) -> str:
    row = result.row
    if row.total is None:
        return "partial"
    return f"{shown_points(row.total)} ± {shown_points(row.margin)}{' provisional' if row.provisional else ''}"


def _json(archive: Archive, found: Verified | None, differences: Sequence[str]) -> dict[str, Any]:
    return {
        "same": not differences,
        "differences": list(differences),
        "notes": list(found.notes) if found else [],
        "checked": dict(found.counts) if found else {},
        "rows": {name: row_json(result.row) for name, result in found.rows.items()} if found else {},
    }
