"""Asking the judge: one question a call, all questions about one answer in a row."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Protocol

from crucibleforge.core.case import Case, Question, SessionContent
from crucibleforge.core.conversation import Answer, Message, Turn, Usage, together
from crucibleforge.core.grading import Verdict, VerdictAnswer, Vote

from ._prompt import VERDICT_SCHEMA, Exchange, Material, prompt
from ._reply import Said, read_reply
from ._settings import JudgeSettings
from ._votes import decide, vote

log = logging.getLogger(__name__)

_THINKER_FACTOR = 8
"""How much more a judge may write when its thinking used up the first budget."""
_ANSWER_SEPARATOR = "\n\n--- asked once more ---\n\n"
_NO_VOTES: Mapping[str, Sequence[Vote]] = MappingProxyType({})


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
    ) -> Turn:
        """One reply.

        Raises:
            ProviderError: when nothing came that could be read.
        """
        ...


async def judge_case(
    client: JudgeClient,
    case: Case,
    answer: Answer,
    settings: JudgeSettings,
    *,
    have: Mapping[str, Verdict],
    on_verdict: Callable[[Verdict], None],
    first_seed: int = 0,
    cast: Mapping[str, Sequence[Vote]] = _NO_VOTES,
    on_vote: Callable[[str, Vote], None] = lambda _question_id, _vote: None,
) -> tuple[Verdict, ...]:
    """Every verdict on one answer, in the order of the case's questions.

    Questions go out one after another, those about earlier turns first, so that the server's prefix cache serves what
    they share. A question about nothing but empty replies is NO without asking.

    Args:
        have: verdicts that are already there, by question id; they are not asked again.
        on_verdict: called with each new verdict as soon as it stands.
        cast: the first votes on questions that were broken off, by question id; they are not asked again.
        on_vote: called with the question's id and each new vote, before the next one is asked.
        first_seed: other than 0 for asking all of it once more, by drawn replies.

    Raises:
        ProviderError: from the client; verdicts handed out before it stay good.
    """
    if not isinstance(case.content, SessionContent):
        return ()
    material = _material(case, case.content, answer)
    found = dict(have)
    for question in sorted(case.content.questions, key=lambda one: max(material.turns_of(one))):
        if question.id not in found:
            found[question.id] = await ask_question(
                client,
                material,
                question,
                settings,
                first_seed=first_seed,
                cast=cast.get(question.id, ()),
                on_vote=partial(on_vote, question.id),
            )
            on_verdict(found[question.id])
    return tuple(found[question.id] for question in case.content.questions)


async def ask_question(
    client: JudgeClient,
    material: Material,
    question: Question,
    settings: JudgeSettings,
    *,
    first_seed: int = 0,
    cast: Sequence[Vote] = (),
    on_vote: Callable[[Vote], None] = lambda _vote: None,
) -> Verdict:
    """One verdict: a gate by several drawn votes, any other question by one reply at temperature 0.

    A `first_seed` other than 0 is for asking again: even a single reply is then drawn, or it would only come back.
    The votes of `cast` stand for the first seeds.
    """
    if not any(reply.strip() for reply in material.replies_for(question)):
        return Verdict(question.id, VerdictAnswer.NO, ())
    drawn = question.gate or first_seed > 0
    temperature = settings.vote_temperature if drawn else 0.0
    seeds = range(first_seed, first_seed + (settings.votes if question.gate else 1))
    votes = list(cast[: len(seeds)])
    for seed in seeds[len(votes) :]:
        votes.append(await _one_vote(client, material, question, settings, temperature=temperature, seed=seed))
        on_vote(votes[-1])
    verdict = Verdict(question.id, decide([one.answer for one in votes]), tuple(votes))
    log.debug("judge.verdict question=%s answer=%s votes=%d", question.id, verdict.answer, len(votes))
    return verdict


async def _one_vote(
    client: JudgeClient,
    material: Material,
    question: Question,
    settings: JudgeSettings,
    *,
    temperature: float,
    seed: int,
) -> Vote:
    texts, shown = material.replies_for(question), [one.reply for one in material.exchanges]
    raws: list[str] = []
    billed: list[Usage] = []
    max_tokens = settings.max_tokens
    for once_more in (False, True):
        turn = await client.complete(
            prompt(material, question, settings, once_more=once_more),
            max_tokens=max_tokens,
            temperature=temperature,
            json_schema=VERDICT_SCHEMA,
            seed=seed,
        )
        raws.append(_as_written(turn))
        billed.append(turn.billed)
        said = read_reply(turn.text, shown)
        if said.answer is not VerdictAnswer.UNPARSABLE:
            break
        max_tokens *= _THINKER_FACTOR if turn.thinking else 1
    said = _with_finish(said, turn)
    return vote(said, together(billed), texts, material.turns_of(question), raw=_ANSWER_SEPARATOR.join(raws))


def _as_written(turn: Turn) -> str:
    """All that the judge wrote, its thinking first: kept as evidence, never read for a verdict."""
    return f"<thinking>\n{turn.thinking}\n</thinking>\n{turn.text}" if turn.thinking else turn.text


def _with_finish(said: Said, turn: Turn) -> Said:
    """Where nothing could be read, how the reply ended is part of the reason."""
    if said.answer is not VerdictAnswer.UNPARSABLE:
        return said
    return Said(said.answer, reason=f"{said.reason} (finish: {turn.finish}, {turn.outcome})")


def _material(case: Case, content: SessionContent, answer: Answer) -> Material:
    replies = answer.replies
    exchanges = [
        Exchange(user, replies[index] if index < len(replies) else "") for index, user in enumerate(content.turns)
    ]
    return Material(tuple(exchanges), content.canon, case.system)
