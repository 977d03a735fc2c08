"""Thinking that arrives inside the content, told apart from the answer."""

from __future__ import annotations

from ._spec import Thinking


def split_thinking(content: str, dialect: Thinking) -> tuple[str, str]:
    """Thinking and answer of a content.

    Tags count only at the very start: further on they are text, for instance in a program that prints them.
    A block that never closes is thinking to its end; a closing tag at the start that closes nothing is dropped.
    A closing tag alone on its line, with no opening one before it, ends thinking that the prompt's template opened.
    """
    opener, closer = dialect.tags
    thoughts: list[str] = []
    rest = content
    opened = dialect.opened or ends_thinking(content, dialect)
    if opened and not rest.lstrip().startswith((opener, closer)):
        rest = opener + rest
    while (start := rest.lstrip()).startswith((opener, closer)):
        inside, closed, after = start.removeprefix(opener).partition(closer)
        if start.startswith(closer):
            inside, closed, after = "", closer, start.removeprefix(closer)
        thoughts.append(inside.strip())
        rest = after.lstrip("\r\n") if closed else ""
    return "\n\n".join(filter(None, thoughts)), rest


def ends_thinking(text: str, dialect: Thinking) -> bool:
    """Whether a closing tag on a line of its own parts the text into thinking and answer.

    A tag within a sentence or a fenced block is text, and so is one that an opening tag goes before.
    """
    opener, closer = dialect.tags
    before, closed, after = text.partition(closer)
    alone = before.rstrip(" \t").endswith("\n") and (not after or after.lstrip(" \t").startswith(("\n", "\r")))
    return bool(closed) and alone and opener not in before and before.count("```") % 2 == 0
