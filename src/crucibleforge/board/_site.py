"""The static pages: a table that needs no script, and a page of evidence for each model."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from pathlib import Path

from jinja2 import Environment, PackageLoader, StrictUndefined

from crucibleforge.core.clock import now_utc
from crucibleforge.core.errors import StoreError
from crucibleforge.score import shown_names, shown_percent, shown_points, shown_share, shown_usd

from ._results import BoardResults, ModelResult

_ADDRESS = re.compile(r"https?://[^\s'\"<>]+|\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b|\blocalhost:\d+\b")


def write_site(board: BoardResults, folder: Path) -> Path:
    """Write the board's pages; each file is complete or not there.

    Returns: the board's index page.

    Raises:
        StoreError: when the folder cannot be written.
    """
    templates = _templates()
    pages = {
        "index.html": templates.get_template("index.html").render(board=board, written=now_utc(), page_of=page_name),
        **{
            page_name(result): templates.get_template("model.html").render(
                board=board, result=result, written=now_utc()
            )
            for result in board.models
        },
    }
    try:
        for name, html in pages.items():
            _write_whole(folder / name, html)
    except OSError as error:
        raise StoreError(
            f"cannot write the board to {folder}: {error.strerror}", hint="name another folder with --site"
        ) from None
    return folder / "index.html"


def page_name(result: ModelResult) -> str:
    """A file name that no other model has, on any file system."""
    readable = re.sub(r"[^a-z0-9]+", "-", result.model.name.lower()).strip("-")[:60]
    return f"models/{readable}-{hashlib.sha256(result.model.name.encode()).hexdigest()[:8]}.html"


def scrubbed(text: str) -> str:
    """The text without addresses of machines."""
    return _ADDRESS.sub("[endpoint]", text)


def _templates() -> Environment:
    environment = Environment(
        loader=PackageLoader(__package__),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    filters: Mapping[str, object] = {
        "names": shown_names,
        "points": shown_points,
        "share": shown_share,
        "usd": shown_usd,
        "percent": shown_percent,
        "scrubbed": scrubbed,
    }
    environment.filters.update(filters)
    return environment


def _write_whole(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_suffix(".part")
    part.write_text(text, encoding="utf-8")
    part.replace(path)
