"""A judge's own error rates, from what it said about exemplars."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from crucibleforge.core.case import Question, SessionContent
from crucibleforge.core.grading import Verdict, VerdictAnswer
from crucibleforge.score import Proportion, kappa
from crucibleforge.store import StoredExemplarVerdict

from ._exemplars import NO, YES, JudgedExemplar

UNPARSABLE = VerdictAnswer.UNPARSABLE

Fitness = Literal["fit", "unfit", "open"]
Key = tuple[str, str, str]
"""Case id, name of the exemplar, question id."""


@dataclass(frozen=True, slots=True)
class Rates:
    """How often a judge is right. A verdict that could not be read counts in none of the rates."""

    true_yes: Proportion
    """YES, where YES is right."""
    true_no: Proportion
    """NO, where NO is right; a YES whose quote proves nothing is a NO."""
    quotes: Proportion
    """Quotes that stand in the reply, of all votes for YES."""
    flips: Proportion
    """Questions about an exemplar answered both ways, of those asked more than once."""
    unparsable: int


@dataclass(frozen=True, slots=True)
class QuestionRates:
    """One question, over all exemplars of its case."""

    case_id: str
    question: Question
    rates: Rates
    fitness: Fitness
    """Unfit: an exemplar that is wrong here comes out as the good one does. Open: no exemplar is wrong here, or a verdict
    is missing."""
    mistaken: tuple[str, ...]
    """The exemplars on which the judge is wrong."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """What the verdicts cost, where the server counted."""

    votes: int
    prompt: int
    cached: int
    """Of the prompt's, those that the server had at hand."""
    completion: int


@dataclass(frozen=True, slots=True)
class JudgeRates:
    """All that is known of one judge under the settings and the suite as they are now."""

    overall: Rates
    questions: tuple[QuestionRates, ...]
    judged: int
    known: int
    """Questions about exemplars that have a verdict, and all there are."""
    repeats: int
    """How often every one of them was asked."""
    tokens: Tokens
    measured: datetime | None
    """When the last of the verdicts came."""
    stale: datetime | None
    """When the last one came that counts no more, because the judge, its prompt or a case has changed."""

    @property
    def state(self) -> Literal["measured", "incomplete", "stale", "not measured"]:
        """Whether the rates may be shown as the judge's."""
        if self.judged:
            return "measured" if self.judged == self.known else "incomplete"
        return "not measured" if self.stale is None else "stale"

    @property
    def unfit(self) -> tuple[QuestionRates, ...]:
        """The questions on which this judge cannot tell right from wrong."""
        return tuple(one for one in self.questions if one.fitness == "unfit")


Verdicts = Mapping[Key, Mapping[int, StoredExemplarVerdict]]
"""What a judge said on each question about each exemplar, by repeat."""


def current_verdicts(
    exemplars: Iterable[JudgedExemplar], fingerprint: str, stored: Iterable[StoredExemplarVerdict]
) -> dict[Key, dict[int, StoredExemplarVerdict]]:
    """Those of the stored verdicts that still speak of the judge of this fingerprint and of these exemplars."""
    said: dict[Key, dict[int, StoredExemplarVerdict]] = {key: {} for one in exemplars for key in _keys(one)}
    stamps = {key[:2]: one.stamp(fingerprint) for one in exemplars for key in _keys(one)}
    for one in stored:
        if stamps.get((one.case_id, one.exemplar)) == one.stamp:
            said[one.case_id, one.exemplar, one.verdict.question_id][one.repeat] = one
    return said


def judge_rates(
    exemplars: Sequence[JudgedExemplar], fingerprint: str, stored: Sequence[StoredExemplarVerdict]
) -> JudgeRates:
    """The rates of the judge of this fingerprint.

    The first verdict on each question counts, reached just as in judging; repeats are drawn, and say how steady it is.

    Args:
        stored: all that judges of this name ever said about exemplars.
    """
    said = current_verdicts(exemplars, fingerprint, stored)
    right = {key: one.right[key[2]] for one in exemplars for key in _keys(one)}
    current = [one for repeats in said.values() for one in repeats.values()]
    moments = {one.at for one in current}
    return JudgeRates(
        overall=_rates(right, said),
        questions=tuple(_questions(exemplars, right, said)),
        judged=sum(0 in repeats for repeats in said.values()),
        known=len(said),
        repeats=min(map(len, said.values()), default=0),
        tokens=_tokens([one.verdict for one in current]),
        measured=max(moments, default=None),
        stale=max((one.at for one in stored), default=None) if not current else None,
    )


