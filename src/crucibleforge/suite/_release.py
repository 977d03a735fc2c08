"""What is kept of a released suite beside its files: all that the facts of its day were stamped with."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from pydantic import TypeAdapter, ValidationError

from crucibleforge.core.errors import SuiteError
from crucibleforge.core.stamps import Stamps

from ._files import suite_files

MANIFEST = "release.json"
_RESTORE = "restore the folder from version control: a release never changes; what is new goes into the next one"


@dataclass(frozen=True, slots=True)
class Release:
    """A released suite's manifest; `freeze` in the workshop makes one."""

    suite: str
    version: str
    frozen: str
    """The day, as in 2031-04-09."""
    made_with: str
    """The version of crucibleforge."""
    previous: str
    """The seal of the release before it; empty for the first."""
    stamps: Mapping[str, Stamps]
    """Of each case, by id."""
    graders: Mapping[str, Mapping[str, str]]
    """The version of what graded each kind of case, by backend, the default one first."""
    judging: str
    """How its judges were asked, as their fingerprints know it."""
    files: Mapping[str, str]
    """SHA-256 of each file, by its path."""
    seal: str = ""
    """SHA-256 of all the rest."""

    def sealed(self) -> Release:
        """The same with its seal."""
        return replace(self, seal=_sha256(replace(self, seal="").dumped()))

    def dumped(self) -> bytes:
        """The manifest as it is written, in the one way in which it ever is."""
        return json.dumps(asdict(self), indent=1, ensure_ascii=False).encode() + b"\n"


_MANIFEST: TypeAdapter[Release] = TypeAdapter(Release)


def hashes(root: Path) -> dict[str, str]:
    """SHA-256 of every file that a suite is made of."""
    return {name: _sha256((root / name).read_bytes()) for name in suite_files(root)}


def read_release(folder: Path) -> Release | None:
    """The manifest of a released suite, its files compared with it; None for a suite that is not a release.

    Raises:
        SuiteError: for the first thing that is not as it was released.
    """
    path = folder / MANIFEST
    if not path.exists():
        return None
    data = path.read_bytes()
    try:
        release = _MANIFEST.validate_json(data)
    except ValidationError as error:
        raise _changed(path, f"not a manifest: {error.errors()[0]['msg']}") from None
    if release.sealed().dumped() != data:
        raise _changed(path, "its seal does not fit what it says")
    found: Mapping[str, Any] = hashes(folder)
    for name in {**release.files, **found}:
        if found.get(name) != release.files.get(name):
            what = "missing" if name not in found else "not part of the release" if name not in release.files else ""
            raise _changed(folder / name, what or "not as it was released")
    return release


def _changed(path: Path, what: str) -> SuiteError:
    return SuiteError(what, path=path, hint=_RESTORE)


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
