"""Splits a reply into prose and fenced blocks, as a careful reader would and CommonMark sometimes does not."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from textwrap import dedent

from ._python_text import opens_program, read_lines

_PYTHON = re.compile(r"(?:c|i)?python[23]?|python-3|py[23]?|sage")
_MARKDOWN = re.compile(r"markdown|md|mdx|gfm|commonmark")
_FOREIGN = re.compile(
    r"bash|sh|shell|zsh|fish|console|terminal|cmd|bat|powershell|ps1|te?xt|plain(?:text)?|output|stdout|json|ya?ml|toml|ini"
    r"|xml|html|s?css|[jt]sx?|javascript|typescript|java|kotlin|scala|c|cpp|c\+\+|cxx|cs|csharp|c#|go|golang|rust|rs|ruby|rb"
    r"|php|perl|lua|swift|r|julia|haskell|hs|sql|diff|patch|csv|tex|latex|mermaid|dockerfile|make(?:file)?|http|regex|none"
    r"|pycon|doctest|pytb|traceback|pseudo(?:code)?"
)

_OPENER = re.compile(r"(?P<before>[ \t]*(?:(?:>|[-*+]|\d{1,3}[.)])[ \t]+|>)*)(?P<mark>`{3,}|~{3,})(?P<info>.*)")
_ONE_LINE = re.compile(r"[ \t]*```(?P<body>[^`].*?)```[ \t]*")
_INFO = re.compile(r"[{.\s]*(?P<word>[A-Za-z][A-Za-z+#_-]*)(?P<version>[\d.]*)(?P<rest>.*)")
_FILE_NAME = re.compile(r"[\w./-]+\.(?P<suffix>\w{1,5})\b")


@dataclass(frozen=True, slots=True)
class Prose:
    """Text outside every fence."""

    text: str


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block."""

    body: str
    language: str
    """`python`, `markdown`, another language's name in lower case, or empty where none was named."""
    is_closed: bool

    @property
    def is_foreign(self) -> bool:
        """Whether it says that it is something else than Python."""
        return bool(_FOREIGN.fullmatch(self.language))


def split(text: str) -> list[Prose | Block]:
    """Prose and blocks in their order.

    A fence line inside a long string of a Python block does not end it; a block that nobody closes ends with the text.
    """
    return list(_pieces(text.split("\n")))


def _pieces(lines: list[str]) -> Iterator[Prose | Block]:
    prose: list[str] = []
    index = 0
    while index < len(lines):
        block, size = _block_at(lines, index)
        if block is None:
            prose.append(lines[index])
        else:
            yield Prose("\n".join(prose))
            prose = []
            yield block
        index += size
    yield Prose("\n".join(prose))


def _block_at(lines: list[str], start: int) -> tuple[Block | None, int]:
    """The block that opens in this line, if one does, and how many lines it takes."""
    line = lines[start]
    if "```" not in line and "~~~" not in line:
        return None, 1
    if one := _ONE_LINE.fullmatch(line):
        language, code = read_info(one["body"])
        return (Block(code, language, is_closed=True), 1) if code else (None, 1)
    opener = _OPENER.fullmatch(line)
    if not opener or (opener["mark"][0] == "`" and "`" in opener["info"]):
        return None, 1
    language, first = read_info(opener["info"])
    body, size, is_closed = _body(lines, start, opener, as_python=language in ("python", ""))
    return Block(dedent("\n".join([first, *body] if first else body)), language, is_closed), size


def _body(lines: list[str], start: int, opener: re.Match[str], *, as_python: bool) -> tuple[list[str], int, bool]:
    """Lines of the block's body, lines it takes with its fences, and whether it was closed."""
    mark, before = opener["mark"], opener["before"]
    closer = re.compile(rf"[ \t>]*+{re.escape(mark[0])}{{{len(mark)},}}[ \t]*")
    in_string = None
    for offset, line in enumerate(read_lines(lines[i] for i in range(start + 1, len(lines)))):
        if closer.fullmatch(line.text):
            if not (as_python and line.in_string):
                return _inside(lines, start, offset, before), offset + 2, True
            in_string = offset if in_string is None else in_string
        elif as_python and line.code.rstrip().endswith(mark):
            last = _outdented(line.text.rstrip().removesuffix(mark), before)
            return [*_inside(lines, start, offset, before), last], offset + 2, True
    if in_string is not None:
        return _inside(lines, start, in_string, before), in_string + 2, True
    return _inside(lines, start, len(lines) - start - 1, before), len(lines) - start, False


def _inside(lines: list[str], start: int, count: int, before: str) -> list[str]:
    return [_outdented(line, before) for line in lines[start + 1 : start + 1 + count]]


def _outdented(line: str, before: str) -> str:
    """A line of a block without what the fence itself stood behind: spaces, a list mark or quote marks."""
    for _ in range(before.count(">")):
        line = re.sub(r"^[ \t]{0,3}> ?", "", line)
    width = 0 if ">" in before else len(before.expandtabs(4))
    indent = len(line) - len(line.lstrip(" \t"))
    return line.lstrip(" \t") if indent < width else line[width:]


def read_info(info: str) -> tuple[str, str]:
    """The language a fence names, and the line of code that was glued to the fence where there is one."""
    info = info.strip()
    if opens_program(info):
        return "", info
    if name := _FILE_NAME.match(info):
        return ("python" if name["suffix"] in ("py", "pyi") else name["suffix"].lower()), ""
    found = _INFO.match(info)
    if not found:
        return "", info if info and info[0] not in "{.:" else ""
    word, rest = found["word"].lower().rstrip("-_"), found["rest"].strip()
    if _PYTHON.fullmatch(word):
        return "python", rest if opens_program(rest) else ""
    if _MARKDOWN.fullmatch(word):
        return "markdown", ""
    if _FOREIGN.fullmatch(word) or rest[:1] not in ("=", "(", "["):
        return word, ""
    return "", info
