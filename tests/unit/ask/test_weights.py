from pathlib import Path

import pytest

from crucibleforge.ask.local._weights import join_parts
from crucibleforge.core.errors import EnvironmentFault


@pytest.fixture
def parts(tmp_path: Path) -> list[Path]:
    files = [tmp_path / "part1", tmp_path / "part2"]
    files[0].write_bytes(b"abc")
    files[1].write_bytes(b"de")
    return files


def test_parts_are_joined_in_order(parts: list[Path], tmp_path: Path) -> None:
    target = join_parts(parts, tmp_path / "cache" / "weights", 5)
    assert target.read_bytes() == b"abcde"


def test_a_complete_file_is_not_written_again(parts: list[Path], tmp_path: Path) -> None:
    target = join_parts(parts, tmp_path / "cache" / "weights", 5)
    parts[0].unlink()
    assert join_parts(parts, target, 5) == target


def test_a_file_of_another_size_is_replaced(parts: list[Path], tmp_path: Path) -> None:
    target = tmp_path / "weights"
    target.write_bytes(b"torn")
    assert join_parts(parts, target, 5).read_bytes() == b"abcde"


def test_parts_of_the_wrong_size_leave_nothing_behind(parts: list[Path], tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    with pytest.raises(EnvironmentFault, match="expected 6 bytes"):
        join_parts(parts, cache / "weights", 6)
    assert list(cache.iterdir()) == []


def test_a_full_disk_is_said_before_anything_is_written(parts: list[Path], tmp_path: Path) -> None:
    with pytest.raises(EnvironmentFault, match="are needed"):
        join_parts(parts, tmp_path / "cache" / "weights", 10**18)
    assert list((tmp_path / "cache").iterdir()) == []
