"""Freeze a suite: write the release that its version will stand for from now on."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Callable
from dataclasses import replace
from datetime import datetime
from importlib.metadata import version as installed
from pathlib import Path

from crucibleforge.core.case import Kind
from crucibleforge.core.clock import now_utc
from crucibleforge.core.errors import StoreError, SuiteError, UserError
from crucibleforge.grade import grader_versions
from crucibleforge.judge import judge_manner
from crucibleforge.sandbox import Sandbox
from crucibleforge.suite import MANIFEST, Release, Suite, hashes, load_suite, release_folder, releases, suite_files

from ._difference import difference
from ._told import demand_told
from ._verify import verify


def to_be_released(suite: Suite, version: str) -> Suite | None:
    """The release before the one that is to be frozen; None when it is the first.

    Raises:
        UserError: when the suite is not of this version, is a release itself, or this version is released already.
        SuiteError: when an earlier release is not as it was.
    """
    if suite.release is not None:
        raise UserError(f"{suite.root} is a release already", hint="freeze the suite in whose history it is")
    if version != suite.version:
        raise UserError(
            f"bench.yaml says version {suite.version!r}, not {version!r}", hint="write there what is to be released"
        )
    if release_folder(suite.root, version).exists():
        raise UserError(
            f"{version} is released already, and a release never changes",
            hint="give the suite a new version in bench.yaml, and freeze that",
        )
    before = releases(suite.root)
    return load_suite(release_folder(suite.root, before[-1].version)) if before else None


def freeze(
    suite: Suite, before: Suite | None, sandbox: Sandbox, clock: Callable[[], datetime] = now_utc
) -> tuple[Release, Path]:
    """Write the release of a suite into its history; it is whole there, or not there.

    Args:
        before: what `to_be_released` gave.

    Returns: its manifest, and its folder.

    Raises:
        SuiteError: when the changelog does not say what the release did, a claim of the suite does not hold, or it was edited
            meanwhile.
        StoreError: when the folder cannot be written.
    """
    demand_told(suite, None if before is None else difference(before, suite))
    broken = [finding for finding in verify(suite, sandbox) if not finding.holds]
    if broken:
        first = f"{broken[0].subject}: {broken[0].claim} ({broken[0].detail})"
        raise SuiteError(
            f"{len(broken)} of its claims do not hold, the first: {first}",
            path=suite.root,
            hint="`crucibleforge suite verify` lists them; only a proven suite is released",
        )
    folder = release_folder(suite.root, suite.version)
    try:
        folder.parent.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".") as name:
            part = Path(name) / folder.name
            _copy(suite, part)
            release = _manifest(suite, before, part, clock)
            (part / MANIFEST).write_bytes(release.dumped())
            part.rename(folder)
    except OSError as error:
        raise StoreError(f"cannot write {folder}: {error.strerror}", hint="check that you may write there") from None
    return release, folder


def _copy(suite: Suite, to: Path) -> None:
    for file in suite_files(suite.root):
        (to / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(suite.root / file, to / file)
    if replace(load_suite(to), root=suite.root) != suite:
        raise SuiteError("it was edited while it was being released", path=suite.root, hint="freeze it again")


def _manifest(suite: Suite, before: Suite | None, copy: Path, clock: Callable[[], datetime]) -> Release:
    return Release(
        suite=suite.name,
        version=suite.version,
        frozen=f"{clock():%Y-%m-%d}",
        made_with=installed("crucibleforge"),
        previous=before.release.seal if before is not None and before.release is not None else "",
        stamps={name: case.stamps for name, case in suite.cases.items()},
        graders={case.kind: _graders(suite, case.kind) for case in suite.cases.values()},
        judging=judge_manner(suite.judging),
        files=hashes(copy),
    ).sealed()


def _graders(suite: Suite, kind: Kind) -> dict[str, str]:
    return {str(backend): version for backend, version in grader_versions(suite, kind).items()}
