"""Reads Python source by its surface, so that the result is the same whatever Python the host has.

The guest's grammar is newer than the host's may be; `ast` would reject here what runs there.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from keyword import iskeyword

_NEXT = re.compile(
    r"""(?P<comment>\#.*)|(?P<prefix>(?<!\w)[rbuftRBUFT]{1,3})?(?P<long>\"{3}|'{3})"""
    r"""|(?P<fprefix>(?<!\w)[rRtT]?[fF][rR]?)?(?P<short>"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')"""
)
_LONG_END = {mark: re.compile(rf"(?:[^\\{mark[0]}]|\\.|{mark[0]}(?!{mark[1:]}))*{mark}") for mark in ('"""', "'''")}
_BRACES = re.compile(r"\{([^{}]*)\}")

# Possessive, so that a hostile line of one enormous word costs no more than its length.
_WORD = r"\b[^\W\d]\w*+"
_DEFINES = re.compile(
    rf"(?:async\s+)?def\s+({_WORD})\s*[(\[]|class\s+({_WORD})\s*[(:\[]|({_WORD})\s*+(?::[^=]+)?=(?!=)"
)
_IMPORTS = re.compile(r"(?:from\s+\.*[\w.]++\s+)?import\s+(.+)")
_STARTS = re.compile(
    rf"(?:async\s+)?def\s+{_WORD}\s*[(\[]|class\s+{_WORD}\s*+(?:[(\[].*)?:|@{_WORD}|from\s+\.*[\w.]++\s+import\s+[\w*(]"
    rf"|import\s+[\w.]++(?:\s+as\s+\w++)?(?:\s*,\s*[\w.]++(?:\s+as\s+\w++)?)*\s*$"
)
_ASSIGNS = re.compile(
    rf"{_WORD}(?:\.{_WORD}|\[[^\]]*\])*\s*+(?::[\w\[\], .|]++)?(?:[-+*/%@&|^]|//|\*\*|<<|>>)?=(?!=)\s*+\S"
)
_GOES_ON = re.compile(
    rf"(?:if|elif|for|while|with|except|match|async)\b.*:|(?:else|try|finally|except)\s*:"
    rf"|(?:assert|return|raise|del|global)\s|(?:pass|return|raise|break|continue)\s*$"
    rf"|{_WORD}(?:\.{_WORD})*[(\[].*[)\]]\s*$|[)\]}}]"
)

_HEADS = re.compile(r"(?:(?:async\s+)?def|class)\b.*:(?:\s*(?:\.\.\.|pass))?$|@|import\b|from\b")
_PARAMETERS = re.compile(rf"\bdef\s+({_WORD})\s*+\(((?:[^()]++|\([^()]*+\))*+)")


@dataclass(frozen=True, slots=True)
class CodeLine:
    """One line of a program."""

    text: str
    code: str
    """Without comments and without the contents of strings; what an f-string evaluates stays."""
    in_string: bool
    """It begins inside a triple-quoted string."""
    depth: int
    """How many brackets are open where it begins."""

    @property
    def is_top(self) -> bool:
        """Whether a statement of the module itself begins here."""
        return bool(self.code) and not (self.in_string or self.depth or self.code[0].isspace())


def read_lines(lines: Iterable[str]) -> Iterator[CodeLine]:
    """The lines as a program would see them, one by one; nothing is read ahead."""
    mark, depth = "", 0
    for text in lines:
        code, after = _without_strings(text, mark)
        yield CodeLine(text, code, bool(mark), depth)
        mark = after
        depth = max(0, depth + sum(code.count(b) for b in "([{") - sum(code.count(b) for b in ")]}"))


@lru_cache(maxsize=1024)
def is_whole(source: str) -> bool:
    """Whether every bracket and every long string that opens also closes."""
    *_, end = read_lines(chain(source.split("\n"), [""]))
    return not end.in_string and end.depth == 0


@dataclass(frozen=True, slots=True)
class TopNames:
    """What the statements of a module bind at its top."""

    functions: frozenset[str]
    """Functions and classes."""
    variables: frozenset[str]
    imports: frozenset[str]

    @property
    def made(self) -> frozenset[str]:
        """Names that the module itself makes."""
        return self.functions | self.variables

    @property
    def all(self) -> frozenset[str]:
        """Every name."""
        return self.made | self.imports


def top_names(source: str) -> TopNames:
    """The names that a module binds at its top."""
    functions, variables, imports = set[str](), set[str](), set[str]()
    for line in read_lines(source.split("\n")):
        if line.is_top and (found := _DEFINES.match(line.code)):
            (variables if found[3] else functions).add(found[1] or found[2] or found[3])
        elif line.is_top and (found := _IMPORTS.match(line.code)):
            imports.update(_imported(found[1]))
    return TopNames(frozenset(functions), frozenset(variables), frozenset(imports))


