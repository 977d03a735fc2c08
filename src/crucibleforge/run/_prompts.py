"""What each request of a case adds in words, as far as that is known before anything is asked."""

from __future__ import annotations

from crucibleforge.core.case import Case, ExpectStep, SessionContent, ToolsContent, UserStep

from ._scripts import script_for, tools_for

CHARS_PER_TOKEN = 3.5
"""Of prompts that are half code."""


def request_words(case: Case) -> tuple[str, ...]:
    """The words of each request that were in none before it; one entry for each reply that the case waits for."""
    first = "".join(
        [
            *(message.content for message in script_for(case).next_messages(()) or ()),
            *(str(tool) for tool in tools_for(case)),
        ]
    )
    match case.content:
        case SessionContent(turns=turns):
            return (first, *turns[1:])
        case ToolsContent(steps=steps):
            later = [step.text for step in steps if isinstance(step, UserStep)][1:]
            replies = sum(isinstance(step, ExpectStep) for step in steps)
            return (first, *later, *("" for _ in range(replies)))[: max(replies, 1 + len(later))]
        case _:
            return (first,)
