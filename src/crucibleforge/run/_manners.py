"""What a model's row keeps of its endpoint: its manners, so that none is learnt twice, and what it says of itself."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, replace
from typing import Any

from crucibleforge.ask import Learned, ModelSpec, Serving
from crucibleforge.core.errors import ConfigError
from crucibleforge.store import Store, StoredModel, Writer

from ._run import Run

_READ = ("served by", "served quantization", "context")
"""What the endpoint said of itself when it was last asked."""


def row_of(spec: ModelSpec, store: Store, learned: Mapping[str, str]) -> StoredModel:
    """What a row says about the model behind it: the owner's words, and what was found out. No address and no key.

    What was found out of another identity is not carried on.

    Args:
        learned: by the checks of its set-up.

    Raises:
        ConfigError: when a row of this name was submitted, or the model has no name of its own and the row is another one's.
    """
    known = store.model(spec.name)
    if known is not None and known.submission is not None:
        raise ConfigError(
            f"a row called {spec.name} was submitted by somebody else", hint="call the model otherwise in models.yaml"
        )
    if known is not None and known.identity != spec.identity:
        if spec.endpoint:
            raise ConfigError(
                f"the row called {spec.name} is of a model at another address, or of models.yaml",
                hint=f"give this one a name of its own: crucibleforge models add NAME {spec.base_url}#{spec.served_id}",
            )
        known = None
    read = {name: value for name, value in (known.stack if known else {}).items() if name in _READ}
    stack = {name: value for name, value in asdict(spec.stack).items() if value} | read | dict(learned)
    if spec.max_tokens is not None:
        stack["replies capped at"] = f"{spec.max_tokens} tokens"
    return StoredModel(spec.name, spec.identity, spec.base, spec.served_id, stack, known.dialect if known else {})


def remembered(store: Store, spec: ModelSpec) -> Learned:
    """What earlier runs learnt of the model's endpoint, where it still is the same."""
    known = store.model(spec.name)
    return Learned() if known is None else Learned.from_json(known.dialect, spec)


def remember(run: Run, spec: ModelSpec, learned: Learned) -> None:
    """Keep on the model's row what is known by now."""
    known = run.store.model(spec.name)
    if known is not None:
        run.writer.put_model(replace(known, dialect=learned.to_json(spec)))


def keep_findings(store: Store, writer: Writer, spec: ModelSpec, learned: Learned, serving: Serving) -> bool:
    """Put what was found by hand in place of what the model's row kept; False where there is no row of this model."""
    known = store.model(spec.name)
    if known is None or known.identity != spec.identity:
        return False
    stack = known.stack if store.answers(spec.name) else {**known.stack, **serving.words}
    writer.put_model(replace(known, stack=stack, dialect=learned.to_json(spec)))
    return True


def keep_serving(run: Run, spec: ModelSpec, serving: Serving) -> None:
    """Keep what the endpoint says of itself, unless it serves something else than what was measured.

    What it does not say this time stands as it was.

    Raises:
        ConfigError: when answers are stored, and the engine or the quantization behind them was another one.
    """
    known = run.store.model(spec.name)
    if known is None:
        return
    if run.store.answers(spec.name):
        _demand_same(spec, known.stack, serving)
    run.writer.put_model(replace(known, stack={**known.stack, **serving.words}))


def _demand_same(spec: ModelSpec, stack: Mapping[str, Any], serving: Serving) -> None:
    quantization, by = str(stack.get("served quantization", "")), str(stack.get("served by", ""))
    if quantization and serving.quantization and quantization != serving.quantization:
        raise ConfigError(
            f"{spec.name} was measured as {quantization}, and its endpoint serves {serving.quantization} now",
            hint="give this one an entry of its own in models.yaml; or, to measure the old entry anew, write "
            f"{{quantization: {serving.quantization}}} under its `stack`",
        )
    if by and serving.engine and not by.startswith(serving.engine):
        raise ConfigError(
            f"{spec.name} was measured on {by}, and its endpoint is {serving.engine} now",
            hint="give this one an entry of its own in models.yaml: another engine is another row",
        )
