"""What a suite claims of its releases."""

from __future__ import annotations

from collections.abc import Iterator

from crucibleforge.core.errors import SuiteError
from crucibleforge.suite import Suite, load_suite, release_folders, releases

from ._difference import difference
from ._finding import Finding


def releases_hold(suite: Suite) -> Iterator[Finding]:
    """Every release is as it was, and nothing else goes by the name of one."""
    folders = release_folders(suite.root)
    for folder in folders:
        fault = ""
        try:
            released = load_suite(folder)
        except SuiteError as error:
            fault = str(error)
        else:
            if released.version == suite.version:
                yield _is_the_release(suite, released)
        yield Finding(f"release {folder.name}", "it is as it was released, and can be read", not fault, fault)
    if folders:
        fault = ""
        try:
            releases(suite.root)
        except SuiteError as error:
            fault = str(error)
        yield Finding("releases", "each follows the one before it", not fault, fault)


def _is_the_release(suite: Suite, released: Suite) -> Finding:
    found = difference(released, suite)
    moved = ", ".join([*(each.case.id for each in found.cases), *found.profile])
    detail = moved and f"{moved}: give the suite a new version in bench.yaml"
    return Finding("bench.yaml", f"what is called {suite.version} is the release {suite.version}", not moved, detail)
