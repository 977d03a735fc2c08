from __future__ import annotations

from collections.abc import Iterator

import pytest

from crucibleforge.sandbox import Sandbox


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as sandbox:
        yield sandbox
