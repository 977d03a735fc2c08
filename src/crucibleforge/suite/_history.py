"""The releases in a suite's folder."""

from __future__ import annotations

import re
from pathlib import Path

from crucibleforge.core.errors import SuiteError, UserError

from ._release import MANIFEST, Release, read_release

_HISTORY = "history"
_VERSION = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]*")


def release_folder(root: Path, version: str) -> Path:
    """Where the release of this version is, or would be.

    Raises:
        UserError: for what can't be the name of a folder everywhere.
    """
    if not _VERSION.fullmatch(version):
        raise UserError(f"no version: {version!r}", hint="letters, digits, points, dashes and plus signs, such as 1.2")
    return root / _HISTORY / version


def released_root(root: Path, version: str) -> Path:
    """The folder of a release that must be there.

    Raises:
        UserError: when it is not.
    """
    found = {folder.name: folder for folder in release_folders(root) if (folder / MANIFEST).exists()}
    if version not in found:
        raise UserError(
            f"no release {version!r} of the suite in {root}", hint=f"released: {', '.join(found) or 'none yet'}"
        )
    return found[version]


def release_folders(root: Path) -> list[Path]:
    """The folders of all releases, by name; one that is only half written is none of them."""
    found = (root / _HISTORY).glob("[!.]*")
    return sorted(path for path in found if path.is_dir())


def releases(root: Path) -> tuple[Release, ...]:
    """Every release, oldest first: each names the seal of the one before it.

    Raises:
        SuiteError: for one that was changed, or whose predecessor was changed or is missing.
    """
    following: dict[str, Release] = {}
    for folder in release_folders(root):
        release = read_release(folder)
        if release is None:
            raise SuiteError("a folder without a manifest among the releases", path=folder, hint="move it away")
        if release.previous in following:
            both = f"{following[release.previous].version} and {release.version}"
            raise SuiteError(f"{both} follow the same release", path=folder, hint="freeze one of them anew")
        following[release.previous] = release
    line: list[Release] = []
    while (release := following.pop(line[-1].seal if line else "", None)) is not None:
        line.append(release)
    if following:
        stray = min(found.version for found in following.values())
        raise SuiteError(
            f"the release before {stray} was changed, or is missing",
            path=root / _HISTORY,
            hint="restore it from version control",
        )
    return tuple(line)
