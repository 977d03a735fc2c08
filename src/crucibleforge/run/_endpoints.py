"""The endpoints of a run: each with its own slots, all of them asked side by side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from crucibleforge.ask import ModelSpec

from ._limit import Limit

_THIS_PROGRAM = "embedded"


@dataclass(frozen=True, slots=True)
class Endpoint:
    """One address, or this program itself, with the models that are asked there."""

    models: tuple[ModelSpec, ...]

    @property
    def rounds(self) -> tuple[tuple[ModelSpec, ...], ...]:
        """Models that are asked together, round after round.

        A provider serves all its models at once; a server at hand may have to load one in place of the other, and the
        embedded models share one machine.
        """
        if self.models[0].base == "hosted":
            return (self.models,)
        return tuple((model,) for model in self.models)

    def limit(self) -> Limit:
        """What the owner says that it takes; where nobody says, a provider is tried out, and a server at hand spared."""
        stated = [model.concurrency for model in self.models if model.concurrency is not None]
        if stated:
            return Limit.stated(min(stated))
        return Limit() if self.models[0].base == "hosted" else Limit.stated(1)


def endpoints(models: Sequence[ModelSpec]) -> tuple[Endpoint, ...]:
    """The models by where they are asked, in the order of the first of each."""
    found: dict[str, list[ModelSpec]] = defaultdict(list)
    for model in models:
        found[_THIS_PROGRAM if model.embedded else model.base_url].append(model)
    return tuple(Endpoint(tuple(group)) for group in found.values())
