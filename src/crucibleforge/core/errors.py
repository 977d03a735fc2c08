"""What can go wrong, and whose move it is.

CrucibleForgeError
├── UserError             the user's mistake, exit 2
│   ├── SuiteError        a file of a suite is wrong
│   └── ConfigError       models.yaml, an option or a key is wrong
├── EnvironmentFault      the world around us, exit 3
│   ├── ProviderError     an endpoint
│   ├── SandboxUnavailable
│   └── StoreError
└── CalibrationFailed     the judge got a known answer wrong, exit 4

A wrong, refused or cut-off answer is not an error: it is an Outcome.
"""

from __future__ import annotations

from pathlib import Path


class CrucibleForgeError(Exception):
    """Base of every error that is ours to explain; `hint` says what to do next."""

    exit_code = 1

    def __init__(self, message: str, *, hint: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.hint = hint


class UserError(CrucibleForgeError):
    """Input that the user can correct."""

    exit_code = 2


class SuiteError(UserError):
    """A suite file breaks the format; `path` and `line` (from 1) say where."""

    def __init__(self, message: str, *, path: Path | None = None, line: int | None = None, hint: str = "") -> None:
        place = "" if path is None else f"{path}:{line}: " if line else f"{path}: "
        super().__init__(f"{place}{message}", hint=hint)
        self.path = path
        self.line = line


class ConfigError(UserError):
    """models.yaml, a command-line value or a key variable is wrong or missing."""


class EnvironmentFault(CrucibleForgeError):
    """Something outside the program does not work; nobody's answer is to blame."""

    exit_code = 3


class ProviderError(EnvironmentFault):
    """An endpoint did not give a usable reply."""

    def __init__(self, message: str, *, reason: str, retryable: bool, hint: str = "") -> None:
        super().__init__(message, hint=hint)
        self.reason = reason
        """One of `conversation.NOT_ASKED_REASONS`."""
        self.retryable = retryable


class SandboxUnavailable(EnvironmentFault):
    """Model code cannot be isolated here, so none is run."""


class StoreError(EnvironmentFault):
    """The store cannot be opened, written or understood."""


class CalibrationFailed(CrucibleForgeError):
    """The judge failed a known question twice, so nothing of the batch was judged."""

    exit_code = 4


def shown(value: object, limit: int = 200) -> str:
    """`repr` of a value that came from outside, cut at `limit` characters."""
    text = repr(value)
    return text if len(text) <= limit else f"{text[: limit - 1]}…"
