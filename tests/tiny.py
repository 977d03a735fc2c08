"""A model and a judge that know the tiny suite by heart."""

from __future__ import annotations

from pathlib import Path

from crucibleforge.core.case import SessionContent
from crucibleforge.core.conversation import ToolCall
from crucibleforge.suite import load_suite
from crucibleforge.testing import Behaviour, Reply, attentive, by_prompt, good_judge
from crucibleforge.workshop import known_verdicts

ROOT = Path(__file__).parent / "data" / "tiny"

REFERENCE = """```python
def winner(votes):
    if not votes:
        raise ValueError("no votes")
    counts = {}
    for name in votes:
        counts[name] = counts.get(name, 0) + 1
    return min(counts, key=lambda name: (-counts[name], name))
```"""


def perfect_model() -> Behaviour:
    """Passes the set-up check, earns every point that needs no judge, and what the good exemplars earn."""
    good = {
        case.id: case.content.exemplars[0].replies
        for case in load_suite(ROOT).cases.values()
        if isinstance(case.content, SessionContent)
    }
    return attentive(
        by_prompt(
            {
                "Write `winner(votes)`": REFERENCE,
                "What does this program print?": "```\n[2, 2, 2]\n-4 1\n   x\n x\n```",
                "This program keeps books": "LINE 4:         self.books = list(books)\nLINE 8:         if used + width > self.width:",
                "Where is parcel P-31?": _track("P-31"),
                "Marlow depot": "Your parcel is held at the Marlow depot.",
                "And P-32, please": _track("P-32"),
                '"delivered"': "It has been delivered.",
                "What does a crossing cost?": good["RP1"][0],
                "A storm is coming.": good["RP1"][1],
                "Write a letter": good["CW1"][0],
            }
        )
    )


def _track(number: str) -> Reply:
    return Reply("", tool_calls=(ToolCall("track_parcel", f'{{"number": "{number}"}}', "c1"),))


def perfect_judge(root: Path | None = ROOT) -> Behaviour:
    """Knows the exemplars and the canaries, and says NO to everything else; of the packaged suite where `root` is None."""
    return good_judge(known_verdicts(load_suite(root)))
