"""Streams whose bytes are odd: line ends, encodings, control characters, sizes."""

from __future__ import annotations

import gzip
import json

from crucibleforge.testing._reply import Reply

from ._fault import GOOD, ScriptedFault, answered, broken, hopeless
from ._frames import DONE, delta, event, good_bytes, page, stream, told, whole

_LONG_LINE = "lamp " * 400_000
_PIECE = "blue " * 20
_MANY = 50_000
_GZIP = {"Content-Encoding": "gzip"}
_MESSAGE = whole(content=GOOD)


def _bytes(body: bytes, **headers: str) -> Reply:
    return Reply(body=(body,), headers={name.replace("_", "-"): value for name, value in headers.items()})


BYTES = (
    ScriptedFault(
        "gzip-garbage", "Content-Encoding says gzip, and it is not.", (_bytes(b"\0\1\2", **_GZIP),), broken()
    ),
    ScriptedFault(
        "gzip", "The stream is compressed, unasked.", (_bytes(gzip.compress(good_bytes()), **_GZIP),), answered()
    ),
    ScriptedFault(
        "plain-text-type",
        "The stream comes as text/plain.",
        (_bytes(good_bytes(), Content_Type="text/plain"),),
        answered(),
    ),
    ScriptedFault(
        "html-type", "The stream comes as text/html.", (_bytes(good_bytes(), Content_Type="text/html"),), answered()
    ),
    ScriptedFault("crlf", "Lines end in CR LF.", (_bytes(good_bytes().replace(b"\n", b"\r\n")),), answered()),
    ScriptedFault("cr-only", "Lines end in CR alone.", (_bytes(good_bytes().replace(b"\n", b"\r")),), answered()),
    ScriptedFault(
        "no-blank-lines", "No blank line between events.", (_bytes(good_bytes().replace(b"\n\n", b"\n")),), answered()
    ),
    ScriptedFault(
        "no-last-newline", "The last event has no newline.", (stream(*told(), DONE.strip(), done=False),), answered()
    ),
    ScriptedFault(
        "no-space", "No space after `data:`.", (_bytes(good_bytes().replace(b"data: ", b"data:")),), answered()
    ),
    ScriptedFault(
        "split-data",
        "One event's JSON spans several `data:` lines.",
        (_bytes(good_bytes().replace(b', "delta"', b',\ndata: "delta"')),),
        answered(),
    ),
    ScriptedFault(
        "bom", "A byte order mark before the first event.", (_bytes(b"\xef\xbb\xbf" + good_bytes()),), answered()
    ),
    ScriptedFault(
        "bom-before-text",
        "A byte order mark before the first word's event, with no role before it.",
        (stream(b"\xef\xbb\xbf", *told()[1:]),),
        answered(),
    ),
    ScriptedFault(
        "byte-by-byte",
        "Every byte is a network write of its own.",
        (Reply(body=tuple(bytes([byte]) for byte in good_bytes())),),
        answered(),
    ),
    ScriptedFault(
        "raw-characters",
        "Text stands in the JSON unescaped, line separators of Unicode included.",
        (
            _bytes(
                'data: {"choices": [{"delta": {"content": "é\u2028ü\u0085"}, "finish_reason": "stop"}]}\n\n'.encode()
            ),
        ),
        answered("é\u2028ü\u0085"),
    ),
    ScriptedFault(
        "raw-control-characters",
        "Tabs and NUL stand in the JSON unescaped.",
        (_bytes(b'data: {"choices": [{"delta": {"content": "a\tb\x00c"}, "finish_reason": "stop"}]}\n\n'),),
        answered("a\tb\0c"),
    ),
    ScriptedFault("nul", "NUL in the text.", (stream(*told("a\0", "b")),), answered("a\0b")),
    ScriptedFault(
        "lone-surrogate", "Half a surrogate pair in the text.", (stream(*told("a\ud83d", "b")),), answered("a\ufffdb")
    ),
    ScriptedFault(
        "split-surrogates",
        "The halves of a surrogate pair come in two chunks.",
        (stream(*told("a\ud83d", "\udca1b")),),
        answered("a💡b"),
    ),
    ScriptedFault(
        "bad-utf-8",
        "A byte that is no UTF-8 within the text.",
        (_bytes(b'data: {"choices": [{"delta": {"content": "caf\xe9."}, "finish_reason": "stop"}]}\n\n'),),
        answered("caf\ufffd."),
    ),
    ScriptedFault(
        "five-megabytes",
        "A reply of five megabytes in fifty thousand chunks.",
        (lambda _request: _bytes(event(delta(content=_PIECE)) * _MANY + event(delta("stop"))),),
        answered(_PIECE * _MANY),
    ),
    ScriptedFault(
        "page-forever",
        "Bytes without a line end, as fast as they go, for ever.",
        (Reply(body=(b"x" * 65_536,) * 100_000),),
        hopeless("transport", "MB came"),
    ),
    ScriptedFault(
        "lines-forever",
        "One event of `data:` lines that never ends.",
        (Reply(body=(b"data: x\n" * 8_192,) * 100_000),),
        broken("not JSON"),
    ),
    ScriptedFault(
        "long-line", "One event of two megabytes.", (lambda _request: stream(*told(_LONG_LINE)),), answered(_LONG_LINE)
    ),
    ScriptedFault(
        "not-streamed", "One JSON answer, though a stream was asked for.", (page(json.dumps(_MESSAGE)),), answered()
    ),
    ScriptedFault(
        "not-streamed-bom",
        "One JSON answer over many lines, behind a byte order mark.",
        (page("\ufeff" + json.dumps(_MESSAGE, indent=1)),),
        answered(),
    ),
    ScriptedFault(
        "json-lines",
        "Chunks as lines of JSON, without `data:`.",
        (page("".join(json.dumps(chunk) + "\n" for chunk in told()), kind="application/x-ndjson"),),
        answered(),
    ),
    ScriptedFault(
        "broken-chunk",
        "An event in the middle is no JSON.",
        (stream(*told()[:2], b'data: {"choices": [{"del\n\n', *told()[2:]),),
        broken("not JSON"),
    ),
    ScriptedFault("done-missing", "No `[DONE]` after the finish reason.", (stream(*told(), done=False),), answered()),
    ScriptedFault(
        "text-after-done",
        "A further piece of text, and one that is no JSON, behind `[DONE]`.",
        (stream(*told(), DONE, delta(content=" Or red."), b"data: bye\n\n", done=False),),
        answered(),
    ),
)
