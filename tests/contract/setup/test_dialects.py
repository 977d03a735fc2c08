"""Every scripted dialect over real HTTP: what is found out of it, and how a question is answered afterwards."""

from __future__ import annotations

from contextlib import aclosing

import pytest

from crucibleforge.ask import ChatClient, ModelSpec, Room, answer
from crucibleforge.ask.setup import check_setup
from crucibleforge.core.conversation import Message, Outcome, Turn
from crucibleforge.core.errors import ProviderError
from crucibleforge.core.setup import SetupState
from crucibleforge.testing import DIALECTS, ScriptedServer
from crucibleforge.testing.dialects import ANSWER, QUESTION
from tests.contract.setup.servers import WINDOW_TOKENS


async def _no_wait(_seconds: float) -> None:
    pass


async def _answered(client: ChatClient) -> Turn | ProviderError:
    try:
        return await answer(client, (Message("user", QUESTION),), max_tokens=64, temperature=0.0, room=Room(4, 4096))
    except ProviderError as error:
        return error


@pytest.mark.parametrize("name", DIALECTS)
async def test_a_dialect_is_found_out_and_its_question_answered(name: str) -> None:
    dialect = DIALECTS[name]
    async with ScriptedServer(dialect.behaviour) as server:
        client = ChatClient(ModelSpec("able", server.base_url, "scripted"), sleep=_no_wait)
        async with aclosing(client):
            checks = await check_setup(client, WINDOW_TOKENS)
            before = len(server.requests)
            learned = client.learned.words
            came = await _answered(client)
    assert learned == dialect.learns
    failures = (check for check in checks if check.state is SetupState.FAILED)
    assert {check.name: check.told_only for check in failures} == {
        **dict.fromkeys(dialect.doubts, False),
        **dict.fromkeys(dialect.told, True),
    }
    assert len(server.requests) - before == dialect.requests
    if isinstance(came, ProviderError):
        assert came.reason == dialect.reason
        return
    expected = ("", Outcome.ONLY_THINKING) if "stopped inside" in dialect.note else (ANSWER, Outcome.ANSWERED)
    assert (came.text, came.outcome, dialect.reason) == (*expected, "")
    assert dialect.note in came.note
    assert bool(came.note) is bool(dialect.note)


async def test_a_call_that_came_as_text_is_not_taken_for_tools_that_never_arrived() -> None:
    async with ScriptedServer(DIALECTS["calls-as-text"].behaviour) as server:
        client = ChatClient(ModelSpec("able", server.base_url, "scripted"), sleep=_no_wait)
        async with aclosing(client):
            checks = {check.name: check for check in await check_setup(client, WINDOW_TOKENS)}
    assert checks["tools"].words.startswith("the call came printed as text")
