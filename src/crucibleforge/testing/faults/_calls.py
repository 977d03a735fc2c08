"""Tool calls in every shape that servers give them."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from crucibleforge.core.conversation import Outcome

from ._fault import Called, Expected, ScriptedFault, answered
from ._frames import Chunk, delta, page, stream, told, whole

_OSLO: Called = ("get_time", {"city": "Oslo"})
_LIMA: Called = ("get_time", {"city": "Lima"})
_SAVE: Called = ("save", {"record": {"lamp": "blue"}})
_LABEL: Called = ("save", {"label": '{"lamp": "blue"}'})
_HERMES = '<tool_call>\n{"name": "get_time", "arguments": {"city": "Oslo"}}\n</tool_call>'
_BLOCK = '```json\n{"name": "get_time", "arguments": {"city": "Oslo"}}\n```'


def _call(called: tuple[str, object], **fields: Any) -> dict[str, Any]:
    name, arguments = called
    return {"type": "function", "function": {"name": name, "arguments": json.dumps(arguments)}, **fields}


def _piece(index: int | None, arguments: str, name: str = "", **fields: Any) -> Chunk:
    function = {"name": name, "arguments": arguments} if name else {"arguments": arguments}
    numbered = {} if index is None else {"index": index}
    return delta(tool_calls=[{**numbered, "function": function, **fields}])


def _calling(*calls: Mapping[str, Any], finish: str = "tool_calls") -> Chunk:
    return delta(finish, content=None, tool_calls=list(calls))


def _made(*calls: Called, text: str = "", **beside: Any) -> Expected:
    return answered(text, calls=calls, **beside)


CALLS = (
    ScriptedFault(
        "calls-interleaved",
        "Two calls as deltas that take turns.",
        (
            stream(
                _piece(0, "", "get_time", id="a"),
                _piece(1, "", "get_time", id="b"),
                _piece(0, '{"city":'),
                _piece(1, '{"city": "Li'),
                _piece(0, ' "Oslo"}'),
                _piece(1, 'ma"}'),
                delta("tool_calls"),
            ),
        ),
        _made(_OSLO, _LIMA),
    ),
    ScriptedFault(
        "calls-whole",
        "Two calls as whole objects in one chunk.",
        (stream(_calling(_call(_OSLO, index=0, id="a"), _call(_LIMA, index=1, id="b"))),),
        _made(_OSLO, _LIMA),
    ),
    ScriptedFault(
        "calls-one-index",
        "Two calls under the same index.",
        (stream(_calling(_call(_OSLO, index=0, id="a")), _calling(_call(_LIMA, index=0, id="b"))),),
        _made(_OSLO, _LIMA),
    ),
    ScriptedFault(
        "calls-one-id",
        "Two calls with the same index and the same id.",
        (stream(_calling(_call(_OSLO, index=0, id="a")), _calling(_call(_LIMA, index=0, id="a"))),),
        _made(_OSLO, _LIMA),
    ),
    ScriptedFault(
        "calls-no-ids",
        "Two calls without ids.",
        (stream(_calling(_call(_OSLO, index=0), _call(_LIMA, index=1, id=""))),),
        _made(_OSLO, _LIMA),
    ),
    ScriptedFault(
        "calls-by-id-only",
        "Deltas that take turns and say by their id alone which call they belong to.",
        (
            stream(
                _piece(None, '{"city":', "get_time", id="a"),
                _piece(None, '{"city":', "get_time", id="b"),
                _piece(None, ' "Oslo"}', id="a"),
                _piece(None, ' "Lima"}', id="b"),
                delta("tool_calls"),
            ),
        ),
        _made(_OSLO, _LIMA),
    ),
    ScriptedFault(
        "calls-repeated",
        "The last chunk repeats the whole call that the deltas brought.",
        (
            stream(
                _piece(0, '{"city": ', "get_time", id="a"),
                _piece(0, '"Oslo"}'),
                _calling(_call(_OSLO, index=0, id="a")),
            ),
        ),
        _made(_OSLO),
    ),
    ScriptedFault(
        "calls-name-in-each",
        "Every delta repeats id and name.",
        (
            stream(
                _piece(0, '{"city": ', "get_time", id="a"),
                _piece(0, '"Oslo"}', "get_time", id="a"),
                delta("tool_calls"),
            ),
        ),
        _made(_OSLO),
    ),
    ScriptedFault(
        "calls-as-object",
        "`tool_calls` is one object, without a list.",
        (stream(delta("stop", tool_calls=_call(_OSLO, id="a"))),),
        _made(_OSLO),
    ),
    ScriptedFault(
        "calls-not-streamed",
        "A call in an answer that is not streamed, without index.",
        (page(json.dumps(whole("tool_calls", content=None, tool_calls=[_call(_OSLO)]))),),
        _made(_OSLO),
    ),
    ScriptedFault(
        "calls-old-field",
        "The call stands in `function_call`, as in older APIs.",
        (
            stream(
                delta(function_call={"name": "get_time", "arguments": ""}),
                delta("function_call", function_call={"arguments": '{"city": "Oslo"}'}),
            ),
        ),
        _made(_OSLO),
    ),
    ScriptedFault(
        "calls-stop",
        "A call, and the finish reason is `stop`.",
        (stream(_calling(_call(_OSLO, index=0, id="a"), finish="stop")),),
        _made(_OSLO),
    ),
    ScriptedFault(
        "calls-beside-text",
        "A call beside text.",
        (stream(*told("Let me look.")[:-1], _calling(_call(_OSLO, index=0, id="a"))),),
        _made(_OSLO, text="Let me look."),
    ),
    ScriptedFault(
        "arguments-object",
        "Arguments are an object instead of text.",
        (stream(_calling({"id": "", "function": {"name": "get_time", "arguments": {"city": "Oslo"}}})),),
        _made(_OSLO),
    ),
    ScriptedFault(
        "arguments-twice",
        "Arguments are encoded twice.",
        (stream(_calling(_call(("get_time", json.dumps(_OSLO[1])), index=0, id="a"))),),
        _made(_OSLO),
    ),
    ScriptedFault(
        "argument-twice",
        "An argument that is to be an object is encoded twice.",
        (stream(_calling(_call(("save", {"record": json.dumps(_SAVE[1]["record"])}), index=0, id="a"))),),
        _made(_SAVE),
    ),
    ScriptedFault(
        "argument-text",
        "JSON in an argument that is to be text stays text.",
        (stream(_calling(_call(_LABEL, index=0, id="a"))),),
        _made(_LABEL),
    ),
    ScriptedFault(
        "arguments-empty",
        "The arguments are an empty text.",
        (stream(_calling({"index": 0, "id": "a", "function": {"name": "save", "arguments": ""}})),),
        _made(("save", {})),
    ),
    ScriptedFault(
        "name-tokens",
        "Control tokens of the template hang on the tool's name.",
        (stream(_calling(_call(("get_time<|channel|>commentary", _OSLO[1]), index=0, id="a"))),),
        _made(_OSLO),
    ),
    ScriptedFault(
        "printed-tags", "The call is printed as text in tags.", (stream(*told(_HERMES)),), _made(_OSLO, text=_HERMES)
    ),
    ScriptedFault(
        "printed-block",
        "The call is printed as text in a JSON block.",
        (stream(*told(_BLOCK)),),
        _made(_OSLO, text=_BLOCK),
    ),
    ScriptedFault(
        "call-cut",
        "The token limit is reached within a call's arguments.",
        (stream(_piece(0, '{"city": "Os', "get_time", id="a"), delta("length")),),
        Expected(Outcome.CUT_OFF, note="token limit"),
    ),
)
