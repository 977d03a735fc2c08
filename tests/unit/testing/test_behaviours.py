import json
from collections.abc import Callable
from typing import Any

import pytest

from crucibleforge.testing import (
    Behaviour,
    Reply,
    broken_judge,
    by_model,
    by_prompt,
    dying,
    echo,
    fixed,
    good_judge,
    hostile_judge,
    lenient_judge,
    slow,
    thinking_aloud,
    verbose,
)
from crucibleforge.testing.__main__ import BEHAVIOURS, behaviour_named


def request(*texts: str, model: str = "m") -> dict[str, Any]:
    return {"model": model, "messages": [{"role": "user", "content": text} for text in texts]}


def verdict(reply: Reply) -> tuple[str, str]:
    found = json.loads(reply.text or "")
    return found["answer"], found["quote"]


def test_longest_key_in_the_last_message_chooses_the_reply() -> None:
    behaviour = by_prompt({"train": "short", "train at nine": Reply("long")}, default="none")
    texts = [behaviour(request("train at nine", last)).text for last in ("the train", "the train at nine", "a bus")]
    assert texts == ["short", "long", "none"]


def test_callable_sees_the_last_message() -> None:
    assert by_prompt(str.upper)(request("first", "last")).text == "LAST"


def test_message_in_parts_is_read_like_a_string() -> None:
    parts = {"messages": [{"role": "user", "content": [{"type": "text", "text": "a "}, {"type": "text", "text": "b"}]}]}
    assert echo(parts).text == "a b"


def test_unknown_model_gets_404() -> None:
    behaviour = by_model({"a": fixed("from a"), "b": fixed("from b")})
    assert behaviour(request("x", model="b")).text == "from b"
    assert behaviour(request("x", model="c")).status == 404


def test_fixed_without_replies_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="at least one"):
        fixed()


KNOWN = {
    ("The door is red.", "Is the door red?"): ("YES", "The door is red."),
    ("The door is red.", "Is the door red? And old?"): ("NO", "red."),
}
KNOWN_SESSION = {
    (("First reply.", "Second reply."), "Is there a second?"): ("YES", "Second reply."),
    (("First reply.",), "Is there a second?"): ("NO", "First reply."),
}


@pytest.mark.parametrize(
    ("prompt", "said"),
    [
        ("<reply>\nThe door is red.\n</reply>\nIs the door red?", ("YES", "The door is red.")),
        ("<reply>\nThe door is red.\n</reply>\nIs the door red? And old?", ("NO", "red.")),
        ("<reply>\nThe door is blue.\n</reply>\nIs the door red?", ("NO", "")),
        ("<reply>\nThe door is red.\n</reply>\nIs the door green?", ("NO", "")),
    ],
)
def test_good_judge_says_what_is_known_and_no_otherwise(prompt: str, said: tuple[str, str]) -> None:
    assert verdict(good_judge(KNOWN)(request(prompt))) == said


def test_good_judge_prefers_what_it_knows_about_the_whole_session() -> None:
    judge = good_judge(KNOWN_SESSION)
    assert verdict(judge(request("First reply.\nSecond reply.\nIs there a second?"))) == ("YES", "Second reply.")
    assert verdict(judge(request("First reply.\nIs there a second?"))) == ("NO", "First reply.")


def test_lenient_judge_quotes_the_last_reply_that_it_was_shown() -> None:
    prompt = (
        '<reply-1a turn="1">\nEarly words.\n</reply-1a>\n<reply-2b turn="2">\nLate words here.\n</reply-2b>\nIs it?'
    )
    assert verdict(lenient_judge(request(prompt))) == ("YES", "Late words here.")
    assert verdict(lenient_judge(request("Nothing shown."))) == ("YES", "")


def test_broken_judge_gives_no_json() -> None:
    assert "{" not in (broken_judge(request("Is it?")).text or "")


@pytest.mark.parametrize("name", BEHAVIOURS)
def test_every_named_behaviour_answers(name: str) -> None:
    assert isinstance(behaviour_named(name, "hello")(request("Is it?")), Reply)


@pytest.mark.parametrize("change", [verbose, thinking_aloud, slow, dying])
def test_changed_judge_still_says_what_it_knows(change: Callable[[Behaviour], Behaviour]) -> None:
    said = change(good_judge({("It is so.", "Is it?"): ("YES", "It is so.")}))(request("It is so.", "Is it?"))
    assert '{"answer": "YES", "quote": "It is so."}' in (said.text or "")


def test_dying_judge_is_gone_after_so_many_requests() -> None:
    judge = dying(fixed("Here."), after=2)
    assert [judge(request("?")).status for _ in range(4)] == [200, 200, 410, 410]


def test_hostile_judge_quotes_nothing_that_is_a_quote_of_the_reply() -> None:
    reply = "The lamp is lit, and it burns till the morning comes up over the hills of the east."
    for length in range(12):
        text = f'The facts of the matter{"." * length}\n<reply-1 turn="1">\n{reply}\n</reply-1>\n\nDoes the reply speak of a lamp?'
        quote = json.loads(hostile_judge(request(text)).text or "")["quote"]
        assert quote
        assert quote not in reply
