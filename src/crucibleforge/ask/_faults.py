"""What an endpoint's error means: whose move it is, and whether asking again can help."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email.utils import parsedate_to_datetime
from typing import Any

from crucibleforge.core.errors import ProviderError

_WINDOW_CODES = {"context_length_exceeded", "exceed_context_size_error"}
_FILTER_CODES = {"content_filter", "content_policy_violation", "data_inspection_failed"}
_MODEL_CODES = {"model_not_found", "invalid_model", "model_not_exist"}
_MALFORMED_CODES = {"tool_use_failed", "malformed_function_call"}
_QUOTA_CODES = {"insufficient_quota", "billing_hard_limit_reached"}
LONGEST_WORDS = 2_000
"""Characters of an error's own words that are kept."""
_TRANSIENT = {408, 409, 425, 500, 502, 503, 504}
"""And everything from 520 on, which proxies use."""

# Servers give these no code of their own, so that only their words are left to go by.
_WINDOW_WORDS = re.compile(
    r"(maximum|available|exceeds? the) context|context (length|size|window|limit)|(prompt|input) is too long"
    r"|maximum (model|prompt|input|sequence) length|max_(seq_len|model_len)|input token count"
    r"|`?inputs`? (tokens \+|must have less)|too many (input |prompt )?tokens|tokens in the prompt",
    re.I,
)
_FILTER_WORDS = re.compile(
    r"(input|prompt|content|request|message)s?\b.{0,40}\b(flagged|filtered)|requires moderation|inappropriate content"
    r"|content[ _](policy|filter|management policy)",
    re.I,
)
_MALFORMED_WORDS = re.compile(r"peg-native|pars(e|ing) (the )?(tool call|input at pos)|malformed function call", re.I)
_TEMPLATE_WORDS = re.compile(
    r"\b(jinja|chat template|template)\b|roles must alternate|role (is )?not supported|does not support tools", re.I
)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why an attempt brought no reply."""

    reason: str
    """One of `conversation.NOT_ASKED_REASONS`."""
    message: str
    again: bool = False
    """Whether the same request may well succeed later."""
    retry_after_s: float | None = None
    """How long the server asks us to wait."""
    hint: str = ""
    status: int | None = None
    param: str = ""
    """The request parameter that the server names."""
    by_model: bool = False
    """The model wrote something that its server cannot read: its failure, not the endpoint's."""

    def error(self, message: str = "") -> ProviderError:
        """The fault as the error that ends the question, in these words or its own."""
        return ProviderError(message or self.message, reason=self.reason, retryable=self.again, hint=self.hint)


def transport_fault(message: str, *, again: bool = True, hint: str = "") -> Fault:
    """No reply, or only a piece of one, because of the way between here and the model."""
    return Fault("transport", message, again=again, hint=hint)


def redirect_fault(status: int, target: str) -> Fault:
    """Another address, which is not followed: it would get the question and its key without being asked for."""
    hint = f"the endpoint points to {target}: if that is where you want to ask, write it into base_url"
    return Fault("bad request", f"HTTP {status}: a redirect, which is not followed", hint=hint, status=status)


def read_fault(status: int, body: Any, *, key_env: str | None = None, retry_after_s: float | None = None) -> Fault:
    """The fault that an error status, or an error object inside a 200, stands for.

    Args:
        status: HTTP status; for an error object inside a 200 its own numeric code, if it has one.
        body: the parsed JSON body, or its text.
        key_env: name of the variable that holds the key, for the hint.
    """
    code, param, words = _details(body)
    words = words or f"HTTP {status} without a word of explanation"
    reason, again, hint = _meaning(status, code, words, key_env)
    return Fault(
        reason,
        words,
        again=again,
        retry_after_s=retry_after_s,
        hint=hint,
        status=status,
        param=param,
        by_model=code in _MALFORMED_CODES or bool(status in {400, 500} and _MALFORMED_WORDS.search(words)),
    )


def stream_status(error: Any) -> int:
    """The status that an error object inside a 200 stands for; 500 when it has no number."""
    code = error.get("code", error.get("status")) if isinstance(error, Mapping) else None
    if isinstance(code, str) and code.isdigit():
        code = int(code)
    if isinstance(code, int) and 400 <= code <= 599:
        return code
    kind = f"{code} {error.get('type')}" if isinstance(error, Mapping) else ""
    return 429 if "rate_limit" in kind else 400 if "invalid_request" in kind else 500


def read_retry_after(headers: Mapping[str, str], now: datetime) -> float | None:
    """Seconds that `Retry-After` asks for, given as seconds or as a date; None when it says nothing readable."""
    value = headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d+(\.\d+)?", value):
        return float(value)
    try:
        return max(0.0, (parsedate_to_datetime(value) - now).total_seconds())
    except (ValueError, TypeError):
        return None


def _meaning(status: int, code: str, words: str, key_env: str | None) -> tuple[str, bool, str]:
    """Reason, whether again, and hint. Codes decide before words, words only where no code can."""
    if code in _FILTER_CODES or (status in {400, 403} and _FILTER_WORDS.search(words)):
        return "filter", False, ""
    if code in _WINDOW_CODES or (status in {400, 413, 422, 500} and _WINDOW_WORDS.search(words)):
        return "window", False, "the model's context window is too small for this question"
    if status in {401, 402, 403} or code in _QUOTA_CODES:
        return "access", False, _access_hint(status, key_env)
    if status == 404 or (status == 400 and code in _MODEL_CODES):
        return _not_found(code, words)
    if status == 429:
        return "rate limit", True, ""
    if status in {400, 500} and _TEMPLATE_WORDS.search(words):
        return "template", False, "the server cannot render this conversation with the model's chat template"
    if status in _TRANSIENT or status >= 520:
        return "transport", True, ""
    return "bad request", False, ""


def _access_hint(status: int, key_env: str | None) -> str:
    if status in {402, 429}:
        return "the account has no credit left"
    if key_env:
        return f"check the key in the environment variable {key_env}"
    return "this endpoint wants a key: name its environment variable with key_env in models.yaml"


def _not_found(code: str, words: str) -> tuple[str, bool, str]:
    if "model" in code or "model" in words.lower():
        return "wrong model", False, "check the model id against the endpoint's /models list"
    return "bad request", False, "there is no chat API at this address: does base_url end in /v1?"


def _details(body: Any) -> tuple[str, str, str]:
    """Code, parameter and words of an error body, in whichever of the usual shapes it came."""
    if isinstance(body, list) and len(body) == 1:
        body = body[0]
    if not isinstance(body, Mapping):
        return "", "", _plain_words(str(body or ""))
    error = body.get("error", body)
    if not isinstance(error, Mapping):
        return "", "", str(error or "")[:LONGEST_WORDS]
    words = error.get("message") or error.get("detail") or error.get("msg") or (str(dict(error)) if error else "")
    code, kind, param = error.get("code"), error.get("type"), error.get("param")
    codes = [value for value in (code, kind) if isinstance(value, str)]
    known = _WINDOW_CODES | _FILTER_CODES | _MODEL_CODES | _MALFORMED_CODES | _QUOTA_CODES
    chosen = next((value for value in codes if value in known), codes[0] if codes else "")
    return chosen, param if isinstance(param, str) else "", str(words)[:LONGEST_WORDS]


def _plain_words(text: str) -> str:
    """The readable part of an error page, cut short."""
    return " ".join(re.sub(r"<[^<>]*>", " ", text).split())[:300]
