"""Every model that can be asked by name: those of models.yaml, and the embedded ones."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from crucibleforge.core.errors import ConfigError
from crucibleforge.core.stamps import digest

from ._address import split_address
from ._discovery import served_ids
from ._spec import ModelSpec
from .local import EMBEDDED, embedded_spec

FILE_NAME = "models.yaml"


@dataclass(frozen=True, slots=True)
class Registry:
    """What `models.yaml` says, if there is one, and the embedded models, which are always there."""

    specs: tuple[ModelSpec, ...] = ()
    path: Path | None = None
    """The file that was read."""

    @classmethod
    def load(cls, path: Path | None = None) -> Registry:
        """Read `path`; without one, ./models.yaml or the user's own. No file at all is fine.

        Raises:
            ConfigError: when the file breaks the format, or a given `path` is not there.
        """
        # Not at the top: only who reads a file needs what checks one, which takes longer to import than all the rest.
        from ._models_file import read_models

        found = path or next((place for place in default_paths() if place.is_file()), None)
        return cls() if found is None else cls(read_models(found), found)

    def names(self) -> tuple[str, ...]:
        """The file's models in its order, then the embedded ones."""
        return (*(spec.name for spec in self.specs), *EMBEDDED)

    def resolve(self, text: str) -> ModelSpec:
        """The model behind a name, or at an address `http://host:port[/v1][#model-id]`.

        An address without a model id is asked for its models (blocking, a few seconds at most).

        Raises:
            ConfigError: for an unknown name, an embedded model that is not installed, a choice left open.
            ProviderError: when nothing answers at the address.
        """
        if "://" in text:
            return _at_address(text)
        if text in EMBEDDED:
            return embedded_spec(text)
        for spec in self.specs:
            if spec.name == text:
                return spec
        raise self._unknown(text)

    def _unknown(self, text: str) -> ConfigError:
        known = {name.casefold(): name for name in self.names()}
        close = [known[name] for name in difflib.get_close_matches(text.casefold(), known, n=1)]
        where = f"in {self.path}" if self.path else f"(there is no {FILE_NAME})"
        hint = f"did you mean {close[0]!r}?" if close else f"known: {', '.join(self.names())}; or give an address"
        return ConfigError(f"no model is called {text!r} {where}", hint=hint)


def default_paths() -> tuple[Path, ...]:
    """Where models.yaml is looked for, in order."""
    return Path(FILE_NAME), platformdirs.user_config_path("crucibleforge") / FILE_NAME


def _at_address(text: str) -> ModelSpec:
    base_url, model_id = split_address(text)
    served_id = model_id or _only_one(base_url, served_ids(base_url))
    return ModelSpec(_name_for(served_id), base_url, served_id, endpoint=digest(base_url))


def _name_for(served_id: str) -> str:
    """The id itself where it can be a name; else what is readable of it, told apart by a hash."""
    readable = re.sub(r"[^A-Za-z0-9._-]+", "-", served_id).strip("-.")
    return readable if readable == served_id else f"{readable or 'model'}-{digest(served_id)[:6]}"


def _only_one(base_url: str, ids: tuple[str, ...]) -> str:
    if len(ids) == 1:
        return ids[0]
    if not ids:
        raise ConfigError(
            f"{base_url} lists no model", hint=f"load one there, or name it yourself: {base_url}#model-id"
        )
    raise ConfigError(
        f"{base_url} serves {len(ids)} models: {', '.join(ids[:20])}", hint=f"choose one: {base_url}#{ids[0]}"
    )
