from datetime import UTC, datetime
from typing import Any

import pytest

from crucibleforge.ask._faults import read_fault, read_retry_after, stream_status


def _error(message: str, **more: Any) -> dict[str, Any]:
    return {"error": {"message": message, **more}}


@pytest.mark.parametrize(
    ("status", "body", "reason", "again"),
    [
        (400, _error("too long", code="context_length_exceeded"), "window", False),
        (
            400,
            _error("the request exceeds the available context size", type="exceed_context_size_error"),
            "window",
            False,
        ),
        (400, _error("This model's maximum context length is 4096 tokens"), "window", False),
        (401, _error("no"), "access", False),
        (402, _error("no"), "access", False),
        (403, _error("no"), "access", False),
        (429, _error("You exceeded your quota", code="insufficient_quota"), "access", False),
        (404, _error("The model `x` does not exist", code="model_not_found"), "wrong model", False),
        (404, {"error": 'model "x" not found, try pulling it first'}, "wrong model", False),
        (404, "404 page not found", "bad request", False),
        (408, "", "transport", True),
        (429, _error("slow down"), "rate limit", True),
        (500, _error("oops"), "transport", True),
        (500, _error("System role not supported"), "template", False),
        (400, _error("x does not support tools"), "template", False),
        (502, "<html><h1>502 Bad Gateway</h1></html>", "transport", True),
        (503, _error("Loading model", type="unavailable_error"), "transport", True),
        (529, _error("overloaded"), "transport", True),
        (400, _error("blocked", code="content_filter"), "filter", False),
        (400, _error("messages must not be empty"), "bad request", False),
        (400, [_error("too much", code="context_length_exceeded")], "window", False),
        (400, _error("max_tokens: 9000 exceeds the maximum number of output tokens"), "bad request", False),
        (400, _error("inputs must be a list"), "bad request", False),
        (400, _error("invalid model: x", code="invalid_model"), "wrong model", False),
        (400, _error("your prompt was filtered"), "filter", False),
        (403, _error("this model requires moderation"), "filter", False),
        (403, _error("your account was flagged"), "access", False),
        (413, "", "bad request", False),
        (422, {"detail": [{"loc": ["body", "n"], "msg": "wrong"}]}, "bad request", False),
    ],
)
def test_an_error_says_whose_move_it_is(status: int, body: Any, reason: str, again: bool) -> None:
    fault = read_fault(status, body)
    assert (fault.reason, fault.again) == (reason, again)


@pytest.mark.parametrize(
    ("status", "body"),
    [
        (500, _error("The model produced output that does not match the expected peg-native format")),
        (500, _error("Failed to parse tool call arguments as JSON")),
        (500, _error("error parsing tool call: raw='{x'")),
        (400, _error("Failed to call a function", code="tool_use_failed")),
    ],
)
def test_output_that_the_server_cannot_read_is_the_models_failure(status: int, body: Any) -> None:
    assert read_fault(status, body).by_model


def test_ordinary_errors_are_not_the_models_failure() -> None:
    assert not read_fault(500, _error("out of memory")).by_model
    assert not read_fault(429, _error("parse tool call")).by_model


def test_an_access_error_names_the_variable_of_the_key() -> None:
    assert "MY_KEY" in read_fault(401, _error("no"), key_env="MY_KEY").hint
    assert "key_env" in read_fault(401, _error("no")).hint


def test_an_empty_body_still_gets_words() -> None:
    assert read_fault(500, "").message == "HTTP 500 without a word of explanation"


def test_an_html_page_is_reduced_to_its_words() -> None:
    assert read_fault(502, "<html><body>\n<h1>Bad Gateway</h1></body></html>").message == "Bad Gateway"


@pytest.mark.parametrize(
    ("error", "status"),
    [
        ({"code": 429}, 429),
        ({"code": "503"}, 503),
        ({"code": "rate_limit_exceeded"}, 429),
        ({"type": "invalid_request_error"}, 400),
        ({"code": 7}, 500),
        ({}, 500),
        ("words only", 500),
    ],
)
def test_an_error_inside_a_200_has_a_status_of_its_own(error: Any, status: int) -> None:
    assert stream_status(error) == status


NOW = datetime(2030, 1, 1, 12, 0, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("value", "seconds"),
    [
        ("7", 7.0),
        ("0.5", 0.5),
        ("Tue, 01 Jan 2030 12:00:30 GMT", 30.0),
        ("Tue, 01 Jan 2030 11:00:00 GMT", 0.0),
        ("soon", None),
        ("-3", None),
        ("", None),
        ("Tue, 01 Jan 2030 12:00:30 -0000", None),
    ],
)
def test_retry_after_is_read_as_seconds_or_date(value: str, seconds: float | None) -> None:
    assert read_retry_after({"retry-after": value}, NOW) == seconds


def test_no_retry_after_header_means_no_wish() -> None:
    assert read_retry_after({}, NOW) is None


def test_endless_words_are_cut() -> None:
    assert (
        read_fault(500, _error("x" * 9_000)).message == read_fault(500, {"error": "x" * 9_000}).message == "x" * 2_000
    )
