"""YAML with line numbers, checked against a model; every fault becomes a SuiteError that says where."""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar, get_args

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails
from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap, CommentedSeq
from ruamel.yaml.error import MarkedYAMLError

from crucibleforge.core.errors import SuiteError, shown

M = TypeVar("M", bound=BaseModel)
Location = Sequence[int | str]


def read_text(path: Path) -> str:
    """The file's text, with plain line ends.

    Raises:
        SuiteError: when it is missing or not UTF-8.
    """
    try:
        return path.read_text(encoding="utf-8").replace("\r\n", "\n")
    except FileNotFoundError:
        raise SuiteError(
            "this file is missing", path=path, hint="add it, or correct the entry that asks for it"
        ) from None
    except UnicodeDecodeError as error:
        raise SuiteError(f"not UTF-8 text: {error.reason}", path=path, hint="save it as UTF-8") from None


class YamlFile:
    """A parsed YAML file that still knows its lines."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._tree = YAML(typ="rt").load(read_text(path))
        except MarkedYAMLError as error:
            mark = error.problem_mark
            line = None if mark is None else mark.line + 1
            raise SuiteError(f"not readable as YAML: {error.problem}", path=path, line=line) from None

    def parsed(self, model: type[M]) -> M:
        """The content as `model`.

        Raises:
            SuiteError: for the first fault, naming its line and the nearest known key.
        """
        try:
            return model.model_validate(_plain(self._tree))
        except ValidationError as error:
            raise self._fault(model, error.errors()) from None

    def parsed_list(self, model: type[M]) -> list[M]:
        """The content as a list of `model`."""
        if not isinstance(self._tree, CommentedSeq):
            raise SuiteError("expected a list", path=self.path, line=1)
        items: list[M] = []
        for index, item in enumerate(self._tree):
            try:
                items.append(model.model_validate(_plain(item)))
            except ValidationError as error:
                raise self._fault(model, error.errors(), prefix=(index,)) from None
        return items

    def error(self, message: str, at: Location = (), *, hint: str = "") -> SuiteError:
        """A SuiteError at the line of the value found by walking `at` (keys and indexes)."""
        return SuiteError(message, path=self.path, line=self.line(at), hint=hint)

    def line(self, at: Location = ()) -> int:
        """The line (from 1) where the value at `at` begins; of its nearest parent when it is absent."""
        node, line = self._tree, 1
        for step in at:
            if isinstance(node, CommentedMap) and step in node:
                line = node.lc.key(step)[0] + 1
            elif isinstance(node, CommentedSeq) and isinstance(step, int) and step < len(node):
                line = node.lc.item(step)[0] + 1
            else:
                continue  # a step that only the model knows, such as the tag of a union
            node = node[step]
        return line

    def _fault(self, model: type[BaseModel], faults: Sequence[ErrorDetails], prefix: Location = ()) -> SuiteError:
        fault = min(faults, key=lambda fault: fault["type"] != "extra_forbidden")  # a typo explains what is missing
        at = (*prefix, *fault["loc"])
        where = ".".join(str(step) for step in fault["loc"]) or "the file"
        hint = "" if len(faults) == 1 else f"{len(faults) - 1} more in this file"
        if fault["type"] == "extra_forbidden":
            key = str(fault["loc"][-1])
            near = difflib.get_close_matches(key, sorted(set(_field_names(model))), n=1, cutoff=0.5)
            return self.error(f"unknown key {key!r}", at, hint=f"did you mean {near[0]!r}?" if near else "remove it")
        if fault["type"] == "missing":
            return self.error(f"{where} is missing", at[:-1], hint=hint)
        message = fault["msg"].removeprefix("Value error, ")
        came = "" if isinstance(fault["input"], dict | list) else f", got {shown(fault['input'])}"
        return self.error(f"{where}: {message}{came}", at, hint=hint)


def _plain(node: Any) -> Any:
    """The tree without ruamel's types."""
    if isinstance(node, CommentedMap):
        return {key: _plain(value) for key, value in node.items()}
    if isinstance(node, CommentedSeq):
        return [_plain(item) for item in node]
    for scalar in (bool, int, float, str):
        if isinstance(node, scalar):
            return scalar(node)
    return node


def _field_names(annotation: Any) -> Iterator[str]:
    """Keys of a model and of every model inside it."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        for name, field in annotation.model_fields.items():
            yield field.alias or name
            yield from _field_names(field.annotation)
    for inner in get_args(annotation):
        yield from _field_names(inner)
