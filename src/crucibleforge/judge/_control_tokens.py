"""Words that steer a chat template, made harmless where they stand in a reply."""

from __future__ import annotations

import re

SPLIT = "·"
"""Put behind the first character of what would become a control token; a tokenizer then sees plain text."""

# Servers fill the template first and tokenize the whole, so that a control token written in a reply would be one.
_CONTROL = re.compile(
    r"<(?=[|｜])"  # <|im_end|>, <|turn>, <｜User｜>
    r"|<(?=/?[A-Za-z_][\w:.]{0,60}[|｜]?>)"  # </s>, <end_of_turn>, <think>, <turn|>
    r"|<(?=</?SYS>>)"
    r"|\[(?=\|)"  # [|assistant|]
    r"|\[(?=/?(?:[A-Z][A-Z_]+|gMASK)\])"  # [/INST], [TOOL_CALLS]
    r"|[\[\]](?=e?~)"  # ]~b], [e~[
)
_SPLIT_UP = re.compile(rf"(?<=[<\[\]]){SPLIT}")


def split_control_tokens(text: str) -> str:
    """The text with a `·` inside whatever looks like a control token of a chat template; all else stays as it is."""
    return _CONTROL.sub(lambda opening: opening[0] + SPLIT, text)


def without_splits(quote: str) -> str:
    """A quote as it reads without the marks that `split_control_tokens` put into what was shown."""
    return _SPLIT_UP.sub("", quote)
