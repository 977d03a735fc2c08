"""The command `crucibleforge models list|add|find|check`."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from crucibleforge.ask import (
    EMBEDDED,
    Learned,
    ModelSpec,
    Registry,
    add_model,
    default_paths,
    find_endpoints,
    key_state,
    missing_extra,
)
from crucibleforge.core.errors import StoreError
from crucibleforge.core.setup import SetupCheck, SetupState, learned
from crucibleforge.run import Findings, check_model, keep_findings, remembered
from crucibleforge.store import open_store
from crucibleforge.suite import load_suite

from ._opened import is_store
from ._options import DEFAULT_STORE, Json, ModelsFile, StoreAt, SuiteDir
from ._output import console, print_json, print_manners, print_setup, setup_json

app = typer.Typer(
    add_completion=False,
    invoke_without_command=True,
    help="List known models, find endpoints, check one.",
    rich_markup_mode=None,
)


@app.callback()
def models(context: typer.Context) -> None:
    """List known models when no command is given."""
    if context.invoked_subcommand is None:
        list_models()


@app.command("list")
def list_models(models_file: ModelsFile = None, store_at: StoreAt = DEFAULT_STORE, as_json: Json = False) -> None:
    """List models.yaml and the embedded models, with whether each can be used now and what is remembered of its endpoint."""
    registry = Registry.load(models_file)
    known = _remembered(store_at, registry.specs)
    columns = ("name", "base_url", "served_id", "state", "dialect")
    rows = [
        (
            spec.name,
            spec.base_url,
            spec.served_id,
            f"key {key_state(spec, os.environ)}",
            "; ".join(known[spec.name].words),
        )
        for spec in registry.specs
    ]
    rows += [(name, "embedded", "", _installed(name), "") for name in EMBEDDED]
    if as_json:
        print_json([dict(zip(columns, row, strict=True)) for row in rows])
        return
    table = Table("name", "where", "served id", "state", "dialect", header_style="bold")
    for row in rows:
        table.add_row(*row)
    console.print(table)


def _remembered(store_at: str, specs: Sequence[ModelSpec]) -> dict[str, Learned]:
    """What the store knows of each model's endpoint; nothing where there is no store."""
    if not specs or not is_store(store_at):
        return dict.fromkeys((spec.name for spec in specs), Learned())
    with open_store(store_at) as store:
        return {spec.name: remembered(store, spec) for spec in specs}


def _installed(name: str) -> str:
    extra = missing_extra(name)
    return "installed" if not extra else f"not installed: pip install 'crucibleforge[{extra}]'"


@app.command("add")
def add(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What the model is to be called.")],
    address: Annotated[
        str, typer.Argument(metavar="URL", help="http://host:port/v1, with #model-id where several are served.")
    ],
    key_env: Annotated[
        str | None, typer.Option("--key-env", metavar="VARIABLE", help="The variable that holds the key.")
    ] = None,
    models_file: ModelsFile = None,
) -> None:
    """Add a model to models.yaml; the rest of the file stays as it is."""
    registry = Registry.load(models_file if models_file and models_file.exists() else None)
    spec = registry.resolve(address)
    path = models_file or registry.path or default_paths()[0]
    add_model(path, name=name, base_url=spec.base_url, served_id=spec.served_id, key_env=key_env)
    console.print(f"added {name} to {path}; try it: crucibleforge models check {name}")


@app.command("find")
def find(as_json: Json = False) -> None:
    """Find servers that run on this machine: Ollama, LM Studio, llama-server, vLLM."""
    found = asyncio.run(find_endpoints())
    if as_json:
        print_json([{"engine": one.engine, "base_url": one.base_url, "models": list(one.ids)} for one in found])
        return
    if not found:
        console.print(
            "No server answers on the usual ports. Start one, or name its base URL: crucibleforge run http://…"
        )
    for one in found:
        for model in one.ids or ("(no model loaded)",):
            console.print(f"{one.engine}: crucibleforge run {one.base_url}#{model}", soft_wrap=True)


@app.command("check")
def check(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A name or a base URL.")],
    models_file: ModelsFile = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Check in a minute at most how a model is served, as a run does before it asks; exit 1 when its endpoint fails a check.

    What it learns of the endpoint's manners takes the place of what the store remembered, where the model has a row there.
    """
    spec, suite = Registry.load(models_file).resolve(model), load_suite(suite_dir)
    found = asyncio.run(check_model(spec, suite, (lambda _check: None) if as_json else print_setup))
    checks = found.checks
    if as_json:
        manners = {"dialect": list(found.learned.words), "serving": found.serving.words}
        told = [setup_json(one) for one in checks]
        print_json({"model": spec.name, "learned": learned(checks), **manners, "checks": told})
    else:
        print_manners(found.serving.words, found.learned)
        console.print(_verdict(checks))
    if checks[0].state is SetupState.COULD_NOT_RUN:
        raise typer.Exit(3)
    _keep(store_at, spec, found)
    if any(one.makes_provisional for one in checks):
        raise typer.Exit(1)


def _keep(store_at: str, spec: ModelSpec, found: Findings) -> None:
    """Remember what was found, where the model has a row and nobody else is writing to it."""
    if not is_store(store_at):
        return
    try:
        with open_store(store_at) as store, store.writer("crucibleforge models check") as writer:
            keep_findings(store, writer, spec, found.learned, found.serving)
    except StoreError as error:
        print(f"not remembered: {error}", file=sys.stderr)


@app.command("show")
def show(
    model: Annotated[str, typer.Argument(metavar="MODEL", help="A name or a base URL.")],
    models_file: ModelsFile = None,
    store_at: StoreAt = DEFAULT_STORE,
    as_json: Json = False,
) -> None:
    """Show what the store remembers of a model's stack and of its endpoint's manners."""
    spec = Registry.load(models_file).resolve(model)
    stack: dict[str, Any] = {}
    known = Learned()
    if is_store(store_at):
        with open_store(store_at) as store:
            row, known = store.model(spec.name), remembered(store, spec)
            stack = dict(row.stack) if row and row.identity == spec.identity else {}
    if as_json:
        print_json({"model": spec.name, "identity": spec.identity, "stack": stack, "dialect": list(known.words)})
        return
    console.print(Text(spec.identity, style="bold"))
    print_manners({name: str(value) for name, value in stack.items()}, known)


def _verdict(checks: Sequence[SetupCheck]) -> str:
    doubts = [one.name for one in checks if one.makes_provisional]
    if doubts:
        return f"A run's row will be provisional: {', '.join(doubts)}."
    if checks[0].state is SetupState.COULD_NOT_RUN:
        return "Nothing could be checked: the endpoint gave no reply."
    told = [one.name for one in checks if one.told_only]
    return f"Ready to run; told of the model only: {', '.join(told)}." if told else "Ready to run."
