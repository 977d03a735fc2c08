"""Column types that give back exactly what was put in, on every database.

Models write what databases choke on: NUL characters, which PostgreSQL refuses, and lone surrogates, which no UTF-8 text can hold.
"""

from __future__ import annotations

import json
import re
import zlib
from datetime import datetime
from typing import Any

from sqlalchemy import Dialect, LargeBinary, Text
from sqlalchemy.types import TypeDecorator

__all__ = ["Document", "ExactText", "Moment", "PackedText", "escaped", "unescaped"]

_ESCAPE = re.compile(r"\\(\\|0|u[0-9a-f]{4})")


def escaped(text: str) -> str:
    r"""Readable text without NUL and lone surrogates: they become `\0` and `\ud83d`, and a backslash becomes two."""
    plain = text.replace("\\", "\\\\").replace("\0", "\\0")
    return plain.encode("utf-8", "backslashreplace").decode("utf-8")


def unescaped(text: str) -> str:
    """What `escaped` was given."""
    return _ESCAPE.sub(_original, text)


def _original(found: re.Match[str]) -> str:
    match found[1]:
        case "\\":
            return "\\"
        case "0":
            return "\0"
        case code:
            return chr(int(code[1:], 16))


class ExactText(TypeDecorator[str]):
    """Text that people can read in the database."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> str | None:
        """Escape on the way in."""
        return None if value is None else escaped(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> str | None:
        """Unescape on the way out."""
        return None if value is None else unescaped(value)


class PackedText(TypeDecorator[str]):
    """Long text, compressed."""

    impl = LargeBinary
    cache_ok = True

    def process_bind_param(self, value: str | None, dialect: Dialect) -> bytes | None:
        """Compress on the way in."""
        return None if value is None else zlib.compress(value.encode("utf-8", "surrogatepass"))

    def process_result_value(self, value: bytes | None, dialect: Dialect) -> str | None:
        """Expand on the way out."""
        return None if value is None else zlib.decompress(value).decode("utf-8", "surrogatepass")


class Document(TypeDecorator[Any]):
    """Plain data as ASCII JSON, in which every character has an escape."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str:
        """Write JSON."""
        return json.dumps(value, allow_nan=False, separators=(",", ":"))

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:
        """Read JSON."""
        return None if value is None else json.loads(value)


class Moment(TypeDecorator[datetime]):
    """An aware moment as ISO text; databases disagree about time zones, text does not."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:
        """Write ISO text."""
        return None if value is None else value.isoformat()

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:
        """Read ISO text."""
        return None if value is None else datetime.fromisoformat(value)
