"""Which files a suite is made of."""

from __future__ import annotations

from pathlib import Path

_FOLDERS = ("canaries", "cases")
_FILES = ("bench.yaml", "CHANGELOG.md")


def suite_files(root: Path) -> tuple[str, ...]:
    """The files that `load_suite` reads, by their path within its folder: no packs that are held out, nothing hidden, no links."""
    found = [root / name for name in _FILES]
    found += [path for folder in _FOLDERS for path in (root / folder).rglob("*")]
    inside = [path.relative_to(root) for path in found if path.is_file() and not path.is_symlink()]
    return tuple(
        sorted(path.as_posix() for path in inside if not any(part.startswith((".", "__")) for part in path.parts))
    )
