"""How a reply ends: every provider has words of its own, and some have none."""

from __future__ import annotations

from crucibleforge.core.conversation import Outcome
from crucibleforge.testing._reply import Reply

from ._fault import REFUSAL, Expected, ScriptedFault, answered, broken, empty, hopeless, malformed
from ._frames import Chunk, delta, stream, told


def _ended(finish: str | None, *said: Chunk) -> Reply:
    return stream(*(said or told()[:-1]), delta(finish))


FINISHES = (
    ScriptedFault(
        "finish-missing",
        "`[DONE]` without a finish reason.",
        (stream(*told()[:-1]),),
        broken("without a finish reason"),
    ),
    ScriptedFault(
        "end-missing",
        "The stream ends in good order, with neither finish reason nor `[DONE]`.",
        (stream(*told()[:-1], done=False),),
        broken("without a finish reason"),
    ),
    ScriptedFault("finish-unknown", "A finish reason of the server's own: `eos`.", (_ended("eos"),), answered()),
    ScriptedFault("finish-loud", "The finish reason in capitals.", (_ended("STOP"),), answered()),
    ScriptedFault("finish-twice", "The finish reason comes twice.", (stream(*told(), delta("stop")),), answered()),
    ScriptedFault(
        "finish-length",
        "The token limit was reached within the text.",
        (_ended("length"),),
        answered(note="cut off at the token limit"),
    ),
    ScriptedFault(
        "finish-window",
        "The context was full within the text.",
        (_ended("model_context_window_exceeded"),),
        answered(note="cut off"),
    ),
    ScriptedFault(
        "finish-length-empty",
        "The token limit was reached before any text.",
        (_ended("length", delta(content="")),),
        Expected(Outcome.CUT_OFF, note="token limit"),
    ),
    ScriptedFault(
        "finish-filter",
        "The provider's filter ended the reply within the text.",
        (_ended("content_filter"),),
        hopeless("filter"),
    ),
    ScriptedFault(
        "finish-sensitive", "The same, in another provider's word.", (_ended("sensitive"),), hopeless("filter")
    ),
    ScriptedFault(
        "finish-error",
        "The server ended the reply with `error`, after some text.",
        (_ended("error"),),
        broken("ended the reply"),
    ),
    ScriptedFault(
        "finish-abort", "The server gave up within the text: `abort`.", (_ended("abort"),), broken("ended the reply")
    ),
    ScriptedFault(
        "finish-resources",
        "The server ran out of resources within the text.",
        (_ended("insufficient_system_resource"),),
        broken("ended the reply"),
    ),
    ScriptedFault(
        "finish-refusal",
        "The finish reason says that the model refused.",
        (_ended("refusal", delta(content=REFUSAL)),),
        Expected(Outcome.REFUSED, REFUSAL, note="refusal"),
    ),
    ScriptedFault(
        "finish-malformed",
        "The finish reason says that the call was malformed.",
        (_ended("MALFORMED_FUNCTION_CALL", delta(content="")),),
        malformed("MALFORMED_FUNCTION_CALL"),
    ),
    ScriptedFault(
        "finish-calls-without-calls",
        "`tool_calls`, and there are none.",
        (_ended("tool_calls", delta(content="")),),
        empty(),
    ),
)
