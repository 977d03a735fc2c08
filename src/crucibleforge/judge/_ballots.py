"""One vote of the judge: what is asked, with which seed, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from crucibleforge.core.case import Question
from crucibleforge.core.conversation import Message, Turn, Usage, together
from crucibleforge.core.grading import VerdictAnswer, Vote

from ._prompt import VERDICT_SCHEMA, Material, prompt
from ._reply import Said, read_reply
from ._settings import JudgeSettings
from ._votes import vote

_THINKER_FACTOR = 8
"""How much more a judge may write at last whose thinking used up the first budget."""
_THINKING, _THOUGHT = "<thinking>\n", "\n</thinking>\n"
_ANSWER_SEPARATOR = "\n\n--- asked once more ---\n\n"


class JudgeClient(Protocol):
    """What judging needs of a chat client."""

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float | None,
        json_schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
        thinks: bool = True,
    ) -> Turn:
        """One reply.

        Args:
            thinks: False keeps a model that thinks from it, where that can be.

        Raises:
            ProviderError: when nothing came that could be read.
        """
        ...


@dataclass(frozen=True, slots=True)
class Ballot:
    """One vote that is to be asked for."""

    question: Question
    number: int
    """Among the votes on its question, from 1."""
    seed: int
    temperature: float


def ballots(question: Question, settings: JudgeSettings, first_seed: int = 0) -> tuple[Ballot, ...]:
    """A gate takes several drawn votes, any other question one at temperature 0.

    A `first_seed` other than 0 is for asking again: even a single reply is then drawn, or it would only come back.
    """
    drawn = question.gate or first_seed > 0
    return tuple(
        Ballot(question, number, first_seed + number - 1, settings.vote_temperature if drawn else 0.0)
        for number in range(1, (settings.votes if question.gate else 1) + 1)
    )


async def cast(client: JudgeClient, material: Material, ballot: Ballot, settings: JudgeSettings) -> Vote:
    """Ask for one vote, and once more where the reply cannot be read; of a judge that thought, first without its thinking.

    Raises:
        ProviderError: from the client.
    """
    question, shown = ballot.question, [one.reply for one in material.exchanges]
    raws: list[str] = []
    billed: list[Usage] = []
    has_thought = False
    for once_more, thinks in ((False, True), (False, False), (True, True)):
        if not thinks and not has_thought:
            continue
        turn = await client.complete(
            prompt(material, question, settings, once_more=once_more),
            max_tokens=settings.max_tokens * (_THINKER_FACTOR if once_more and has_thought else 1),
            temperature=ballot.temperature,
            json_schema=VERDICT_SCHEMA,
            seed=ballot.seed,
            thinks=thinks,
        )
        raws.append(_as_written(turn))
        billed.append(turn.billed)
        said = read_reply(turn.text, shown)
        if said.answer is not VerdictAnswer.UNPARSABLE:
            break
        has_thought = has_thought or bool(turn.thinking)
    texts, raw = material.replies_for(question), _ANSWER_SEPARATOR.join(raws)
    return vote(_with_finish(said, turn), together(billed), texts, material.turns_of(question), raw=raw)


def _as_written(turn: Turn) -> str:
    """All that the judge wrote, its thinking first: kept as evidence, never read for a verdict."""
    return f"{_THINKING}{turn.thinking}{_THOUGHT}{turn.text}" if turn.thinking else turn.text


def last_reply(raw: str) -> str:
    """The reply that decided a vote, out of all that was written for it: the last one, without its thinking."""
    last = raw.rpartition(_ANSWER_SEPARATOR)[2]
    return last.rpartition(_THOUGHT)[2] if last.startswith(_THINKING) else last


def _with_finish(said: Said, turn: Turn) -> Said:
    """Where nothing could be read, how the reply ended is part of the reason."""
    if said.answer is not VerdictAnswer.UNPARSABLE:
        return said
    return Said(said.answer, reason=f"{said.reason} (finish: {turn.finish}, {turn.outcome})")
