"""A stored verdict once more, from the judge's own words and the reply: no model is asked."""

from __future__ import annotations

from collections.abc import Iterator

from crucibleforge.core.case import Case, Question, SessionContent
from crucibleforge.core.conversation import Answer, Usage
from crucibleforge.core.grading import JudgeSettings, Verdict, VerdictAnswer, Vote

from ._ballots import ballots, last_reply
from ._prompt import Material, material_of
from ._reply import read_reply
from ._votes import decide, vote

_FOUND = ("answer", "said", "quote", "quote_valid", "start", "end", "turn")


def recheck(case: Case, answer: Answer, verdict: Verdict, settings: JudgeSettings) -> Iterator[str]:
    """What of a verdict does not follow from what the judge wrote, in words; nothing when all of it does.

    Each vote's reply is read again, its quote looked up in the model's reply, and the votes are counted.
    """
    content = case.content
    questions = content.questions if isinstance(content, SessionContent) else ()
    question = next((each for each in questions if each.id == verdict.question_id), None)
    if question is None or not isinstance(content, SessionContent):
        yield f"{verdict.question_id}: the case has no such question"
        return
    material = material_of(case, content, answer)
    wanted = len(ballots(question, settings)) if any(map(str.strip, material.replies_for(question))) else 0
    if len(verdict.votes) != wanted:
        yield f"{question.id}: {len(verdict.votes)} votes instead of {wanted}"
        return
    for number, stored in enumerate(verdict.votes, start=1):
        again = _again(stored, material, question)
        for name in _FOUND:
            was, now = getattr(stored, name), getattr(again, name)
            if was != now:
                yield f"{question.id}, vote {number}: {name.replace('_', ' ')} is {now!r}, not {was!r}"
    decided = decide([one.answer for one in verdict.votes]) if verdict.votes else VerdictAnswer.NO
    if decided is not verdict.answer:
        yield f"{question.id}: the votes make it {decided}, not {verdict.answer}"


def _again(stored: Vote, material: Material, question: Question) -> Vote:
    said = read_reply(last_reply(stored.raw), [one.reply for one in material.exchanges])
    return vote(said, Usage(), material.replies_for(question), material.turns_of(question), raw=stored.raw)
