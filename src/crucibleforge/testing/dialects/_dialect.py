"""What an entry of the registry says: how the endpoint is, and what a client must find out and make of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from crucibleforge.testing._attentive import attentive
from crucibleforge.testing._behaviours import fixed
from crucibleforge.testing._reply import Behaviour, Reply

ANSWER = "The lamp is blue."
"""What the model says to anything that the set-up check does not ask."""
QUESTION = "Which colour is the lamp?"
MODEL = attentive(fixed(ANSWER))
"""A model without any fault."""

Request = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ScriptedDialect:
    """One way in which an endpoint wants to be asked or read."""

    name: str
    does: str
    """How the endpoint is, in words."""
    behaviour: Behaviour
    learns: tuple[str, ...] = ()
    """What the set-up check finds out of its manners, in the client's words."""
    doubts: tuple[str, ...] = ()
    """The checks of the set-up that fail because of it, so that a row would be provisional."""
    told: tuple[str, ...] = ()
    """The checks whose failure is only told, since it may be the model's."""
    requests: int = 1
    """How many requests the answer to QUESTION takes, once the manners are known."""
    note: str = ""
    """Words that the note on that answer holds; empty where nothing was mended on the way."""
    reason: str = ""
    """Why there is no answer, where there is none: one of `conversation.NOT_ASKED_REASONS`."""


def spoken(change: Callable[[Reply], Reply]) -> Behaviour:
    """The model's replies in another form."""
    return lambda request: change(MODEL(request))


def refusing(refused: Mapping[str, Reply], model: Behaviour = MODEL) -> Behaviour:
    """Refuses each request that has one of these parts: a parameter's name, or `system role`."""

    def answer(request: Request) -> Reply:
        roles = {"system role"} if any(message["role"] == "system" for message in request["messages"]) else set()
        part = next((part for part in refused if part in {*request, *roles}), "")
        return refused[part] if part else model(request)

    return answer


def refusal(message: str) -> Reply:
    """A 400 with these words."""
    return Reply(message, status=400)


def eaten_unless(helps: Callable[[Request], bool], thought: str) -> Behaviour:
    """Thinks until its budget is used up, at any question but those of the set-up check, unless something helps."""

    def answer(request: Request) -> Reply:
        reply = MODEL(request)
        if reply.text == ANSWER and not helps(request):
            return Reply("", thinking=thought, finish="length")
        return replace(reply, thinking="" if reply.text == ANSWER else thought)

    return answer
