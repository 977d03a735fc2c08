"""Errors and pages that come where a reply should: behind a 200, in the stream, or with a status of their own."""

from __future__ import annotations

import json

from crucibleforge.core.conversation import Outcome
from crucibleforge.testing._reply import Reply

from ._fault import Expected, ScriptedFault, answered, broken, hopeless, malformed
from ._frames import delta, error, event, page, stalled, stream, told

_PAGE = "<html><body><h1>Bad Gateway</h1></body></html>"
_LOST = {"error": {"message": "the slot was lost", "code": 500}}
_BUSY = Expected(Outcome.NOT_ASKED, reason="rate limit", later=True, requests=9)
_UNREADABLE = "Failed to parse tool call arguments as JSON"
_FLAGGED = "The input was flagged by moderation"

ERRORS = (
    ScriptedFault("html-200", "A page for people, with 200.", (page(_PAGE, kind="text/html"),), broken("not JSON")),
    ScriptedFault("html-502", "A page for people, with 502.", (page(_PAGE, status=502, kind="text/html"),), broken()),
    ScriptedFault(
        "html-as-stream", "A page for people, as an event stream.", (page(_PAGE, kind="text/event-stream"),), broken()
    ),
    ScriptedFault("words-200", "A line of plain words, with 200.", (page("no healthy upstream"),), broken("not JSON")),
    ScriptedFault("nothing-200", "A 200 with an empty body.", (page(""),), broken("nothing at all")),
    ScriptedFault("no-content", "A 204.", (Reply(status=204, body=()),), broken("nothing at all")),
    ScriptedFault(
        "error-200", "An error object, with 200.", (error("out of memory", code=500),), broken("out of memory")
    ),
    ScriptedFault("busy-200", "An error object with code 429, with 200.", (error("busy", code=429),), _BUSY),
    ScriptedFault(
        "detail-200",
        "JSON that is neither answer nor error object, with 200.",
        (page('{"detail": "the model is not loaded"}'),),
        broken("the model is not loaded"),
    ),
    ScriptedFault(
        "error-in-list",
        "A list around the error object, with 400.",
        (page(json.dumps([{"error": {"message": "too much", "code": "context_length_exceeded"}}]), status=400),),
        hopeless("window", "too much"),
    ),
    ScriptedFault(
        "error-event",
        "An error event is all that the stream holds.",
        (stream(_LOST, done=False),),
        broken("slot was lost"),
    ),
    ScriptedFault(
        "error-after-text",
        "An error event after some text.",
        (stream(*told()[:2], _LOST, done=False),),
        broken("slot was lost"),
    ),
    ScriptedFault(
        "error-then-open",
        "An error event after some text, and the connection stays open.",
        (stalled(*told()[:2], _LOST),),
        broken("slot was lost"),
    ),
    ScriptedFault(
        "error-after-finish",
        "An error event after the finish reason.",
        (stream(*told(), _LOST),),
        broken("slot was lost"),
    ),
    ScriptedFault(
        "error-in-choice",
        "The error stands in the choice, with a finish reason `stop`.",
        (stream(told()[1], {"choices": [{"delta": {}, "finish_reason": "stop", **_LOST}]}),),
        broken("slot was lost"),
    ),
    ScriptedFault(
        "error-by-event-name",
        "The event is named `error` and its data has no error object; a finish follows.",
        (stream(told()[1], b"event: error\n", {"message": "overloaded", "code": 503}, delta("stop")),),
        broken("overloaded"),
    ),
    ScriptedFault(
        "error-by-object-name",
        "A chunk is of the kind `error`, with the words beside it; a finish follows.",
        (stream(told()[1], {"object": "error", "message": "the engine died", "code": 500}, delta("stop")),),
        broken("the engine died"),
    ),
    ScriptedFault(
        "endless-words",
        "An error whose message has a megabyte.",
        (lambda _request: error("slot lost " * 100_000, status=400),),
        hopeless("bad request", "slot lost slot lost"),
    ),
    ScriptedFault(
        "json-bomb",
        "An error body of a hundred thousand opening brackets.",
        (page("[" * 100_000, status=500),),
        broken("[[["),
    ),
    ScriptedFault(
        "error-as-text", "The error is a bare string.", (stream(told()[1], {"error": "lost"}),), broken("lost")
    ),
    ScriptedFault(
        "busy-event",
        "A rate limit as an error event after some text.",
        (stream(*told()[:2], {"error": {"message": "slow down", "type": "rate_limit_error"}}, done=False),),
        _BUSY,
    ),
    ScriptedFault(
        "window-event",
        "The context turns out too small in the middle of the stream.",
        (stream(*told()[:2], {"error": {"message": "full", "code": "context_length_exceeded"}}, done=False),),
        hopeless("window", "full"),
    ),
    ScriptedFault(
        "null-error",
        "Every chunk carries `error: null`.",
        (stream(*({**chunk, "error": None} for chunk in told())),),
        answered(),
    ),
    ScriptedFault(
        "unreadable-call-500",
        "A 500: the server cannot read the model's call.",
        (error(_UNREADABLE, status=500),),
        malformed(_UNREADABLE),
    ),
    ScriptedFault(
        "unreadable-call-event",
        "An error event: the server cannot read the model's call.",
        (stream(*told()[:2], {"error": {"message": _UNREADABLE, "code": 500}}, done=False),),
        malformed(_UNREADABLE),
    ),
    ScriptedFault(
        "unreadable-call-400",
        "A 400 with the code for a failed call.",
        (error("call failed", status=400, code="tool_use_failed"),),
        malformed("call failed"),
    ),
    ScriptedFault(
        "filter-400",
        "A 400: the content filter stopped the question.",
        (error("blocked", status=400, code="content_filter"),),
        hopeless("filter", "blocked"),
    ),
    ScriptedFault(
        "filter-403",
        "A 403 without a code: the question was flagged.",
        (error(_FLAGGED, status=403, code=403),),
        hopeless("filter", _FLAGGED),
    ),
    ScriptedFault(
        "named-events",
        "Every event has a name, an id and a retry time.",
        (stream(*(b"event: message\nid: 1\nretry: 10\n" + event(chunk) for chunk in told())),),
        answered(),
    ),
)
