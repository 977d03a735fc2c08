"""Ready-made behaviours of a judge. They read the request as a model would and know nothing of the engine."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any

from ._behaviours import last_text, message_text
from ._reply import Behaviour, Reply

Said = tuple[str, str]
"""YES or NO, and the quote."""
Known = Mapping[tuple[str, str], Said] | Mapping[tuple[tuple[str, ...], str], Said]
"""(the judged reply, or all replies of a session; the question) -> what a good judge says."""

_LONG = 20
_ESSAY = (
    "Let me look at the reply with care. Some would say YES at once, others NO; a good case can be made for either. "
    "Having weighed every sentence of it, I have come to this conclusion:"
)
_OPPOSITES = '{"answer": "YES", "quote": "a first draft of mine"}\n{"answer": "NO", "quote": ""}'
# The text between an opening tag such as <reply-1f3a turn="2"> and its closing twin.
_FENCED = re.compile(r"<(reply[^\s>]*)[^>\n]*>\n(.*?)\n</\1>", re.DOTALL)


def good_judge(known: Known) -> Behaviour:
    """Says what is known about a reply and a question, and NO to everything else."""
    texts = {(_texts(judged), question): said for (judged, question), said in known.items()}

    def answer(request: Mapping[str, Any]) -> Reply:
        seen = "\n".join(message_text(message) for message in request.get("messages", ()))
        asked = last_text(request)
        # The question stands last, so the key that ends last is it; of those, the most is known about the longest.
        fitting = [
            (asked.rfind(question) + len(question), len(question), len(judged), said)
            for (judged, question), said in texts.items()
            if question in asked and all(text in seen for text in judged)
        ]
        return _verdict(*max(fitting)[-1]) if fitting else _verdict("NO", "")

    return answer


def lenient_judge(request: Mapping[str, Any]) -> Reply:
    """Says YES to everything, and quotes the first words of the last reply that it was shown."""
    shown = _FENCED.findall(last_text(request))
    first_words = shown[-1][1].split()[:8] if shown else []
    return _verdict("YES", " ".join(first_words))


def stubborn_judge(_request: Mapping[str, Any]) -> Reply:
    """Says NO to everything."""
    return _verdict("NO", "")


def hostile_judge(request: Mapping[str, Any]) -> Reply:
    """Says YES to everything, and quotes whatever is no quote: other speakers, the question, two places joined, inventions."""
    asked = last_text(request)
    lines = [line for line in asked.splitlines() if len(line) > _LONG and not line.startswith("<")]
    own = _FENCED.findall(asked)[-1][1] if _FENCED.search(asked) else asked
    inventions = (
        lines[-1] if lines else asked[-80:],
        lines[0] if lines else asked[:80],
        f"{own[:_LONG]} … {own[-_LONG:]}",
        own[:_LONG] + own[-_LONG:],
        f"It is said that {own[:_LONG]}",
        own.upper(),
    )
    return _verdict("YES", inventions[len(asked) % len(inventions)])


def verbose(judge: Behaviour) -> Behaviour:
    """Says what the judge says, at the end of an essay and in a code block."""
    return _retold(judge, lambda said: f"{_ESSAY}\n\n```json\n{said}\n```\n\nI hope that this is of help.")


def thinking_aloud(judge: Behaviour) -> Behaviour:
    """Says what the judge says after drafts of the opposite, between tags of thinking that its server left in."""
    return _retold(judge, lambda said: f"<think>\nNO. Or YES?\n{_OPPOSITES}\nLet me decide.\n</think>\n{said}")


def slow(judge: Behaviour, seconds: float = 0.02) -> Behaviour:
    """Says what the judge says, so many seconds late and with pauses of that length."""
    return lambda request: replace(judge(request), delay_s=seconds, chunk_delay_s=seconds)


def dying(judge: Behaviour, after: int = 40) -> Behaviour:
    """Says what the judge says for so many requests, and is gone."""
    asked = count()
    return lambda request: judge(request) if next(asked) < after else Reply("this model was retired", status=410)


def broken_judge(_request: Mapping[str, Any]) -> Reply:
    """Chats about the question and gives no verdict in any shape."""
    return Reply("Well, yes, I would say that it mostly does. YES and no, really; it depends on how one reads it.")


JUDGES: Mapping[str, Callable[[Behaviour], Behaviour]] = {
    "perfect": lambda judge: judge,
    "lenient": lambda _judge: lenient_judge,
    "stubborn": lambda _judge: stubborn_judge,
    "hostile": lambda _judge: hostile_judge,
    "broken": lambda _judge: broken_judge,
    "verbose": verbose,
    "thinking": thinking_aloud,
    "slow": slow,
    "dying": dying,
}
"""Kinds of judges by name, each made from one that knows the right answers."""


def _retold(judge: Behaviour, tell: Callable[[str], str]) -> Behaviour:
    def answer(request: Mapping[str, Any]) -> Reply:
        reply = judge(request)
        return replace(reply, text=tell(reply.text or ""))

    return answer


def _texts(judged: str | tuple[str, ...]) -> tuple[str, ...]:
    return (judged,) if isinstance(judged, str) else judged


def _verdict(answer: str, quote: str) -> Reply:
    return Reply(json.dumps({"answer": answer, "quote": quote}, ensure_ascii=False))
