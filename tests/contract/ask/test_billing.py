from __future__ import annotations

from dataclasses import replace

import pytest

from crucibleforge.core.conversation import Outcome, Usage
from crucibleforge.core.errors import ProviderError
from crucibleforge.testing import Faults, Reply
from tests.contract.ask.clients import asking

HI = Reply("Hi there, friend.", usage=Usage(20, 4, 0, 0))
EMPTY = Reply("", usage=Usage(20, 1, 16, 0))


async def test_one_attempt_is_billed_as_it_is_counted() -> None:
    async with asking(HI) as asked:
        turn = await asked.complete()
    assert turn.billed == turn.usage == Usage(20, 4, 0, 0)


async def test_an_empty_reply_that_is_asked_again_is_billed_as_well() -> None:
    async with asking(EMPTY, HI) as asked:
        turn = await asked.complete()
    assert (turn.outcome, turn.usage) == (Outcome.ANSWERED, Usage(20, 4, 0, 0))
    assert turn.billed == Usage(40, 5, 16, 0)


@pytest.mark.parametrize("refused", [Reply("slow down", status=429), Reply("oh", status=500), Reply(wire=(b"",))])
async def test_an_attempt_that_brought_nothing_costs_nothing(refused: Reply) -> None:
    async with asking(refused, HI) as asked:
        turn = await asked.complete()
    assert turn.billed == turn.usage


async def test_a_reply_that_broke_off_makes_the_bill_unknown() -> None:
    async with asking(replace(HI, faults=Faults(cut_after=2)), HI) as asked:
        turn = await asked.complete()
    assert turn.usage == Usage(20, 4, 0, 0)
    assert (turn.billed.prompt_tokens, turn.billed.completion_tokens) == (None, None)


async def test_every_attempt_is_told_to_the_account_also_those_of_a_question_that_fails() -> None:
    told: list[Usage] = []
    async with asking(EMPTY, Reply("no such model", status=404)) as asked:
        client = asked.client.billed_to(told.append)
        with pytest.raises(ProviderError):
            await replace(asked, client=client).complete()
    assert told == [EMPTY.usage]
