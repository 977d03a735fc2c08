"""Whatever byte of a bundle is changed, cut off or added, nobody is told that it is whole; and no file can use up memory."""

from __future__ import annotations

import hashlib
import io
import struct
import zipfile
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crucibleforge.bundle import read_archive, write_archive
from crucibleforge.bundle._archive import LIMITS
from crucibleforge.bundle._documents import AnswerFacts, dumped, loaded
from crucibleforge.core.conversation import Outcome
from crucibleforge.core.errors import UserError
from tests.contract.store.examples import GRADE, NASTY, TURN, VERDICT

MEMBERS = {"bundle.json": b'{"a": 1}' * 50, "models/1/FN1.1.json": b"text " * 400, "suite/bench.yaml": b"x: 1\n"}
few = settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


@pytest.fixture
def whole(tmp_path: Path) -> bytes:
    write_archive(tmp_path / "whole", MEMBERS)
    return (tmp_path / "whole").read_bytes()


def complaint(path: Path, data: bytes) -> str:
    """What is said of a file; nothing when it is taken for whole."""
    path.write_bytes(data)
    try:
        return "; ".join(read_archive(path).damage())
    except UserError as error:
        return f"refused: {error}"


def test_a_whole_bundle_has_no_damage(whole: bytes, tmp_path: Path) -> None:
    assert complaint(tmp_path / "x", whole) == ""


@given(place=st.integers(0, 10**6), flip=st.integers(1, 255))
@few
def test_any_changed_byte_is_caught(whole: bytes, tmp_path: Path, place: int, flip: int) -> None:
    data = bytearray(whole)
    data[place % len(data)] ^= flip
    assert complaint(tmp_path / "x", bytes(data))


def test_every_single_byte_is_caught(whole: bytes, tmp_path: Path) -> None:
    for place in range(len(whole)):
        data = bytearray(whole)
        data[place] ^= 0x55
        assert complaint(tmp_path / "x", bytes(data)), place


@given(at=st.integers(0, 10**6), more=st.binary(min_size=1, max_size=40))
@few
def test_cut_and_lengthened_files_are_caught(whole: bytes, tmp_path: Path, at: int, more: bytes) -> None:
    cut = at % len(whole)
    assert complaint(tmp_path / "x", whole[:cut])
    assert complaint(tmp_path / "x", whole[:cut] + more + whole[cut:])


@given(data=st.binary(max_size=300))
@few
def test_sealed_noise_is_refused_in_words(tmp_path: Path, data: bytes) -> None:
    assert complaint(tmp_path / "x", sealed(data)).startswith("refused: ")


def test_a_changed_member_is_named(whole: bytes, tmp_path: Path) -> None:
    other = dict(MEMBERS) | {"suite/bench.yaml": b"x: 2\n"}
    write_archive(tmp_path / "other", other)
    with zipfile.ZipFile(io.BytesIO(whole)) as ours, zipfile.ZipFile(tmp_path / "other") as theirs:
        mixed = {name: ours.read(name) for name in ours.namelist()} | {
            "suite/bench.yaml": theirs.read("suite/bench.yaml")
        }
    assert complaint(tmp_path / "x", by_hand(mixed)) == "suite/bench.yaml was changed"
    del mixed["suite/bench.yaml"]
    assert complaint(tmp_path / "x", by_hand(mixed)) == "suite/bench.yaml is missing"
    assert complaint(tmp_path / "x", by_hand(mixed | {"extra": b""})).endswith("extra was added")


def sealed(data: bytes) -> bytes:
    """Any bytes with a right seal behind them, as a forger would make them."""
    if len(data) >= 22 and data[-22:-18] == b"PK\5\6":
        data = data[:-2] + struct.pack("<H", 94)
    data += b"crucibleforge bundle 1 sha256 "
    return data + hashlib.sha256(data).hexdigest().encode()


Change = Callable[[zipfile.ZipInfo], None]


