"""The command `crucibleforge models list|add|find|check`."""

from __future__ import annotations

import asyncio
import os
from typing import Annotated

import typer
from rich.markup import escape
from rich.table import Table

from crucibleforge.ask import (
    EMBEDDED,
    ModelSpec,
    Registry,
    add_model,
    default_paths,
    find_endpoints,
    key_state,
    missing_extra,
    open_client,
)
from crucibleforge.core.conversation import Message, Turn

from ._options import Json, ModelsFile
from ._output import console, print_json

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
def list_models(models_file: ModelsFile = None, as_json: Json = False) -> None:
    """List models.yaml and the embedded models, with whether each can be used now."""
    registry = Registry.load(models_file)
    rows = [(spec.name, spec.base_url, spec.served_id, f"key {key_state(spec, os.environ)}") for spec in registry.specs]
    rows += [(name, "embedded", "", _installed(name)) for name in EMBEDDED]
    if as_json:
        print_json([dict(zip(("name", "base_url", "served_id", "state"), row, strict=True)) for row in rows])
        return
    table = Table("name", "where", "served id", "state", header_style="bold")
    for row in rows:
        table.add_row(*map(escape, row))
    console.print(table)


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
    as_json: Json = False,
) -> None:
    """Send one small streamed question and show what came back."""
    spec = Registry.load(models_file).resolve(model)
    turn = asyncio.run(_one_question(spec))
    shown = {
        "model": spec.name,
        "outcome": turn.outcome,
        "text": turn.text,
        "thinking": bool(turn.thinking),
        "note": turn.note,
        "prompt_tokens": turn.usage.prompt_tokens,
        "completion_tokens": turn.usage.completion_tokens,
        "first_token_s": turn.timing.first_token_s,
        "total_s": turn.timing.total_s,
    }
    if as_json:
        print_json(shown)
        return
    for name, value in shown.items():
        console.print(f"{name:18}{value}", markup=False)


async def _one_question(spec: ModelSpec) -> Turn:
    async with open_client(spec) as client:
        return await client.complete(
            [Message("system", "You are a helpful assistant."), Message("user", "Say hello in one short sentence.")],
            max_tokens=200,
            temperature=0.0,
        )
