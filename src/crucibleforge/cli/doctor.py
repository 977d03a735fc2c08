"""The command `crucibleforge doctor`."""

from __future__ import annotations

import platform
from collections.abc import Callable, Iterator, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.text import Text

from crucibleforge.ask import EMBEDDED, Registry, missing_extra
from crucibleforge.core.errors import ConfigError, CrucibleForgeError, SuiteError
from crucibleforge.core.grading import JudgeSettings
from crucibleforge.sandbox import Backend, Sandbox, self_test
from crucibleforge.store import inspect_store
from crucibleforge.suite import Suite, load_suite, releases

from ._attacked import print_outcomes, print_outcomes_json, tried
from ._injected import fooled, injected, print_injected, print_injected_json
from ._opened import is_store
from ._options import DEFAULT_STORE, Json, Judge, ModelsFile, RunBy, StoreAt, SuiteDir
from ._output import console, print_json

app = typer.Typer(add_completion=False, rich_markup_mode=None)


class _Sign(NamedTuple):
    what: str
    ok: bool
    detail: str
    advice: str = ""


@app.command()
def doctor(
    context: typer.Context,
    backend: RunBy = "wasm",
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    models_file: ModelsFile = None,
    attack: Annotated[
        bool,
        typer.Option(
            "--attack", help="Try every shipped attack on the sandbox instead; takes a minute, natively several."
        ),
    ] = False,
    injections: Annotated[
        bool,
        typer.Option("--injections", help="Try every shipped injection on the judge instead: does it take orders?"),
    ] = False,
    judge: Judge = None,
    as_json: Json = False,
) -> None:
    """Check this machine: the sandbox proves itself, suite and models are opened, the store is looked over without being written to.

    With --store only that store is looked over.
    """
    if attack:
        _attack(backend, as_json=as_json)
        return
    if injections:
        _inject(judge, Registry.load(models_file), load_suite(suite_dir).judging, as_json=as_json)
        return
    source = context.get_parameter_source("store_at")
    if source is not None and source.name == "COMMANDLINE":
        _tell(list(_store(store_at, suite_dir)), as_json=as_json)
        return
    signs = [
        _Sign("program", True, f"crucibleforge {version('crucibleforge')}, Python {platform.python_version()}"),
        *_sandbox(backend),
        *_tried("suite", lambda: _suite_words(load_suite(suite_dir))),
        *_store(store_at, suite_dir),
        *_tried("models.yaml", lambda: f"{len(Registry.load(models_file).specs)} models of your own"),
        *(_Sign(name, True, _extra_words(name)) for name in EMBEDDED),
    ]
    _tell(signs, as_json=as_json)


def _tell(signs: Sequence[_Sign], *, as_json: bool) -> None:
    if as_json:
        print_json([sign._asdict() for sign in signs])
    else:
        for sign in signs:
            mark = ("✓ ", "green") if sign.ok else ("✗ ", "red")
            console.print(Text.assemble(mark, f"{sign.what}: {sign.detail}"), soft_wrap=True)
            if sign.advice:
                console.print(Text(f"    -> {sign.advice}"), soft_wrap=True)
    if not all(sign.ok for sign in signs):
        raise typer.Exit(3)


def _attack(backend: Backend, *, as_json: bool) -> None:
    with Sandbox(backend=backend) as sandbox:
        outcomes = tried(sandbox)
        (print_outcomes_json if as_json else print_outcomes)(sandbox, outcomes)
    if any(outcome.succeeded for outcome in outcomes):
        raise typer.Exit(3)


def _inject(judge: str | None, registry: Registry, settings: JudgeSettings, *, as_json: bool) -> None:
    if judge is None:
        raise ConfigError("no judge named", hint="add --judge MODEL; `crucibleforge models` lists what is here")
    spec = registry.resolve(judge)
    outcomes = injected(spec, settings)
    (print_injected_json if as_json else print_injected)(spec, outcomes)
    if fooled(outcomes):
        raise typer.Exit(1)


def _sandbox(backend: Backend) -> Iterator[_Sign]:
    try:
        with Sandbox(backend=backend) as sandbox:
            yield _Sign("sandbox", True, f"{backend} backend, {sandbox.runner_id}, {sandbox.jail}")
            for check in self_test(sandbox):
                yield _Sign(f"sandbox: {check.name}", check.ok, check.detail)
    except CrucibleForgeError as error:
        yield _Sign("sandbox", False, f"{error} {error.hint}")


def _tried(what: str, words: Callable[[], str]) -> Iterator[_Sign]:
    try:
        yield _Sign(what, True, words())
    except CrucibleForgeError as error:
        yield _Sign(what, False, f"{error} {error.hint}".strip())


def _suite_words(suite: Suite) -> str:
    return f"{suite.title} {suite.version}, {len(suite.cases)} cases"


def _store(place: str, suite_dir: Path | None) -> Iterator[_Sign]:
    if not is_store(place):
        yield _Sign("store", True, f"{place}, not made yet")
        return
    try:
        found = inspect_store(place, _cases(suite_dir))
    except CrucibleForgeError as error:
        yield _Sign("store", False, str(error), error.hint)
        return
    faults = sum(finding.is_fault for finding in found)
    yield _Sign("store", not faults, f"{place}, {faults or 'no'} fault{'' if faults == 1 else 's'}")
    for finding in found:
        yield _Sign(f"store: {finding.what}", not finding.is_fault, finding.where, finding.advice)


def _cases(suite_dir: Path | None) -> frozenset[str]:
    """Ids of all cases that the suite or one of its releases has; none where the suite can't be read, which is told apart."""
    try:
        suite = load_suite(suite_dir)
        return frozenset(suite.cases).union(*(release.stamps for release in releases(suite.root)))
    except SuiteError:
        return frozenset()


def _extra_words(name: str) -> str:
    extra = missing_extra(name)
    return "installed" if not extra else f"not installed (extra {extra})"
