from __future__ import annotations

from pathlib import Path

import pytest

from crucibleforge.ask import Registry, add_model
from crucibleforge.core.errors import ConfigError

FILE = "# mine\nmodels:\n  - name: old  # keep me\n    base_url: http://127.0.0.1:1/v1\n    model: x\n"


def test_an_added_model_is_known_and_the_rest_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "models.yaml"
    path.write_text(FILE)
    add_model(path, name="new", base_url="https://api.example.org/v1", served_id='a "b"', key_env="HOUSE_KEY")
    assert path.read_text().startswith(FILE)
    spec = Registry.load(path).resolve("new")
    assert (spec.base_url, spec.served_id, spec.key_env) == ("https://api.example.org/v1", 'a "b"', "HOUSE_KEY")


def test_line_ends_stay_what_they_were(tmp_path: Path) -> None:
    path = tmp_path / "models.yaml"
    path.write_bytes(FILE.replace("\n", "\r\n").encode())
    add_model(path, name="new", base_url="http://127.0.0.1:1/v1", served_id="x")
    assert path.read_bytes().count(b"\n") == path.read_bytes().count(b"\r\n") == 8
    assert Registry.load(path).resolve("new").served_id == "x"


def test_the_first_model_makes_the_file(tmp_path: Path) -> None:
    path = tmp_path / "models.yaml"
    add_model(path, name="new", base_url="http://127.0.0.1:1/v1", served_id="x")
    assert Registry.load(path).resolve("new").served_id == "x"


@pytest.mark.parametrize("entry", [{"name": "old"}, {"name": "a b"}, {"key_env": "sk-live-123"}, {"name": "OLD"}])
def test_a_wrong_entry_leaves_the_file_untouched(tmp_path: Path, entry: dict[str, str]) -> None:
    path = tmp_path / "models.yaml"
    path.write_text(FILE)
    with pytest.raises(ConfigError, match=r"models\.yaml:\d+"):
        add_model(path, **{"name": "new", "base_url": "http://127.0.0.1:1/v1", "served_id": "x", **entry})
    assert path.read_text() == FILE
    assert list(tmp_path.iterdir()) == [path]
