"""A reply in the words of the OpenAI chat API: one JSON body, or server-sent events."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from crucibleforge.core.conversation import ToolCall, Usage

from ._reply import Reply

COMPLETION_ID = "chatcmpl-scripted"


def completion(reply: Reply, model: str, usage: Usage) -> dict[str, Any]:
    """The body of a reply that is not streamed."""
    message: dict[str, Any] = {"role": "assistant", "content": reply.text}
    if reply.thinking:
        message[reply.thinking_field] = reply.thinking
    if reply.tool_calls:
        message["tool_calls"] = [_whole_call(call) for call in reply.tool_calls]
    choice = {"index": 0, "message": message, "finish_reason": None if reply.faults.no_finish else finish_of(reply)}
    body = {"id": COMPLETION_ID, "object": "chat.completion", "created": 0, "model": model, "choices": [choice]}
    return body if reply.faults.no_usage else {**body, "usage": usage_json(usage)}


def events(reply: Reply, model: str, usage: Usage | None) -> Iterator[bytes]:
    """The server-sent events of a streamed reply, one network write each."""
    for _ in range(reply.faults.keep_alive):
        yield b": keep-alive\n\n"
    for delta in _deltas(reply):
        yield _event(_chunk(model, [{"index": 0, "delta": delta, "finish_reason": None}]))
    if reply.faults.error is not None:
        yield _event({"error": reply.faults.error})
        return
    if not reply.faults.no_finish:
        yield _event(_chunk(model, [{"index": 0, "delta": {}, "finish_reason": finish_of(reply)}]))
    if usage is not None and not reply.faults.no_usage:
        yield _event({**_chunk(model, []), "usage": usage_json(usage)})
    if not reply.faults.no_done:
        yield b"data: [DONE]\n\n"


def finish_of(reply: Reply) -> str:
    """The finish reason that the reply names, or the one that fits it."""
    return reply.finish or ("tool_calls" if reply.tool_calls else "stop")


def error_body(message: str, status: int) -> dict[str, Any]:
    """An error in the shape that llama.cpp, vLLM and OpenAI share."""
    return {"error": {"message": message, "type": "scripted_error", "code": status}}


def usage_json(usage: Usage) -> dict[str, Any]:
    """Usage with its details, leaving out what is None."""
    prompt, completed = usage.prompt_tokens or 0, usage.completion_tokens or 0
    found: dict[str, Any] = {
        "prompt_tokens": prompt,
        "completion_tokens": completed,
        "total_tokens": prompt + completed,
    }
    if usage.cached_tokens is not None:
        found["prompt_tokens_details"] = {"cached_tokens": usage.cached_tokens}
    if usage.reasoning_tokens is not None:
        found["completion_tokens_details"] = {"reasoning_tokens": usage.reasoning_tokens}
    return found


def _deltas(reply: Reply) -> Iterator[dict[str, Any]]:
    yield {"role": "assistant", "content": None}
    for piece in _pieces(reply.thinking, reply.chunk_chars):
        yield {reply.thinking_field: piece}
    for piece in _pieces(reply.text or "", reply.chunk_chars):
        yield {"content": piece}
    for index, call in enumerate(reply.tool_calls):
        yield {"tool_calls": [{"index": index, **_whole_call(ToolCall(call.name, "", _id(call, index)))}]}
        for piece in _pieces(call.arguments, reply.chunk_chars):
            yield {"tool_calls": [{"index": index, "function": {"arguments": piece}}]}


def _whole_call(call: ToolCall) -> dict[str, Any]:
    return {
        "id": call.id or f"call_{call.name}",
        "type": "function",
        "function": {"name": call.name, "arguments": call.arguments},
    }


def _id(call: ToolCall, index: int) -> str:
    return call.id or f"call_{call.name}_{index}"


def _pieces(text: str, size: int) -> Iterator[str]:
    for start in range(0, len(text), size):
        yield text[start : start + size]


def _chunk(model: str, choices: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "id": COMPLETION_ID,
        "object": "chat.completion.chunk",
        "created": 0,
        "model": model,
        "choices": choices,
    }


def _event(data: Mapping[str, Any]) -> bytes:
    return f"data: {json.dumps(data, ensure_ascii=False)}\n\n".encode()