def by_hand(members: dict[str, bytes], change: Change = lambda _entry: None, doubles: int = 1) -> bytes:
    """A sealed zip of these members, with whatever a hostile hand does to their entries."""
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in members.items():
            for _ in range(doubles):
                entry = zipfile.ZipInfo(name)
                entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, 0o100644 << 16, 3
                change(entry)
                archive.writestr(entry, data)
    return sealed(packed.getvalue())


def as_link(entry: zipfile.ZipInfo) -> None:
    entry.external_attr = 0o120777 << 16


def stored(entry: zipfile.ZipInfo) -> None:
    entry.compress_type = zipfile.ZIP_STORED


@pytest.mark.parametrize(
    "name",
    ["../x", "/etc/passwd", "a/../../x", "C:\\x", "a\\..\\x", "", "a//b", ".hidden", "a/./b", "ä", "x" * 9 + "/"],
)
def test_names_that_lead_elsewhere_are_refused(tmp_path: Path, name: str) -> None:
    assert "has no place in a bundle" in complaint(tmp_path / "x", by_hand({name: b"x"}))


def test_a_name_that_ends_early_is_refused(tmp_path: Path) -> None:
    data = by_hand({"nul!x": b"x"}).replace(b"nul!x", b"nul\0x")
    assert "has no place in a bundle" in complaint(tmp_path / "x", sealed(data[:-94]))


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_links_doubles_and_odd_entries_are_refused(tmp_path: Path) -> None:
    assert "no plain compressed file" in complaint(tmp_path / "x", by_hand(MEMBERS, as_link))
    assert "no plain compressed file" in complaint(tmp_path / "x", by_hand(MEMBERS, stored))
    assert "is there twice" in complaint(tmp_path / "x", by_hand(MEMBERS, doubles=2))
    assert "is there twice" in complaint(tmp_path / "x", by_hand({"a": b"", "A": b""}))


def test_a_bomb_is_never_expanded(tmp_path: Path) -> None:
    tight = replace(LIMITS, member_bytes=1000, total_bytes=2500)
    bomb = by_hand({"bundle.json": bytes(100_000)})
    assert len(bomb) < 1000
    (tmp_path / "bomb").write_bytes(bomb)
    with pytest.raises(UserError, match="too much for a member"):
        read_archive(tmp_path / "bomb", tight)
    lying = bomb.replace(struct.pack("<L", 100_000), struct.pack("<L", 900))
    (tmp_path / "bomb").write_bytes(sealed(lying[:-94]))
    try:
        said = "; ".join(read_archive(tmp_path / "bomb", tight).damage())
    except UserError as error:
        said = str(error)
    assert said, "a member that says it is small"
    (tmp_path / "many").write_bytes(by_hand({f"m{number}": bytes(900) for number in range(3)}))
    with pytest.raises(UserError, match="more than a bundle may hold"):
        read_archive(tmp_path / "many", tight)
    with pytest.raises(UserError, match="too many"):
        read_archive(tmp_path / "many", replace(LIMITS, members=2))
    with pytest.raises(UserError, match="a bundle has 100 at most"):
        read_archive(tmp_path / "many", replace(LIMITS, file_bytes=100))


def test_what_does_not_fit_is_not_written(tmp_path: Path) -> None:
    with pytest.raises(UserError, match="fit into a bundle"):
        write_archive(tmp_path / "x", MEMBERS, replace(LIMITS, member_bytes=100))
    with pytest.raises(UserError, match="more answers than fit"):
        write_archive(tmp_path / "x", MEMBERS, replace(LIMITS, members=2))
    with pytest.raises(UserError, match="can't be a name"):
        write_archive(tmp_path / "x", {"../x": b""})
    assert list(tmp_path.iterdir()) == []


@given(text=st.text(st.characters(exclude_categories=()) | st.sampled_from("\\\0\r\n"), max_size=30))
@few
def test_documents_give_back_every_text(text: str) -> None:
    turn = replace(TURN, text=text, raw=text, note=NASTY)
    facts = AnswerFacts(
        "FN1", 1, datetime(2031, 4, 9, tzinfo=UTC), Outcome.ANSWERED, text, (turn,), GRADE.checks, (VERDICT,)
    )
    assert loaded(AnswerFacts, dumped(facts), "here") == facts
