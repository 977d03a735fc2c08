import pytest

from crucibleforge.ask import Thinking
from crucibleforge.ask._thinking import split_thinking

THINK = Thinking()


@pytest.mark.parametrize(
    ("content", "thinking", "text"),
    [
        ("Paris.", "", "Paris."),
        ("<think>France?</think>\n\nParis.", "France?", "Paris."),
        ("\n<think>\nFrance?\n</think>Paris.", "France?", "Paris."),
        ("<think>a</think>\n<think>b</think>c", "a\n\nb", "c"),
        ("<think></think>\n\nParis.", "", "Paris."),
        ("<think>never closed\n```python\nx = 1\n```", "never closed\n```python\nx = 1\n```", ""),
        ("</think>\n\nParis.", "", "Paris."),
        ("<think>x</think>\n    indented", "x", "    indented"),
    ],
)
def test_thinking_at_the_start_is_told_apart(content: str, thinking: str, text: str) -> None:
    assert split_thinking(content, THINK) == (thinking, text)


@pytest.mark.parametrize(
    "content", ['print("<think>not a thought</think>")', "The tag <think> opens a block.", "So </think> closes it."]
)
def test_tags_further_on_are_text(content: str) -> None:
    assert split_thinking(content, THINK) == ("", content)


def test_splitting_twice_changes_nothing() -> None:
    _, text = split_thinking("<think>a</think>\nb <think>c</think>", THINK)
    assert split_thinking(text, THINK) == ("", text)


def test_a_template_that_opens_the_block_makes_the_beginning_thinking() -> None:
    opened = Thinking(opened=True)
    assert split_thinking("France?\n</think>\nParis.", opened) == ("France?", "Paris.")
    assert split_thinking("<think>France?</think>Paris.", opened) == ("France?", "Paris.")


def test_other_tags_are_read_only_where_they_are_declared() -> None:
    content = "[THINK]France?[/THINK]Paris."
    assert split_thinking(content, THINK) == ("", content)
    assert split_thinking(content, Thinking(("[THINK]", "[/THINK]"))) == ("France?", "Paris.")


def test_a_closing_tag_on_its_own_line_ends_thinking_that_the_template_opened() -> None:
    assert split_thinking("France?\n```\nx\n```\n</think>\n\nParis.", THINK) == ("France?\n```\nx\n```", "Paris.")
    assert split_thinking("France?\n</think>", THINK) == ("France?", "")


@pytest.mark.parametrize(
    "content",
    [
        "Put it so:\n```\n</think>\n```\nDone.",
        "First <think>, then\n</think>\ncloses it.",
        "The line\n</think> is text here.",
        "A tag </think>\nends this line.",
    ],
)
def test_any_other_closing_tag_is_text(content: str) -> None:
    assert split_thinking(content, THINK) == ("", content)
