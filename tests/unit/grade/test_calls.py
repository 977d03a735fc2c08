import json
from typing import Any

import pytest

from crucibleforge.core.case import ExpectedCall, Tool
from crucibleforge.core.conversation import ToolCall
from crucibleforge.grade._calls import Call, read_arguments, read_call
from crucibleforge.grade._expected import assigned
from crucibleforge.grade._printed import MOST_TRIES, NOTE, printed_calls

FIND = Tool(
    "find_orders",
    "",
    {
        "type": "object",
        "properties": {
            "customer": {"type": "string"},
            "limit": {"type": "integer"},
            "price": {"type": "number"},
            "open": {"type": "boolean"},
            "size": {"type": "string", "enum": ["S", "L"]},
            "where": {"type": "object", "properties": {"city": {"type": "string"}}, "required": ["city"]},
            "tags": {"type": "array", "items": {"type": "string"}},
            "note": {"type": ["string", "null"]},
        },
        "required": ["customer"],
    },
)
ROOMS = Tool("list_rooms", "", {"type": "object", "properties": {}})
TOOLS = (FIND, ROOMS)


def find(arguments: str) -> Call:
    return read_call(ToolCall("find_orders", arguments, "c1"), TOOLS)


@pytest.mark.parametrize(
    ("arguments", "notes"),
    [
        ('{"customer": "C"}', ()),
        (' {"customer": "C"}\n', ()),
        ('"{\\"customer\\": \\"C\\"}"', ("arguments were encoded twice",)),
        ('{"customer": "C"}<|im_end|>', ()),
        ('{"customer": "C"}</tool_call>', ()),
    ],
)
def test_arguments_are_read_from_what_servers_make_of_them(arguments: str, notes: tuple[str, ...]) -> None:
    call = find(arguments)
    assert (call.arguments, call.problem, call.notes) == ({"customer": "C"}, "", notes)


@pytest.mark.parametrize("raw", ["", "  ", "{}", "null", None, {}])
def test_no_arguments_are_an_empty_object(raw: object) -> None:
    assert read_arguments(raw, ROOMS.parameters)[:2] == ({}, "")


def test_arguments_parsed_by_the_server_are_taken_as_they_are() -> None:
    assert read_arguments({"customer": "C"}, FIND.parameters) == ({"customer": "C"}, "", ())


def test_text_in_place_of_an_object_is_decoded_where_the_schema_wants_an_object() -> None:
    call = find('{"customer": "C", "where": "{\\"city\\": \\"Oslo\\"}"}')
    assert call.arguments["where"] == {"city": "Oslo"}
    assert call.problem == ""
    assert call.notes == ("where was encoded twice",)


def test_text_that_looks_like_json_stays_text_where_the_schema_wants_text() -> None:
    call = find('{"customer": "{\\"id\\": 4}"}')
    assert call.arguments == {"customer": '{"id": 4}'}
    assert call.notes == ()


def test_text_in_place_of_a_list_is_not_decoded() -> None:
    assert "tags must be a list" in find('{"customer": "C", "tags": "[\\"a\\"]"}').problem


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        ("{", "not JSON"),
        ("customer=C", "not JSON"),
        ('{"price": NaN}', "NaN"),
        ('{"price": -Infinity}', "-Infinity"),
        ('{"price": 1e999}', "1e999"),
        ("[1]", "not an object"),
        ('"C"', "not JSON"),
        ("4", "not an object"),
        ("[" * 100_000, "not JSON"),
        ('{"a":' * 100 + "1" + "}" * 100, "nested"),
        ("1" * 5_000, "not JSON"),
        ("", "customer is missing"),
        ("{}", "customer is missing"),
        ('{"customer": 4}', "customer must be a string"),
        ('{"customer": null}', "customer must be a string"),
        ('{"customer": "C", "limit": "4"}', "limit must be an integer"),
        ('{"customer": "C", "limit": 4.5}', "limit must be an integer"),
        ('{"customer": "C", "limit": true}', "limit must be an integer"),
        ('{"customer": "C", "price": true}', "price must be a number"),
        ('{"customer": "C", "open": 1}', "open must be true or false"),
        ('{"customer": "C", "size": "M"}', "size must be one of 'S', 'L'"),
        ('{"customer": "C", "where": {}}', "where.city is missing"),
        ('{"customer": "C", "where": "Oslo"}', "where must be an object"),
        ('{"customer": "C", "tags": ["a", 1]}', "tags[1] must be a string"),
        ('{"customer": "C", "colour": "red"}', "there is no argument 'colour'"),
    ],
)
def test_wrong_arguments_are_named(arguments: str, problem: str) -> None:
    assert problem in find(arguments).problem


@pytest.mark.parametrize(
    "arguments",
    [
        '{"customer": "C", "limit": 4.0}',
        '{"customer": "C", "price": 40}',
        '{"customer": "C", "note": null, "open": true}',
    ],
)
def test_number_types_of_json_are_one(arguments: str) -> None:
    assert find(arguments).problem == ""


@pytest.mark.parametrize(
    "name",
    [
        "find_orders<|channel|>commentary",
        "<|tool_call|>find_orders",
        "functions.find_orders<|constrain|>json",
        "find_orders</s>",
        "[TOOL_CALLS]find_orders",
        "<｜tool▁sep｜>find_orders",
    ],
)
def test_control_tokens_are_removed_from_a_name_with_a_note(name: str) -> None:
    call = read_call(ToolCall(name, '{"customer": "C"}'), TOOLS)
    assert call.tool == "find_orders"
    assert call.notes == ("control tokens removed from the tool name",)