def agreement(a: Verdicts, b: Verdicts) -> tuple[Proportion, float | None]:
    """How often two judges say the same about exemplars, and Cohen's kappa; only what both said readably counts."""
    pairs = [(one, other) for key in a if (one := _first(a, key)) and (other := _first(b, key))]
    words = [(one is YES, other is YES) for one, other in pairs]
    return Proportion(sum(one == other for one, other in words), len(words)), kappa(words)


def _keys(one: JudgedExemplar) -> list[Key]:
    return [(one.case.id, one.exemplar.name, question_id) for question_id in one.right]


def _first(said: Verdicts, key: Key) -> VerdictAnswer | None:
    """The verdict that counts, where it could be read."""
    found = said.get(key, {}).get(0)
    return None if found is None or found.verdict.answer is UNPARSABLE else found.verdict.answer


def _rates(right: Mapping[Key, VerdictAnswer], said: Verdicts) -> Rates:
    """Over the questions of `right` alone."""
    heard = {key: answer for key in right if (answer := _first(said, key))}
    votes = [vote for key in right if 0 in said[key] for vote in said[key][0].verdict.votes if vote.said is YES]
    repeated = [answers for key in right if len(answers := _readable(said[key].values())) > 1]
    return Rates(
        true_yes=_right_of(YES, right, heard),
        true_no=_right_of(NO, right, heard),
        quotes=Proportion(sum(vote.quote_valid for vote in votes), len(votes)),
        flips=Proportion(sum(len(set(answers)) > 1 for answers in repeated), len(repeated)),
        unparsable=sum(0 in said[key] and key not in heard for key in right),
    )


def _right_of(
    answer: VerdictAnswer, right: Mapping[Key, VerdictAnswer], heard: Mapping[Key, VerdictAnswer]
) -> Proportion:
    found = [heard[key] for key in heard if right[key] is answer]
    return Proportion(found.count(answer), len(found))


def _readable(said: Iterable[StoredExemplarVerdict]) -> list[VerdictAnswer]:
    return [one.verdict.answer for one in said if one.verdict.answer is not UNPARSABLE]


def _questions(
    exemplars: Sequence[JudgedExemplar], right: Mapping[Key, VerdictAnswer], said: Verdicts
) -> Iterator[QuestionRates]:
    for case in {one.case.id: one.case for one in exemplars}.values():
        assert isinstance(case.content, SessionContent)
        for question in case.content.questions:
            known = {key: right[key] for key in right if (key[0], key[2]) == (case.id, question.id)}
            heard = {key: _first(said, key) for key in known}
            mistaken = tuple(key[1] for key, answer in heard.items() if answer not in (None, known[key]))
            yield QuestionRates(case.id, question, _rates(known, said), _fitness(known, heard), mistaken)


def _fitness(known: Mapping[Key, VerdictAnswer], heard: Mapping[Key, VerdictAnswer | None]) -> Fitness:
    """Whether the good exemplar, which comes first, is told from those that are wrong here."""
    good = next(iter(known))
    wrong = [key for key in known if known[key] is not known[good]]
    deciding = [good, *wrong] if wrong else []
    if any(heard[key] not in (None, known[key]) for key in deciding):
        return "unfit"
    return "fit" if deciding and all(heard[key] for key in deciding) else "open"


def _tokens(verdicts: Iterable[Verdict]) -> Tokens:
    votes = [vote for verdict in verdicts for vote in verdict.votes]
    return Tokens(
        votes=len(votes),
        prompt=sum(vote.prompt_tokens or 0 for vote in votes),
        cached=sum(vote.cached_tokens or 0 for vote in votes),
        completion=sum(vote.completion_tokens or 0 for vote in votes),
    )
