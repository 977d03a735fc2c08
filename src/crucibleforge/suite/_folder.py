"""The files of one case."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pydantic import ValidationError

from crucibleforge.core.case import GroupLimit
from crucibleforge.core.errors import SuiteError

from ._case_files import LimitsFile
from ._yaml import Location, YamlFile, read_text

MEASURE = "run `crucibleforge suite measure`"


class CaseFolder:
    """One case's files."""

    def __init__(self, path: Path, case_yaml: YamlFile, canary_line: str) -> None:
        self.path = path
        self.case_yaml = case_yaml
        self._canary_line = canary_line

    def text(self, name: str) -> str:
        """A file's text without the canary line."""
        return without_canary(read_text(self.path / name), self._canary_line)

    def limits(self, groups: Iterable[str]) -> tuple[str, dict[str, GroupLimit]]:
        """Runner and limits of limits.json; nothing when it has not been measured yet."""
        path = self.path / "limits.json"
        if not path.exists():
            return "", {}
        try:
            file = LimitsFile.model_validate_json(read_text(path))
        except ValidationError as error:
            raise SuiteError(f"not a limits file: {error.errors()[0]['msg']}", path=path, hint=MEASURE) from None
        if set(file.groups) != set(groups):
            raise SuiteError("its groups are not those of tests.py", path=path, hint=MEASURE)
        return file.runner, {
            name: GroupLimit(limit.ref_fuel, limit.limit, limit.asserts) for name, limit in file.groups.items()
        }


def without_canary(text: str, canary_line: str) -> str:
    """The text without the line that carries the canary, and without blank lines at its start."""
    kept = [line for line in text.split("\n") if canary_line not in line]
    return "\n".join(kept).strip("\n") + "\n"


def check_known(yaml: YamlFile, at: Location, named: Iterable[str], known: Iterable[str], what: str) -> None:
    """Every name must be known."""
    allowed = list(known)
    for name in named:
        if name not in allowed:
            raise yaml.error(f"no {what} {name!r}", at, hint=f"one of: {', '.join(allowed) or 'none'}")
