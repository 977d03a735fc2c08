"""Somebody else's rows in one's own store."""

from __future__ import annotations

import tempfile
from collections.abc import Mapping
from pathlib import Path

from crucibleforge.core.errors import UserError
from crucibleforge.store import StoredModel, Submission, open_store
from crucibleforge.suite import Suite

from ._archive import Archive
from ._documents import Manifest, ModelFacts
from ._gather import suite_facts
from ._restore import FactClock, put_model, restored
from ._verify import suite_differences

__all__ = ["submit"]


def submit(
    store_at: str, suite: Suite, archive: Archive, manifest: Manifest, names: Mapping[str, str], *, is_verified: bool
) -> dict[str, str]:
    """Put a bundle's rows into a store, marked as submitted; its grades are left to this machine.

    Nothing that was measured here is touched: the rows get identities of their own, and a judge that is not known here does not
    become the board's. The same bundle once more adds nothing but the mark of a row that is now verified.

    Args:
        names: what models are to be called here, by their names in the bundle; the others keep theirs.
        is_verified: whether the bundle was found to say what this machine finds.

    Returns: name -> identity of each row.

    Raises:
        UserError: for another suite, a name that is taken, or facts that no store could hold; nothing is stored then.
    """
    if others := suite_differences(manifest.suite, suite_facts(suite)):
        raise UserError(
            f"the rows were measured with another suite: {others[0]}", hint="give that one with --suite DIR"
        )
    if unknown := names.keys() - {model.name for model in manifest.models}:
        there = ", ".join(model.name for model in manifest.models)
        raise UserError(f"no model {sorted(unknown)[0]!r} in the bundle", hint=f"it holds {there}")
    clock, root = FactClock(), archive.root
    with open_store(store_at, clock=clock) as store:
        known = {model.name: model for model in store.models()}
        rows = [_row(model, names.get(model.name, model.name), root, known, is_verified) for model in manifest.models]
        if len({row.name for row in rows}) < len(rows):
            raise UserError("two of the rows would have one name", hint="give each its own: --as OLD=NEW")
        with (
            tempfile.TemporaryDirectory(prefix="crucibleforge-") as trial,
            restored(Path(trial), suite, manifest, archive),
        ):
            pass  # whatever no store could hold is refused here, before any of it is in this one
        with store.writer("crucibleforge import") as writer:
            for row, model in zip(rows, manifest.models, strict=True):
                put_model(store, writer, clock, suite, row, model, manifest.judge, archive)
    return {row.name: row.identity for row in rows}


def _row(model: ModelFacts, name: str, root: str, known: Mapping[str, StoredModel], is_verified: bool) -> StoredModel:
    before = known.get(name)
    if before is not None and (before.submission is None or before.submission.root != root):
        came = "measured here" if before.submission is None else "submitted in another bundle"
        raise UserError(f"a row called {name} was {came}", hint=f"call the new one otherwise: --as {model.name}=OTHER")
    done = before.submission if before else None
    mark = Submission(
        root, done is not None and done.is_complete, is_verified or (done is not None and done.is_verified)
    )
    # An identity of its own, so that its set-up checks and answers never pass for those of the same model measured here.
    identity = f"submitted {root[:16]} | {model.identity}"
    return StoredModel(name, identity, model.endpoint_kind, model.served_id, model.stack, submission=mark)
