from __future__ import annotations

import pytest

from crucibleforge.core.conversation import Message, Outcome, Turn, Usage
from crucibleforge.judge import PrefixEconomy
from crucibleforge.judge._prompt import INSTRUCTIONS


def noted(economy: PrefixEconomy, earlier: list[str], words: str, cached: int | None) -> None:
    """One request, of which every character is a token."""
    sent = (Message("system", INSTRUCTIONS), Message("user", words))
    tokens = sum(len(message.content) for message in sent) + 1
    economy.note(Turn(sent, "", Outcome.ANSWERED, usage=Usage(tokens, 1, cached)), earlier)


INSTRUCTED = len(INSTRUCTIONS) + 1
REPLY = "A reply of many words, and so it goes on. " * 9


def test_each_token_once_is_the_minimum() -> None:
    economy, one, other = PrefixEconomy(), list[str](), list[str]()
    noted(economy, one, f"{REPLY}Who?", INSTRUCTED)
    noted(economy, one, f"{REPLY}What?", INSTRUCTED + len(REPLY) + 2)
    noted(economy, one, f"{REPLY}What?", INSTRUCTED + len(REPLY) + 4)
    noted(economy, other, "Else. Who?", INSTRUCTED)
    assert economy.processed == len(REPLY) + 4 + 3 + 1 + 10
    assert economy.ratio == pytest.approx(1)


def test_an_answer_that_begins_like_one_before_owes_only_the_rest() -> None:
    economy = PrefixEconomy()
    noted(economy, [], f"{REPLY}Who?", INSTRUCTED)
    noted(economy, [], "Else. Who?", INSTRUCTED)
    noted(economy, [], f"{REPLY}Was?", INSTRUCTED + len(REPLY) + 1)
    assert economy.ratio == pytest.approx(1)


def test_a_prefix_that_is_processed_for_each_question_shows() -> None:
    economy, earlier = PrefixEconomy(), list[str]()
    for number in range(3):
        noted(economy, earlier, f"{REPLY}{number}?", INSTRUCTED)
    assert economy.ratio == pytest.approx(3 * (len(REPLY) + 2) / (len(REPLY) + 2 + 2 + 2))


def test_a_server_that_tells_nothing_of_its_cache_has_no_ratio() -> None:
    economy = PrefixEconomy()
    noted(economy, [], REPLY, None)
    assert economy.ratio is None
