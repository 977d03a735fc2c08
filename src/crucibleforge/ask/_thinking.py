"""Thinking that arrives inside the content, told apart from the answer."""

from __future__ import annotations

from ._spec import Thinking


def split_thinking(content: str, dialect: Thinking) -> tuple[str, str]:
    """Thinking and answer of a content.

    Tags count only at the very start: further on they are text, for instance in a program that prints them.
    A block that never closes is thinking to its end; a closing tag at the start that closes nothing is dropped.
    """
    opener, closer = dialect.tags
    thoughts: list[str] = []
    rest = content
    if dialect.opened and not rest.lstrip().startswith(opener):
        rest = opener + rest
    while (start := rest.lstrip()).startswith((opener, closer)):
        inside, closed, after = start.removeprefix(opener).partition(closer)
        if start.startswith(closer):
            inside, closed, after = "", closer, start.removeprefix(closer)
        thoughts.append(inside.strip())
        rest = after.lstrip("\r\n") if closed else ""
    return "\n\n".join(filter(None, thoughts)), rest
