"""Connections that break, stall or never end."""

from __future__ import annotations

from crucibleforge.testing._reply import Faults, Reply

from ._fault import ScriptedFault, answered, broken, hopeless, silent
from ._frames import DONE, cut, delta, event, good_bytes, stalled, stream, told

_FOR_EVER = 100_000
"""Writes, 20 ms apart: half an hour."""
_HALF_CHARACTER = event(delta(content="caf\u00e9")).replace(b"\\u00e9", "é".encode())
_HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"

CONNECTIONS = (
    ScriptedFault(
        "reset", "The connection is reset before a status line.", (Reply(faults=Faults(cut_after=0)),), broken()
    ),
    ScriptedFault("closed", "The connection is closed in good order, without one byte.", (Reply(wire=()),), broken()),
    ScriptedFault(
        "no-http",
        "Another service listens at the port and greets in its own protocol.",
        (Reply(wire=(b"220 mail.example ready\r\n",)),),
        broken(),
    ),
    ScriptedFault(
        "never-a-byte",
        "The connection stays open, and no byte ever comes.",
        (Reply(delay_s=3600.0),),
        silent(),
        stalls=True,
    ),
    ScriptedFault("headers-only", "A 200 with its headers, then nothing.", (stalled(),), silent(), stalls=True),
    ScriptedFault(
        "keep-alive-forever",
        "Comments keep the connection busy and no event ever comes.",
        (Reply(body=(b": keep-alive\n\n",) * _FOR_EVER, chunk_delay_s=0.02),),
        silent(),
        stalls=True,
    ),
    ScriptedFault(
        "empty-chunks-forever",
        "Events keep the connection busy, and none of them holds a choice.",
        (stream(*(event({"choices": []}),) * _FOR_EVER, chunk_delay_s=0.02),),
        silent(),
        stalls=True,
    ),
    ScriptedFault(
        "text-forever",
        "Words keep coming beyond any limit.",
        (stream(*(event(delta(content="blue ")),) * _FOR_EVER, chunk_delay_s=0.02),),
        broken("no complete reply within", requests=1),
        stalls=True,
    ),
    ScriptedFault("stall", "Half of the text, then nothing more.", (stalled(*told()[:2]),), silent(), stalls=True),
    ScriptedFault(
        "slow-bytes",
        "Every byte is a network write of its own, with a pause before it.",
        (Reply(body=tuple(bytes([byte]) for byte in good_bytes()), chunk_delay_s=0.001),),
        answered(),
    ),
    ScriptedFault(
        "cut-in-frame",
        "The connection breaks in the middle of an event.",
        (cut(*told()[:2], event(delta(content="is blue."))[:30]),),
        broken(),
    ),
    ScriptedFault(
        "cut-in-character",
        "The connection breaks between the two bytes of a character.",
        (cut(*told()[:2], _HALF_CHARACTER[: _HALF_CHARACTER.index("é".encode()) + 1]),),
        broken(),
    ),
    ScriptedFault("cut-before-finish", "The connection breaks after the last word.", (cut(*told()[:-1]),), broken()),
    ScriptedFault("cut-after-finish", "The connection breaks after the finish reason.", (cut(*told()),), answered()),
    ScriptedFault(
        "short-body",
        "Content-Length promises more than comes before the connection is closed.",
        (Reply(wire=(_HEAD + b"Content-Length: 9999\r\n\r\n", *map(event, told()[:-1]))),),
        broken(),
    ),
    ScriptedFault(
        "broken-chunk-size",
        "The transfer encoding is chunked, and the second chunk's size is no number.",
        (Reply(wire=(_HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n: hi\n\r\nsize\r\n",)),),
        broken(),
    ),
    ScriptedFault(
        "odd-status-line",
        "The words of the status line are no text, and say nothing that the status does not.",
        (Reply(wire=(b"HTTP/1.1 200 \xbb\x9a\r\n\r\n", good_bytes())),),
        answered(),
    ),
    ScriptedFault(
        "early-hints",
        "Two provisional answers come before the real one.",
        (
            Reply(
                wire=(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\n\r\n", _HEAD + b"\r\n", good_bytes())
            ),
        ),
        answered(),
    ),
    ScriptedFault(
        "http-1.0",
        "HTTP/1.0 without a length: the end of the connection is the end of the reply.",
        (Reply(wire=(b"HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", good_bytes())),),
        answered(),
    ),
    ScriptedFault(
        "open-after-done", "The connection stays open after `[DONE]`.", (stalled(*told(), DONE),), answered()
    ),
    ScriptedFault(
        "open-after-finish",
        "The connection stays open after the finish reason, and `[DONE]` never comes.",
        (stalled(*told()),),
        answered(),
        stalls=True,
    ),
    ScriptedFault(
        "busy-after-done",
        "Empty chunks keep coming after `[DONE]`.",
        (stream(*told(), DONE, *(event({"choices": []}),) * _FOR_EVER, chunk_delay_s=0.02),),
        answered(),
    ),
    ScriptedFault(
        "redirect",
        "A 307 points to another host, which would then get the question and its key.",
        (Reply(status=307, headers={"Location": "http://192.0.2.1/v1/chat/completions"}, body=""),),
        hopeless("bad request", "redirect"),
    ),
    ScriptedFault(
        "redirect-to-login",
        "A 302 points to a page for people.",
        (Reply(status=302, headers={"Location": "/login"}, body="<a href='/login'>Found</a>"),),
        hopeless("bad request", "redirect"),
    ),
)
