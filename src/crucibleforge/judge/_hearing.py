"""One answer before the judge: what is still to be asked about it, and the verdicts as they come to stand."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping
from types import MappingProxyType

from crucibleforge.core.case import Case, Question, SessionContent
from crucibleforge.core.conversation import Answer
from crucibleforge.core.grading import Verdict, VerdictAnswer, Vote

from ._ballots import Ballot, JudgeClient, ballots, cast
from ._prompt import Material, material_of
from ._settings import JudgeSettings
from ._votes import decide

log = logging.getLogger(__name__)

_NO_TRIES: Mapping[str, int] = MappingProxyType({})
_NO_VOTES: Mapping[str, Mapping[int, Vote]] = MappingProxyType({})


class Hearing:
    """All that is still to be asked about one answer. Its ballots may be asked in any order and side by side.

    They come in the order in which a server's prefix cache serves them best: the votes on a question together, questions
    about earlier turns first.

    Args:
        have: verdicts that are already there, by question id; they are not asked again.
        tries: how often each question was asked before and could not be decided, by its id; asking it again is drawn.
        votes: the votes on questions that were broken off, by question id and number; they are not asked again.
        on_vote: called with the question's id, the vote's number and each new vote as soon as it is there.
        on_verdict: called with each new verdict as soon as all its votes are there.
    """

    def __init__(
        self,
        case: Case,
        answer: Answer,
        settings: JudgeSettings,
        *,
        have: Mapping[str, Verdict],
        on_verdict: Callable[[Verdict], None],
        tries: Mapping[str, int] = _NO_TRIES,
        votes: Mapping[str, Mapping[int, Vote]] = _NO_VOTES,
        on_vote: Callable[[str, int, Vote], None] = lambda _question_id, _number, _vote: None,
    ) -> None:
        content = case.content
        self._questions = content.questions if isinstance(content, SessionContent) else ()
        self._material = material_of(case, content, answer) if isinstance(content, SessionContent) else Material(())
        self._settings = settings
        self._found = dict(have)
        self._tries = tries
        self._votes = {question.id: dict(votes.get(question.id, {})) for question in self._questions}
        self._on_vote = on_vote
        self._on_verdict = on_verdict

    @property
    def verdicts(self) -> tuple[Verdict, ...]:
        """Those that stand, in the order of the case's questions."""
        return tuple(self._found[question.id] for question in self._questions if question.id in self._found)

    def begin(self) -> list[Ballot]:
        """What is to be asked. A question about nothing but empty replies, or one with all its votes, is decided at once."""
        left: list[Ballot] = []
        for question in sorted(self._questions, key=lambda one: max(self._material.turns_of(one))):
            if question.id in self._found:
                continue
            if _is_unanswered(self._material, question):
                self._settle(Verdict(question.id, VerdictAnswer.NO, ()))
                continue
            left += [ballot for ballot in self._all(question) if ballot.number not in self._votes[question.id]]
            self._settle_when_complete(question)
        return left

    async def ask(self, client: JudgeClient, ballot: Ballot) -> None:
        """Ask for one vote; the last one on a question brings its verdict.

        Raises:
            ProviderError: from the client; what was handed out before stays good.
        """
        question, vote = ballot.question, await cast(client, self._material, ballot, self._settings)
        self._votes[question.id][ballot.number] = vote
        self._on_vote(question.id, ballot.number, vote)
        self._settle_when_complete(question)

    def _all(self, question: Question) -> tuple[Ballot, ...]:
        return ballots(question, self._settings, self._tries.get(question.id, 0) * self._settings.votes)

    def _settle_when_complete(self, question: Question) -> None:
        votes = self._votes[question.id]
        if len(votes) == len(self._all(question)):
            self._settle(_decided(question, [votes[number] for number in sorted(votes)]))

    def _settle(self, verdict: Verdict) -> None:
        log.debug("judge.verdict question=%s answer=%s", verdict.question_id, verdict.answer)
        self._found[verdict.question_id] = verdict
        self._on_verdict(verdict)


async def judge_case(
    client: JudgeClient,
    case: Case,
    answer: Answer,
    settings: JudgeSettings,
    on_verdict: Callable[[Verdict], None] = lambda _verdict: None,
) -> tuple[Verdict, ...]:
    """Every verdict on one answer, asked one vote after another, in the order of the case's questions.

    Args:
        on_verdict: called with each verdict as soon as it stands.

    Raises:
        ProviderError: from the client; verdicts handed out before it stay good.
    """
    hearing = Hearing(case, answer, settings, have={}, on_verdict=on_verdict)
    for ballot in hearing.begin():
        await hearing.ask(client, ballot)
    return hearing.verdicts


async def ask_question(
    client: JudgeClient, material: Material, question: Question, settings: JudgeSettings, *, first_seed: int = 0
) -> Verdict:
    """One verdict, its votes one after another.

    Args:
        first_seed: other than 0 for asking again.
    """
    if _is_unanswered(material, question):
        return Verdict(question.id, VerdictAnswer.NO, ())
    return _decided(
        question,
        [await cast(client, material, ballot, settings) for ballot in ballots(question, settings, first_seed)],
    )


def _is_unanswered(material: Material, question: Question) -> bool:
    return not any(reply.strip() for reply in material.replies_for(question))


def _decided(question: Question, votes: list[Vote]) -> Verdict:
    return Verdict(question.id, decide([one.answer for one in votes]), tuple(votes))
