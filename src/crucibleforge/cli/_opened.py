"""What commands work on, opened from their options."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from crucibleforge.ask import ModelSpec, Registry
from crucibleforge.board import BoardResults, asked_in, judge_named, read_board
from crucibleforge.core.errors import ConfigError, UserError
from crucibleforge.run import Allowance, Engine, Listener, contents_in_use
from crucibleforge.store import Store, not_stored, open_store
from crucibleforge.suite import Suite, load_suite, packaged_root, released_root


@contextmanager
def opened(
    suite_dir: Path | None, store_at: str, *, to_read: bool = False, release: str | None = None
) -> Iterator[tuple[Suite, Store]]:
    """The suite and the store; one that is only to be read must be there.

    Args:
        release: version of the suite's release to read, in place of the suite as it is.

    Raises:
        UserError: when it is not, or the suite itself is a release: nothing new is asked, graded or judged for one.
    """
    suite = load_suite(suite_dir if release is None else released_root(suite_dir or packaged_root(), release))
    if release is None and suite.release is not None:
        raise UserError(
            f"{suite.root} is a released suite, which is only read",
            hint=f"name the suite that it belongs to, and read it with `crucibleforge board --release {suite.version}`",
        )
    if to_read and not is_store(store_at):
        raise UserError(
            f"no store at {store_at}", hint="`crucibleforge run MODEL` makes one, or name another with --store"
        )
    with open_store(store_at) as store:
        yield suite, store


def stored_board(suite: Suite, store: Store, judged_by: str | None = None) -> BoardResults:
    """The board as it stands; of a release, with those who were asked in it.

    Args:
        judged_by: name of the judge whose verdicts count.

    Raises:
        UserError: when that judge has judged nothing here.
    """
    only = None if suite.release is None else asked_in(suite, store)
    return read_board(suite, store, judge_named(suite, store, judged_by) if judged_by else None, only)


def stored_models(store: Store, names: Sequence[str]) -> dict[str, str]:
    """Name -> identity of the stored models named, or of all where none is named.

    Raises:
        UserError: for a name that is not in the store.
    """
    known = {model.name: model.identity for model in store.models()}
    for name in names:
        if name not in known:
            raise not_stored(name, known)
    return {name: identity for name, identity in known.items() if not names or name in names}


def is_store(store_at: str) -> bool:
    """Whether there may be a store; of a file this is known, of a database only once it is opened."""
    return "://" in store_at or Path(store_at).exists()


@contextmanager
def engine(
    suite: Suite,
    store: Store,
    tell: Listener,
    *,
    checks_setup: bool = True,
    attempts: int = 1,
    allowance: Allowance | None = None,
) -> Iterator[Engine]:
    """The engine, with this command as the store's one writer until it ends."""
    command = " ".join(["crucibleforge", *sys.argv[1:2]])
    with store.writer(command) as writer:
        run_id = writer.begin_run(command, f"{suite.name} {suite.version}")
        writer.put_contents(contents_in_use(suite))
        run_engine = Engine(
            suite,
            store,
            writer,
            tell,
            run_id=run_id,
            checks_setup=checks_setup,
            attempts=attempts,
            allowance=allowance,
        )
        try:
            yield run_engine
        except BaseException as error:
            writer.finish_run(run_id, f"ended by {type(error).__name__}")
            if isinstance(error, KeyboardInterrupt):
                print("stopped; all that is stored is kept: run the same command again to go on", file=sys.stderr)
            raise
        writer.finish_run(run_id, "stopped" if run_engine.is_stopped else "done")


def resolved(models: Sequence[str], registry: Registry) -> list[ModelSpec]:
    """The models asked for, each once.

    Raises:
        ConfigError: for a name that nobody knows, no name at all, or two models that would have one row.
    """
    if not models:
        raise ConfigError(
            "no model named",
            hint=f"name one of {', '.join(registry.names())}, or a base URL; `crucibleforge models` lists what is here",
        )
    found: dict[str, ModelSpec] = {}
    for spec in map(registry.resolve, models):
        if found.setdefault(spec.name, spec) != spec:
            raise ConfigError(
                f"two of these models would both be called {spec.name}",
                hint=f"give one a name of its own: crucibleforge models add NAME {spec.base_url}#{spec.served_id}",
            )
    return list(found.values())
