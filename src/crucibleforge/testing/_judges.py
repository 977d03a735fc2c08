"""Ready-made behaviours of a judge. They read the request as a model would and know nothing of the engine."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from ._behaviours import last_text, message_text
from ._reply import Behaviour, Reply

Said = tuple[str, str]
"""YES or NO, and the quote."""
Known = Mapping[tuple[str, str], Said] | Mapping[tuple[tuple[str, ...], str], Said]
"""(the judged reply, or all replies of a session; the question) -> what a good judge says."""

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


def broken_judge(_request: Mapping[str, Any]) -> Reply:
    """Chats about the question and gives no verdict in any shape."""
    return Reply("Well, yes, I would say that it mostly does. YES and no, really; it depends on how one reads it.")


def _texts(judged: str | tuple[str, ...]) -> tuple[str, ...]:
    return (judged,) if isinstance(judged, str) else judged


def _verdict(answer: str, quote: str) -> Reply:
    return Reply(json.dumps({"answer": answer, "quote": quote}, ensure_ascii=False))
