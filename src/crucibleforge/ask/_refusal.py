"""Which part of a request an endpoint refuses, read off its error."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from ._faults import Fault
from ._learned import SYSTEM_ROLE
from ._reply import THINKING_FIELDS

LIMITS = ("max_tokens", "max_completion_tokens")
"""The two names of a reply's limit."""
_OPTIONAL = ("temperature", "top_p", "seed", "response_format", "stream_options", *THINKING_FIELDS)
_REFUSED = re.compile(
    r"not (be )?(supported|permitted|allowed|recognized)|(does|do)(n't| not) support|unsupported|unrecognized"
    r"|unknown|unexpected|deprecated|only .{0,30}\ballowed|extra (inputs|fields)|may only be|must be 1\b",
    re.I,
)
_SYSTEM_REFUSED = re.compile(
    r"(does not|doesn.t) support .{0,3}system\b|system role (is )?not|(system|developer) (instruction|message|prompt)s? (is|are) not"
    r"|only user.{0,30} roles are supported",
    re.I,
)


def refused_role(fault: Fault, body: Mapping[str, Any]) -> str:
    """SYSTEM_ROLE where the fault refuses it, and the body has it."""
    sent = any(message["role"] == "system" for message in body["messages"])
    refuses = fault.status in {400, 422, 500} and _SYSTEM_REFUSED.search(fault.message)
    return SYSTEM_ROLE if sent and refuses else ""


def refused_parameter(fault: Fault, body: Mapping[str, Any], own: Sequence[str]) -> str:
    """The parameter of the body that a 400 or 422 refuses, by its own field or, failing that, by its words.

    Args:
        own: the names of the model's own options.
    """
    if fault.status not in {400, 422}:
        return ""
    sent = [name for name in (*_OPTIONAL, *LIMITS, *own) if name in body or _in_history(name, body)]
    refuses = bool(_REFUSED.search(fault.message))
    named = fault.param.split(".")[0]
    if named in sent and (refuses or named not in LIMITS):
        return named
    words = set(re.findall(r"\w+", fault.message))
    return next((name for name in sent if name in words), "") if refuses else ""


def _in_history(name: str, body: Mapping[str, Any]) -> bool:
    return name in THINKING_FIELDS and any(name in message for message in body["messages"])
