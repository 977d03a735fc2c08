"""Builds the runner: `python -m crucibleforge.sandbox.guest.build`, with componentize-py 0.25.1 on the path.

Two builds never give the same bytes (a random hash secret is baked in), and another build costs other fuel. So one
artefact is built, pinned by its hash and shipped; rebuilding it means measuring every limit again.
"""

from __future__ import annotations

import hashlib
import lzma
import shutil
import subprocess
import tempfile
from pathlib import Path

from wasmtime import wat2wasm

from .compose import compose

GUEST = Path(__file__).parent
ARTEFACT = GUEST.parent / "runner.wasm.xz"
PINS = GUEST.parent / "_pins.py"
_TOOLS = ("build.py", "compose.py")
"""What the guest itself does without."""

_PINS_TEXT = '''"""Written by guest/build.py: which runner is the right one."""

RUNNER_SHA256 = "{runner}"
"""Of the unpacked runner.wasm."""

SOURCES_SHA256 = "{sources}"
"""Of the guest's sources from which it was built."""
'''


def sources_sha256() -> str:
    """One hash over everything that goes into the runner."""
    total = hashlib.sha256()
    for path in sorted(path for path in GUEST.iterdir() if path.suffix in (".py", ".wit", ".wat")):
        if path.name != "build.py":
            total.update(path.name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n") + b"\0")
    return total.hexdigest()


def build(folder: Path) -> bytes:
    """The component's bytes; `folder` is scratch space."""
    shutil.copytree(GUEST, folder / "guest", ignore=shutil.ignore_patterns("__pycache__", *_TOOLS))
    guest = folder / "guest.wasm"
    command = [
        "componentize-py",
        "-d",
        "guest/runner.wit",
        "-w",
        "runner",
        "componentize",
        "guest.app",
        "-o",
        str(guest),
    ]
    subprocess.run(command, cwd=folder, check=True)  # noqa: S603 - a fixed command
    return compose(guest.read_bytes(), bytes(wat2wasm((GUEST / "mailbox.wat").read_text(encoding="utf-8"))))


def main() -> None:
    """Builds, packs and pins."""
    with tempfile.TemporaryDirectory() as folder:
        wasm = build(Path(folder))
    ARTEFACT.write_bytes(lzma.compress(wasm, preset=9 | lzma.PRESET_EXTREME))
    pins = _PINS_TEXT.format(runner=hashlib.sha256(wasm).hexdigest(), sources=sources_sha256())
    PINS.write_text(pins, encoding="utf-8")


if __name__ == "__main__":
    main()
