from __future__ import annotations

import sys
from collections.abc import Iterator

import pytest

from crucibleforge.sandbox import BACKENDS, Sandbox


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """One for all tests: a group never sees what another did, and that is tested here too."""
    with Sandbox() as shared:
        yield shared


@pytest.fixture(scope="session")
def native_sandbox() -> Iterator[Sandbox]:
    """One for all tests of the native backend."""
    if sys.platform != "linux":
        pytest.skip("the native backend needs Linux")
    with Sandbox(backend="native") as shared:
        yield shared


@pytest.fixture(params=BACKENDS)
def either_sandbox(request: pytest.FixtureRequest) -> Sandbox:
    """What is true of one backend is true of the other."""
    name = "native_sandbox" if request.param == "native" else "sandbox"
    found: Sandbox = request.getfixturevalue(name)
    return found
