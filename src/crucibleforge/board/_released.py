"""Who stands on the board of a released suite."""

from __future__ import annotations

from dataclasses import replace

from crucibleforge.store import Store, StoredModel
from crucibleforge.suite import Suite


def asked_in(suite: Suite, store: Store) -> list[str]:
    """Names of the stored models that answered any case of a suite as it is, under whatever identity."""
    return [model.name for model in store.models() if any(_answered(suite, store, model).values())]


def as_measured(suite: Suite, store: Store, model: StoredModel) -> StoredModel:
    """The model as it is known now; on a released suite, as it was when it answered most of it.

    Where that is another identity than today's, nothing else is known of what ran it.
    """
    if suite.release is None:
        return model
    answered = _answered(suite, store, model)
    identity = max(answered, key=answered.__getitem__)
    return model if identity == model.identity else replace(model, identity=identity, stack={}, dialect={})


def _answered(suite: Suite, store: Store, model: StoredModel) -> dict[str, int]:
    """How many of the suite's cases a model answered under each identity that it had, today's first, then the newest."""
    stamps = {answer.question_stamp for answer in store.answers(model.name)}
    identities = [model.identity, *reversed(store.identities(model.name))]
    return {had: sum(case.stamps.asked_of(had) in stamps for case in suite.standard()) for had in identities}
