"""Reads models.yaml: strict at the edge, with file and line in every complaint, and never a key in one."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, JsonValue, ValidationError
from ruamel.yaml import YAML
from ruamel.yaml.error import MarkedYAMLError

from crucibleforge.core.errors import ConfigError, shown

from ._address import split_address
from ._spec import ModelSpec, Price, Stack, Thinking

_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,62}[A-Za-z0-9_-])?")
_VARIABLE = re.compile(r"[A-Z_][A-Z0-9_]*")
_SECRET_KEYS = {"api_key", "apikey", "key", "token", "secret", "password", "authorization", "headers"}
_OUR_KEYS = {"model", "messages", "stream", "tools", "seed"}
_LIMITS = {"max_tokens", "max_completion_tokens", "temperature", "top_p"}
"""Set by the cases and the suite; an entry has fields of its own for what may differ, so that its row tells of it."""
_KEY_HINT = "a key never stands in this file: export it and write the variable's name, key_env: MY_MODEL_KEY"


def _safe_name(name: str) -> str:
    if not _NAME.fullmatch(name):
        raise ValueError("a name of letters, digits, '.', '_' and '-', beginning with a letter or digit")
    return name


def _variable(name: str) -> str:
    if not _VARIABLE.fullmatch(name):
        raise ValueError("the name of an environment variable, in capitals")
    return name


def _base_url(url: str) -> str:
    try:
        base_url, fragment = split_address(url)
    except ConfigError as error:
        raise ValueError(f"an address such as http://127.0.0.1:8080/v1 ({error})") from None
    if fragment:
        raise ValueError("an address without '#': the model id stands under 'model'")
    return base_url


def _harmless(body: dict[str, JsonValue]) -> dict[str, JsonValue]:
    if set(body) & _OUR_KEYS:
        raise ValueError(f"options other than {', '.join(sorted(_OUR_KEYS))}")
    if own := set(body) & _LIMITS:
        raise ValueError(f"no {min(own)} here: the entry's own fields max_tokens, temperature and top_p are for that")
    if any(name.lower() in _SECRET_KEYS for name in _names(body)):
        raise ValueError("options without keys or headers")
    return body


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, frozen=True, allow_inf_nan=False)


class _StackFile(_Strict):
    engine: str = ""
    quantization: str = ""
    hardware: str = ""


class _PriceFile(_Strict):
    input_usd: float = Field(ge=0)
    output_usd: float = Field(ge=0)
    cached_input_usd: float | None = Field(None, ge=0)


class _ThinkingFile(_Strict):
    tags: Annotated[list[Annotated[str, Field(min_length=1)]], Field(min_length=2, max_length=2)] = [
        "<think>",
        "</think>",
    ]
    opened: bool = False
    send_back: bool = True
    thinks: bool = False
    budget_factor: Annotated[float, Field(ge=1)] | None = None
    budget_cap: Annotated[int, Field(ge=1)] | None = None
    off: Annotated[dict[str, JsonValue], AfterValidator(_harmless)] | None = None
    off_words: str = ""
    resume: bool = True

    def to_thinking(self) -> Thinking:
        return Thinking(**{**self.model_dump(), "tags": (self.tags[0], self.tags[1])})


class _ModelFile(_Strict):
    name: Annotated[str, AfterValidator(_safe_name)]
    base_url: Annotated[str, AfterValidator(_base_url)]
    model: str = Field(min_length=1)
    key_env: Annotated[str, AfterValidator(_variable)] | None = None
    max_tokens: int | None = Field(None, ge=1)
    context: int | None = Field(None, ge=1)
    temperature: float | None = Field(None, ge=0)
    top_p: float | None = Field(None, gt=0, le=1)
    extra_body: Annotated[dict[str, JsonValue], AfterValidator(_harmless)] = {}
    concurrency: int | None = Field(None, ge=1)
    thinking: _ThinkingFile = _ThinkingFile()
    stack: _StackFile = _StackFile()
    price: _PriceFile | None = None

    def to_spec(self) -> ModelSpec:
        return ModelSpec(
            name=self.name,
            base_url=self.base_url,
            served_id=self.model,
            key_env=self.key_env,
            max_tokens=self.max_tokens,
            context=self.context,
            temperature=self.temperature,
            top_p=self.top_p,
            extra_body=self.extra_body,
            concurrency=self.concurrency,
            thinking=self.thinking.to_thinking(),
            stack=Stack(**self.stack.model_dump()),
            price=Price(**self.price.model_dump()) if self.price else None,
        )


class _RegistryFile(_Strict):
    models: list[_ModelFile]


def read_models(path: Path) -> tuple[ModelSpec, ...]:
    """The entries of a models.yaml, in its order.

    Raises:
        ConfigError: with file, line, what was expected and what came, for anything out of order.
    """
    tree = _read_tree(path)
    if not isinstance(tree, Mapping):
        raise ConfigError(
            f"{path}: no `models` in it", hint="it begins with a line `models:`, and the entries stand below"
        )
    try:
        entries = _RegistryFile.model_validate(_plain(tree)).models
    except ValidationError as error:
        raise _complaint(path, tree, error) from None
    _refuse_same_names(path, tree, [entry.name for entry in entries])
    return tuple(entry.to_spec() for entry in entries)


def _read_tree(path: Path) -> Any:
    try:
        return YAML().load(path.read_text(encoding="utf-8")) or {}
    except OSError as error:
        raise ConfigError(f"{path}: cannot be read ({error.strerror})", hint="check the path") from error
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise ConfigError(f"{path}:{line}: not UTF-8", hint="save the file as UTF-8") from error
    except RecursionError:
        raise ConfigError(
            f"{path}: brackets stand too deep in each other", hint="an entry needs two or three"
        ) from None
    except MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        # Not the library's full text: it quotes the line, and a key may stand in it.
        raise ConfigError(f"{path}:{line}: not valid YAML ({str(error.problem).splitlines()[0][:80]})") from None


def _complaint(path: Path, tree: Any, error: ValidationError) -> ConfigError:
    # An unknown key first: a mistyped one explains why another is missing.
    first = min(error.errors(include_url=False), key=lambda fault: fault["type"] != "extra_forbidden")
    loc = first["loc"]
    where = f"{path}:{_line(tree, loc)}: {_dotted(loc)}"
    key = str(loc[-1]) if loc else ""
    if first["type"] == "extra_forbidden":
        if key.lower() in _SECRET_KEYS:
            return ConfigError(f"{where}: a literal key is refused", hint=_KEY_HINT)
        return ConfigError(f"{where}: unknown key {key!r}", hint=_nearest(key, loc))
    if first["type"] == "missing":
        return ConfigError(f"{where}: is missing", hint=f"add {key}: … to this entry")
    expected = first["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    came = "" if key in {"key_env", "base_url"} or not _is_scalar(first["input"]) else f", came {shown(first['input'])}"
    return ConfigError(f"{where}: expected {expected}{came}", hint=_KEY_HINT if key == "key_env" else "")


def _nearest(key: str, loc: tuple[int | str, ...]) -> str:
    places: dict[str, type[BaseModel]] = {
        "stack": _StackFile,
        "price": _PriceFile,
        "thinking": _ThinkingFile,
        "models": _ModelFile,
    }
    parent: type[BaseModel] = _RegistryFile
    for part in loc[:-1]:
        parent = places.get(str(part), parent)
    known = list(parent.model_fields)
    close = difflib.get_close_matches(key, known, n=1)
    return f"did you mean {close[0]!r}?" if close else f"known keys: {', '.join(known)}"


def _refuse_same_names(path: Path, tree: Any, names: list[str]) -> None:
    seen: dict[str, str] = {}
    for index, name in enumerate(names):
        other = seen.get(name.casefold())
        if other is not None:
            line = _line(tree, ("models", index, "name"))
            what = "is used twice" if other == name else f"and {other!r} are the same name to some file systems"
            raise ConfigError(
                f"{path}:{line}: models[{index}].name: {name!r} {what}", hint="give one of the two another name"
            )
        seen[name.casefold()] = name


def _line(tree: Any, loc: tuple[int | str, ...]) -> int:
    """The line (from 1) of the deepest place of `loc` that the file has."""
    line = 1
    for part in loc:
        try:
            place, is_item, tree = tree.lc, isinstance(part, int), tree[part]
            position = place.item(part) if is_item else place.key(part)
        except (KeyError, IndexError, AttributeError, TypeError):
            break
        line = position[0] + 1
    return line


def _dotted(loc: tuple[int | str, ...]) -> str:
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in loc)
    return text.lstrip(".") or "the file"


def _plain(node: Any) -> Any:
    """The tree without the reader's own container and number classes."""
    if isinstance(node, Mapping):
        return {key: _plain(value) for key, value in node.items()}
    if isinstance(node, list):
        return [_plain(item) for item in node]
    for kind in (bool, int, float, str):
        if isinstance(node, kind):
            return kind(node)
    return node


def _names(node: Any) -> Iterator[str]:
    if isinstance(node, Mapping):
        yield from (str(name) for name in node)
        node = list(node.values())
    if isinstance(node, list):
        for item in node:
            yield from _names(item)


def _is_scalar(value: Any) -> bool:
    return value is None or isinstance(value, str | int | float)
