"""What shows in every reply, whatever was asked: who served it, where its thinking is, what was refused."""

from __future__ import annotations

import re
from collections.abc import Sequence

from crucibleforge.ask._outcome import is_same_model
from crucibleforge.ask._spec import ModelSpec
from crucibleforge.core.conversation import Outcome, Turn
from crucibleforge.core.setup import SetupCheck

from ._found import could_not_run, failed, passed
from ._received import served_as, thinking_field

SERVED = "served model"
THINKING = "thinking"
PARAMETERS = "parameters"

_LEAK = re.compile(r"</?(think|thinking|thought|reasoning)>|\[/?THINK\]|<\|channel\|>", re.I)
_REFUSED = re.compile(r"was refused|\(refused\)")


def check_served(spec: ModelSpec, turns: Sequence[Turn]) -> SetupCheck:
    """The model that answers is the one that was asked."""
    names = {name for turn in turns if (name := served_as(turn))}
    others = sorted(name for name in names if not is_same_model(spec.served_id, name))
    if not names:
        words = "no reply names the model that wrote it"
        return could_not_run(SERVED, words) if spec.base == "hosted" else failed(SERVED, words)
    known = {"served as": ", ".join(sorted(names))}
    if not others:
        return passed(SERVED, f"{spec.served_id!r} answers", known)
    words = f"asked for {spec.served_id!r}, answered by {', '.join(map(repr, others))}"
    if spec.base == "hosted":
        return passed(SERVED, f"{words}; providers rename models as a habit", known)
    return failed(SERVED, words, known)


def check_thinking(turns: Sequence[Turn]) -> SetupCheck:
    """Thinking is told apart from answers."""
    if leak := next((found[0] for turn in turns if (found := _LEAK.search(turn.text))), ""):
        return failed(THINKING, f"{leak} stands in an answer: describe the tags under `thinking` in models.yaml")
    stopped = [turn for turn in turns if turn.finish != "length" and not turn.tool_calls]
    if len(stopped) > 1 and all(turn.outcome is Outcome.ONLY_THINKING for turn in stopped):
        return failed(THINKING, "every answer arrives where thinking should be, and none where the answer should")
    thoughts = [turn for turn in turns if turn.thinking]
    if not thoughts:
        return passed(THINKING, "none seen in these short replies", {"thinking": "none seen"})
    field = next(filter(None, map(thinking_field, thoughts)), "")
    where = f"in the field {field}" if field else "in tags before the answer"
    return passed(THINKING, f"it comes {where}", {"thinking": where})


def check_parameters(turns: Sequence[Turn]) -> SetupCheck:
    """What the endpoint would not take, and the client left out from then on."""
    refused = sorted({note for turn in turns for note in turn.note.split("; ") if _REFUSED.search(note)})
    if not refused:
        return passed(PARAMETERS, "all are taken")
    return passed(PARAMETERS, "; ".join(refused), {"refused": "; ".join(refused)})