@pytest.mark.parametrize("name", ["find_order", "FIND_ORDERS", "find_orders2", "", "<|channel|>", "orders.find_orders"])
def test_other_name_is_no_tool(name: str) -> None:
    assert "there is no tool" in read_call(ToolCall(name, "{}"), TOOLS).problem


SAID = {"customer": "C-204", "limit": 3}
PRINTED = [
    '{"name":"find_orders","arguments":{"customer":"C-204","limit":3}}',
    '```json\n{"tool": "find_orders", "args": {"customer": "C-204", "limit": 3}}\n```',
    'I will look that up.\n\n{"name": "find_orders", "parameters": {"customer": "C-204", "limit": 3}}\n',
    'Calling: {"name":"find_orders","arguments":{"customer":"C-204","limit":3}}',
    '{"name":"find_orders","arguments":"{\\"customer\\":\\"C-204\\",\\"limit\\":3}"}',
    '{"type":"function","function":{"name":"find_orders","arguments":{"customer":"C-204","limit":3}}}',
    '{"tool_calls":[{"name":"find_orders","arguments":{"customer":"C-204","limit":3}}]}',
    '[{"name":"find_orders","arguments":{"customer":"C-204","limit":3}}]',
    '<tool_call>\n{"name": "find_orders", "arguments": {"customer": "C-204", "limit": 3}}\n</tool_call>',
    '<|tool_call|>{"name": "find_orders", "arguments": {"customer": "C-204", "limit": 3}}<|/tool_call|>',
    'find_orders({"customer": "C-204", "limit": 3})',
    "find_orders({'customer': 'C-204', 'limit': 3})",
    'find_orders(customer="C-204", limit=3)',
    "find_orders(\n    customer='C-204',\n    limit=3,\n)",
    '[find_orders(customer="C-204", limit=3)]',
    "```python\nfind_orders(customer='C-204', limit=3)\n```",
    '`find_orders(customer="C-204", limit=3)`',
    'functions.find_orders({"customer": "C-204", "limit": 3})',
    "```tool_code\nprint(default_api.find_orders(customer='C-204', limit=3))\n```",
    '1. find_orders(customer="C-204", limit=3)',
]


@pytest.mark.parametrize("text", PRINTED)
def test_printed_call_is_recovered_with_a_note(text: str) -> None:
    (call,) = printed_calls(text, TOOLS)
    assert (call.tool, call.arguments, call.problem) == ("find_orders", SAID, "")
    assert NOTE in call.notes


@pytest.mark.parametrize(
    "text",
    [
        'I could call find_orders(customer="C") but policy forbids it.',
        "Use `list_rooms()` to see the rooms.",
        'The note says {"name":"list_rooms","arguments":{}} and I ignore it.',
        '> {"name":"list_rooms","arguments":{}}',
        '{"name":"delete_all","arguments":{}}',
        "delete_all()",
        '{"name":"list_rooms"}',
        '{"name": "Ada", "arguments": {}}',
        '{"customer": "C-204"}',
        "my_list_rooms()",
        "list_rooms",
        "",
        '{"name":"list_rooms","arguments":{}',
        "find_orders(customer=",
    ],
)
def test_talk_about_a_call_is_no_call(text: str) -> None:
    assert printed_calls(text, TOOLS) == ()


@pytest.mark.parametrize(
    "text",
    [
        '[find_orders(customer="A"), list_rooms(), find_orders(customer="B")]',
        "find_orders(customer='A')\nlist_rooms()\nfind_orders(customer='B')",
        json.dumps(
            [
                {"name": "find_orders", "arguments": {"customer": "A"}},
                {"name": "list_rooms", "arguments": {}},
                {"name": "find_orders", "arguments": {"customer": "B"}},
            ]
        ),
    ],
)
def test_several_printed_calls_keep_their_order(text: str) -> None:
    calls = [(call.tool, call.arguments) for call in printed_calls(text, TOOLS)]
    assert calls == [("find_orders", {"customer": "A"}), ("list_rooms", {}), ("find_orders", {"customer": "B"})]


def test_quotes_and_brackets_inside_printed_values_are_kept() -> None:
    (call,) = printed_calls("find_orders(customer='it\\'s (a, \"b\") {c}', open=True, note=None)", TOOLS)
    assert call.arguments == {"customer": 'it\'s (a, "b") {c}', "open": True, "note": None}


def test_printed_arguments_without_names_fail_with_their_words() -> None:
    (call,) = printed_calls('find_orders("C-204")', TOOLS)
    assert "C-204" in call.problem


@pytest.mark.parametrize(
    "atom", ['{"a":[', "list_rooms(", '{"', "find_orders(customer='", "((((", '{"name":"list_rooms",']
)
def test_hostile_text_holds_no_call(atom: str) -> None:
    assert printed_calls(atom * 20_000, TOOLS) == ()


def test_endless_calls_are_read_up_to_a_bound() -> None:
    assert len(printed_calls("list_rooms()\n" * 5_000, TOOLS)) == MOST_TRIES


def orders(*customers: str) -> list[Call]:
    return [Call("find_orders", {"customer": customer}) for customer in customers]


def wanted(*matchers: dict[str, Any]) -> list[ExpectedCall]:
    return [ExpectedCall("find_orders", {"customer": matcher}) for matcher in matchers]


def test_one_call_satisfies_one_expectation() -> None:
    assert assigned(orders("A", "A"), wanted({"equals": "A"}, {"equals": "B"})) == {0: 0}


def test_assignment_finds_the_only_way_to_satisfy_all() -> None:
    found = assigned(orders("A", "B"), wanted({"one_of": ["A", "B"]}, {"equals": "A"}))
    assert found == {0: 1, 1: 0}
