"""The file: a plain zip whose bytes follow from its members, sealed by a hash of all of them at its end."""

from __future__ import annotations

import hashlib
import io
import re
import struct
import zipfile
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from crucibleforge.core.errors import StoreError, UserError, shown

from ._documents import dumped, loaded

__all__ = ["LIMITS", "Archive", "Limits", "read_archive", "write_archive"]

TREE = "tree.json"
"""The member that holds the hash of every other one."""

_SEAL = b"crucibleforge bundle 1 sha256 "
_DIGITS = 64
_END = struct.Struct("<4s4H2LH")
_END_MARK, _ZIP64_MARK, _ZIP64_BYTES = b"PK\5\6", b"PK\6\7", 20
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_.-]*(/[A-Za-z0-9_][A-Za-z0-9_.-]*){0,8}")
_EPOCH = (1980, 1, 1, 0, 0, 0)
_PLAIN_FILE = 0o100644 << 16
_UNIX = 3
_UNREADABLE = (
    zipfile.BadZipFile,
    zlib.error,
    struct.error,
    EOFError,
    OSError,
    ValueError,
    OverflowError,
    NotImplementedError,
    RuntimeError,  # how zipfile says that a member is encrypted
)


@dataclass(frozen=True, slots=True)
class Limits:
    """What a bundle may hold, so that none can use up the memory of who reads it."""

    file_bytes: int = 256_000_000
    members: int = 20_000
    directory_bytes: int = 4_000_000
    member_bytes: int = 32_000_000
    """Of one member, expanded."""
    total_bytes: int = 1_000_000_000
    """Of all members, expanded."""


LIMITS = Limits()


@dataclass(frozen=True, slots=True)
class Leaf:
    """One member's hash and size."""

    sha256: str
    bytes: int


@dataclass(frozen=True, slots=True)
class HashTree:
    """The leaf of every other member, and over all of them the root."""

    root: str
    members: Mapping[str, Leaf]


def _hash_tree(members: Mapping[str, bytes]) -> HashTree:
    """The tree over these members."""
    leaves = {name: _leaf(data) for name, data in members.items()}
    return HashTree(_root(leaves), leaves)


def write_archive(path: Path, members: Mapping[str, bytes], limits: Limits = LIMITS) -> str:
    """Write a bundle, complete or not at all; equal members give equal bytes with the same zlib.

    Returns: the root of its hash tree.

    Raises:
        UserError: when the members are more than a bundle may hold.
        StoreError: when the file cannot be written.
    """
    tree = _hash_tree(members)
    _refuse_too_much(members, limits)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, data in sorted({**members, TREE: dumped(tree)}.items()):
            entry = zipfile.ZipInfo(name, _EPOCH)
            entry.compress_type, entry.external_attr, entry.create_system = zipfile.ZIP_DEFLATED, _PLAIN_FILE, _UNIX
            archive.writestr(entry, data, compresslevel=9)
        archive.comment = _SEAL + b"0" * _DIGITS
    sealed = packed.getvalue()[:-_DIGITS]
    part = path.with_name(f"{path.name}.part")
    try:
        part.write_bytes(sealed + _sha256(sealed).encode())
        part.replace(path)
    except OSError as error:
        raise StoreError(f"cannot write {path}: {error.strerror}", hint="name another file with -o") from None
    return tree.root


def _refuse_too_much(members: Mapping[str, bytes], limits: Limits) -> None:
    for name in members:
        if not _NAME.fullmatch(name):
            raise UserError(f"{shown(name)} can't be a name in a bundle", hint="letters, digits, and . _ - only")
    largest = max(members, key=lambda name: len(members[name]))
    if len(members[largest]) > limits.member_bytes:
        raise UserError(f"{largest} has {len(members[largest]):,} bytes; {limits.member_bytes:,} fit into a bundle")
    if len(members) >= limits.members or sum(map(len, members.values())) > limits.total_bytes:
        raise UserError("these are more answers than fit into a bundle", hint="make one bundle for each model")


