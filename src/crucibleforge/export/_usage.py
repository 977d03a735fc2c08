"""Token counts under the names that both formats have for them."""

from __future__ import annotations

from collections.abc import Sequence

from crucibleforge.core.conversation import Usage, together

__all__ = ["usage_json"]


def usage_json(usages: Sequence[Usage]) -> dict[str, int | None] | None:
    """What several replies took together; None where a prompt's or a reply's count is not known."""
    usage = together(usages)
    if usage.prompt_tokens is None or usage.completion_tokens is None:
        return None
    return {
        "input_tokens": usage.prompt_tokens,
        "output_tokens": usage.completion_tokens,
        "total_tokens": usage.prompt_tokens + usage.completion_tokens,
        "input_tokens_cache_read": usage.cached_tokens,
        "reasoning_tokens": usage.reasoning_tokens,
    }
