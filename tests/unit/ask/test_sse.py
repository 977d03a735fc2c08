import json

from crucibleforge.ask._sse import MOST_LINES, EventReader


def _read(*chunks: bytes) -> EventReader:
    reader = EventReader()
    for chunk in chunks:
        reader.feed(chunk)
    reader.end()
    return reader


def _payloads(*chunks: bytes) -> list[str]:
    reader = EventReader()
    events = [event for chunk in chunks for event in reader.feed(chunk)]
    return [event.text for event in (*events, *reader.end())]


def test_an_event_arrives_whole_however_its_bytes_are_cut() -> None:
    stream = 'data: {"text": "é\u2028"}\r\n\r\n'.encode()
    for cut in range(len(stream)):
        assert _payloads(stream[:cut], stream[cut:]) == ['{"text": "é\u2028"}']


def test_the_space_after_the_colon_is_optional() -> None:
    assert _payloads(b'data:{"a": 1}\n\ndata: {"b": 2}\n\n') == ['{"a": 1}', '{"b": 2}']


def test_comments_and_other_fields_are_no_events() -> None:
    assert _payloads(b': keep-alive\nevent: x\nid: 7\nretry: 10\ndata: {"a": 1}\n\n') == ['{"a": 1}']


def test_events_without_a_blank_line_between_them_are_read() -> None:
    assert _payloads(b'data: {"a": 1}\ndata: {"b": 2}\n') == ['{"a": 1}', '{"b": 2}']


def test_a_payload_may_span_several_data_lines() -> None:
    assert _payloads(b'data: {"a":\ndata: 1}\n\n') == ['{"a": 1}']


def test_a_last_line_without_newline_counts() -> None:
    assert _payloads(b'data: {"a": 1}') == ['{"a": 1}']


def test_a_payload_that_is_no_json_comes_as_an_event_without_data() -> None:
    reader = EventReader()
    (event,) = reader.feed(b"data: {broken\n\n")
    assert event.text == "{broken"
    assert event.data is None


def test_undecodable_bytes_never_stop_the_reader() -> None:
    assert _payloads(b'data: {"a": "\xff"}\n\n') == ['{"a": "\ufffd"}']


def test_done_is_noted_and_is_no_event() -> None:
    assert _payloads(b"data: [DONE]\n\n") == []
    assert _read(b"data: [DONE]\n\n").done


def test_what_is_no_event_stream_is_kept_as_stray() -> None:
    assert _read(b'{\n "choices": []\n}').stray == ["{", ' "choices": []', "}"]


def test_a_cr_alone_ends_a_line_wherever_the_bytes_are_cut() -> None:
    stream = b'data: {"a":\rdata: 1}\r\rdata: {"b": 2}\r\r'
    for cut in range(len(stream)):
        assert _payloads(stream[:cut], stream[cut:]) == ['{"a": 1}', '{"b": 2}']


def test_a_byte_order_mark_hides_no_event() -> None:
    assert _payloads(b'\xef\xbb\xbfdata: {"a": 1}\n\n') == ['{"a": 1}']


def test_an_event_knows_its_name_and_the_next_one_does_not() -> None:
    events = EventReader().feed(b'event: error\ndata: {"a": 1}\n\ndata: {"b": 2}\n\n')
    assert [event.name for event in events] == ["error", ""]


def test_a_name_without_data_names_nothing() -> None:
    (event,) = EventReader().feed(b'event: ping\n\ndata: {"a": 1}\n\n')
    assert event.name == ""


def test_what_follows_the_done_mark_is_late() -> None:
    events = EventReader().feed(b'data: {"a": 1}\n\ndata: [DONE]\n\ndata: {"b": 2}\n\ndata: bye\n\n')
    assert [event.late for event in events] == [False, True, True]


def test_an_event_over_very_many_lines_is_read_in_time_or_given_up() -> None:
    pretty = json.dumps({"list": [{"a": number} for number in range(2_000)]}, indent=1)
    lines = "".join(f"data: {line}\n" for line in pretty.splitlines())
    (event,) = EventReader().feed(lines.encode() + b"\n")
    assert event.data is not None
    (given_up,) = EventReader().feed(b"data: x\n" * MOST_LINES)
    assert given_up.data is None