@lru_cache(maxsize=1024)
def free_names(source: str) -> frozenset[str]:
    """Names that the program reads and binds nowhere, as far as its surface shows.

    A name that is bound in any place of it, even as a parameter, counts as its own.
    """
    code = "\n".join(line.code for line in read_lines(source.split("\n")))
    read = set(re.findall(rf"(?<![\w.])({_WORD})", code))
    return frozenset(name for name in read - _own_names(code) if not iskeyword(name))


@lru_cache(maxsize=1024)
def is_stub(source: str) -> bool:
    """Whether it has functions or classes, and none of them a body: only `...`, `pass` and docstrings."""
    statements = [line.code.strip() for line in read_lines(source.split("\n")) if not line.in_string]
    bodies = [code for code in statements if code and not _HEADS.match(code)]
    has_heads = any(code.startswith(("def ", "class ", "async ")) for code in statements)
    return has_heads and all(code in ("...", "pass", "''", '""') or code.endswith(": ...") for code in bodies)


def opens_program(line: str) -> bool:
    """Whether a line of a reply can only be the first of a program: a definition, a decorator or an import."""
    return bool(_STARTS.match(line))


def bare_programs(text: str) -> list[tuple[str, bool]]:
    """The stretches of unfenced Python in a text, each with whether it reaches the text's end."""
    lines = text.split("\n")
    last = max((index for index, line in enumerate(lines) if line.strip()), default=-1)
    found: list[tuple[str, bool]] = []
    index = 0
    while index < len(lines):
        if not _begins(lines[index]):
            index += 1
            continue
        size = _length_of_program(lines, index)
        source = "\n".join(lines[index : index + size]).rstrip()
        found.append((source, index + size > last))
        index += size
    return found


def _begins(line: str) -> bool:
    return bool(_STARTS.match(line) or _ASSIGNS.match(line)) or line.startswith(('"""', "'''", "#!"))


def _length_of_program(lines: list[str], start: int) -> int:
    size = 0
    for line in read_lines(lines[i] for i in range(start, len(lines))):
        inside = line.in_string or line.depth or not line.text.strip() or line.text[0] in " \t#"
        if not (inside or _begins(line.text) or _GOES_ON.match(line.code)):
            break
        size += 1
    return size


def _without_strings(text: str, mark: str) -> tuple[str, str]:
    """A line's code, and the mark of the long string that is open after it."""
    kept: list[str] = []
    position = 0
    while True:
        if mark:
            end = _LONG_END[mark].match(text, position)
            if not end:
                return "".join(kept), mark
            position, mark = end.end(), ""
            kept.append('""')
        found = _NEXT.search(text, position)
        if not found:
            kept.append(text[position:])
            return "".join(kept), ""
        kept.append(text[position : found.start()])
        position = found.end()
        if found["comment"] is not None:
            return "".join(kept), ""
        if found["long"]:
            mark = found["long"]
        else:
            kept.append(" ".join(["''", *_BRACES.findall(found["short"])]) if found["fprefix"] else "''")


def _imported(clause: str) -> Iterator[str]:
    for part in clause.strip("() ").split(","):
        words = part.split()
        if words:
            yield words[-1].split(".")[0]


def _own_names(code: str) -> set[str]:
    names: set[str] = set()
    for line in code.split("\n"):
        stripped = line.strip()
        if found := _DEFINES.match(stripped):
            names.add(found[1] or found[2] or found[3])
        elif found := _IMPORTS.match(stripped):
            names.update(_imported(found[1]))
        if target := re.match(r"([\w\s,.*()\[\]]++)(?::[^=]*)?=(?!=)", stripped):
            names.update(re.findall(_WORD, target[1]))
    for clause in re.findall(r"\bfor\s+([\w\s,*()]{1,80}?)\s+in\b", code):
        names.update(re.findall(_WORD, clause))
    names.update(re.findall(rf"\bas\s+\(?({_WORD})", code))
    names.update(re.findall(rf"({_WORD})\s*+:?=(?!=)", code))
    for clause in re.findall(r"\blambda\s+([^:\n]{1,200}):", code):
        names.update(re.findall(_WORD, clause))
    for function in _PARAMETERS.finditer(code):
        names.add(function[1])
        names.update(re.findall(rf"(?:^|[,*])\s*+({_WORD})", function[2]))
    return names