class Archive:
    """An opened bundle; `read_archive` makes one. Nothing in it has been believed yet."""

    def __init__(self, zipped: zipfile.ZipFile, limits: Limits, *, is_sealed: bool) -> None:
        self._zipped = zipped
        self._limits = limits
        self._is_sealed = is_sealed
        self.names = frozenset(zipped.namelist())

    def read(self, name: str) -> bytes:
        """A member's bytes.

        Raises:
            UserError: when there is no such member, or it cannot be expanded within the limits.
        """
        try:
            with self._zipped.open(name) as member:
                data = member.read(self._limits.member_bytes + 1)
        except KeyError:
            raise UserError(f"no {name} in the bundle") from None
        except _UNREADABLE as error:
            raise UserError(f"{name} cannot be read: {shown(str(error))}") from None
        if len(data) > self._limits.member_bytes:
            raise UserError(f"{name} is larger than the {self._limits.member_bytes:,} bytes that a member may have")
        return data

    @property
    def root(self) -> str:
        """The root of the hash tree as the bundle gives it."""
        return self._tree().root

    def damage(self) -> list[str]:
        """What is not as it was when the bundle was made, member by member, in words; nothing when all of it is."""
        found = list(self._damaged_members())
        if not found and not self._is_sealed:
            return ["the file's own bytes, between its members or at its end, were changed"]
        return found

    def _damaged_members(self) -> Iterator[str]:
        try:
            tree = self._tree()
        except UserError as error:
            yield f"{error}"
            return
        leaves = tree.members
        yield from (f"{name} is missing" for name in sorted(set(leaves) - self.names))
        yield from (f"{name} was added" for name in sorted(self.names - set(leaves) - {TREE}))
        for name in sorted(self.names & set(leaves)):
            try:
                data = self.read(name)
            except UserError as error:
                yield f"{error}"
                continue
            if leaves[name] != _leaf(data):
                yield f"{name} was changed"
        if tree.root != _root(leaves):
            yield f"{TREE} was changed: its root is not the hash of its members"

    def _tree(self) -> HashTree:
        return loaded(HashTree, self.read(TREE), TREE)


def read_archive(path: Path, limits: Limits = LIMITS) -> Archive:
    """Open a bundle and look at its directory only.

    Raises:
        UserError: when it is no bundle, or none that may be opened: too large, names that lead elsewhere, links, doubles.
    """
    try:
        size = path.stat().st_size
        if size > limits.file_bytes:
            raise UserError(f"{path}: {size:,} bytes; a bundle has {limits.file_bytes:,} at most")
        data = path.read_bytes()
    except OSError as error:
        raise UserError(f"{path}: cannot be read ({error.strerror})") from None
    _refuse_other_files(path, data, limits)
    try:
        zipped = zipfile.ZipFile(io.BytesIO(data))
    except _UNREADABLE as error:
        raise UserError(f"{path}: its directory is damaged ({shown(str(error))})", hint=_AGAIN) from None
    _refuse_hostile(path, zipped, limits)
    return Archive(zipped, limits, is_sealed=_sha256(data[:-_DIGITS]).encode() == data[-_DIGITS:])


_AGAIN = "fetch the file again; if it is the same, it was cut or changed before it was published"


def _refuse_other_files(path: Path, data: bytes, limits: Limits) -> None:
    """Only a zip that ends in our seal, with one directory of a moderate size, is opened at all."""
    comment = len(_SEAL) + _DIGITS
    end = len(data) - comment - _END.size
    if end < 0 or data[-comment:-_DIGITS] != _SEAL:
        raise UserError(f"{path}: no bundle of this version, or one whose end is cut off or changed", hint=_AGAIN)
    mark, _disk, _first, _here, count, directory, start, length = _END.unpack_from(data, end)
    if mark != _END_MARK or length != comment or start + directory != end:
        raise UserError(f"{path}: its directory is damaged", hint=_AGAIN)
    if data[end - _ZIP64_BYTES : end].startswith(_ZIP64_MARK):
        raise UserError(f"{path}: a zip64 file, which no bundle is")
    if count > limits.members or directory > limits.directory_bytes:
        raise UserError(f"{path}: {count:,} members in a directory of {directory:,} bytes are too many")


def _refuse_hostile(path: Path, zipped: zipfile.ZipFile, limits: Limits) -> None:
    entries = zipped.infolist()
    seen: set[str] = set()
    for entry in entries:
        if not _NAME.fullmatch(entry.filename) or entry.filename != entry.orig_filename:
            raise UserError(f"{path}: the name {shown(entry.orig_filename)} has no place in a bundle")
        if entry.filename.casefold() in seen:
            raise UserError(f"{path}: {entry.filename} is there twice")
        seen.add(entry.filename.casefold())
        if entry.external_attr != _PLAIN_FILE or entry.compress_type != zipfile.ZIP_DEFLATED:
            raise UserError(f"{path}: {entry.filename} is no plain compressed file")
        if entry.file_size > limits.member_bytes:
            raise UserError(f"{path}: {entry.filename} has {entry.file_size:,} bytes, which is too much for a member")
    if len(entries) > limits.members or sum(entry.file_size for entry in entries) > limits.total_bytes:
        raise UserError(f"{path}: expands to more than a bundle may hold")


def _root(leaves: Mapping[str, Leaf]) -> str:
    return _sha256("".join(f"{name} {leaves[name].sha256} {leaves[name].bytes}\n" for name in sorted(leaves)).encode())


def _leaf(data: bytes) -> Leaf:
    return Leaf(_sha256(data), len(data))


def _sha256(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
