"""What a finish reason means. Every provider has words of its own."""

from __future__ import annotations

from typing import Literal

Ending = Literal["missing", "whole", "cut", "filter", "refused", "malformed", "broken"]

_WORDS: dict[Ending, frozenset[str]] = {
    "cut": frozenset(
        {"length", "max_tokens", "max_output_tokens", "model_length", "token_limit", "model_context_window_exceeded"}
    ),
    "filter": frozenset(
        {
            "content_filter",
            "safety",
            "prohibited_content",
            "sensitive",
            "blocklist",
            "recitation",
            "spii",
            "error_toxic",
        }
    ),
    "refused": frozenset({"refusal"}),
    "broken": frozenset(
        {
            "error",
            "abort",
            "aborted",
            "cancelled",
            "canceled",
            "failed",
            "timeout",
            "network_error",
            "insufficient_system_resource",
        }
    ),
}


def ending(finish: str) -> Ending:
    """How a reply with this finish reason ended; an unknown one stands for a reply that is whole."""
    word = finish.lower()
    if not word:
        return "missing"
    if "malformed" in word:
        return "malformed"
    return next((end for end, words in _WORDS.items() if word in words), "whole")
