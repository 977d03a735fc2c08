"""Adds an entry to models.yaml as text, so that comments and order survive."""

from __future__ import annotations

import json
from pathlib import Path

from crucibleforge.core.errors import ConfigError


def add_model(path: Path, *, name: str, base_url: str, served_id: str, key_env: str | None = None) -> None:
    """Append an entry; the file is replaced only when the whole of it still reads well.

    Raises:
        ConfigError: when the entry or the file is wrong, the name is taken, or the file cannot be written.
    """
    # Not at the top: only who reads a file needs what checks one, which takes longer to import than all the rest.
    from ._models_file import read_models

    entry = {"name": name, "base_url": base_url, "model": served_id, "key_env": key_env}
    lines = [f"{key}: {json.dumps(value, ensure_ascii=False)}" for key, value in entry.items() if value is not None]
    draft = path.with_name(path.name + ".part")
    try:
        text = path.read_bytes().decode("utf-8") if path.exists() else "models:\n"
        end = "\r\n" if "\r\n" in text else "\n"
        draft.write_bytes(f"{text.rstrip()}{end}  - {f'{end}    '.join(lines)}{end}".encode())
        try:
            read_models(draft)
        except ConfigError as error:
            draft.unlink()
            raise ConfigError(str(error).replace(str(draft), str(path)), hint=error.hint) from None
        draft.replace(path)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror}", hint="name another file with --models") from None
