"""What a judge said, vote by vote, with the words it quoted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from rich.text import Text

from crucibleforge.board import BoardResults, scrubbed
from crucibleforge.core.case import Case, SessionContent
from crucibleforge.core.grading import Verdict, VerdictAnswer, Vote
from crucibleforge.judge import Alike

from ._plain import console, plain

_QUOTED = "black on yellow"


def verdicts_json(case: Case, verdicts: Mapping[str, Verdict]) -> list[dict[str, Any]]:
    """Every question that was judged, in the case's order, with all votes as they are stored."""
    questions = case.content.questions if isinstance(case.content, SessionContent) else ()
    return [
        {
            "question": question.id,
            "ask": question.ask,
            "expect": question.expect,
            "turns": list(question.turns),
            "answer": verdict.answer,
            "votes": [asdict(vote) for vote in verdict.votes],
        }
        for question in questions
        if (verdict := verdicts.get(question.id))
    ]


def print_votes(verdict: Verdict) -> None:
    """One line a vote: what was said, what it counts as, and where its quote stands or why it proves nothing."""
    for number, vote in enumerate(verdict.votes, start=1):
        console.print(Text(f"      vote {number}: ").append_text(plain(scrubbed(_in_words(vote)))), style="dim")


def _in_words(vote: Vote) -> str:
    quoted = f": “{vote.quote}”" if vote.quote else ""
    if vote.quote_valid:
        return f"{vote.said}, in turn {vote.turn} from character {vote.start} to {vote.end}{quoted}"
    if vote.said is not vote.answer:
        return f"{vote.said} counts as {vote.answer}, because {vote.reason}{quoted}"
    return f"{vote.said} ({vote.reason})" if vote.reason else f"{vote.said}{quoted}"


def with_quotes_marked(text: str, turn: int, verdicts: Iterable[Verdict]) -> Text:
    """A reply in which the words that a valid YES quotes stand out.

    Args:
        turn: its number, from 1.
    """
    marked = plain(text)
    for verdict in verdicts:
        for vote in verdict.votes:
            if vote.turn == turn and vote.answer is VerdictAnswer.YES and vote.start is not None:
                marked.stylize(_QUOTED, vote.start, vote.end)
    return marked


def alike_json(one: Alike) -> dict[str, Any]:
    """A question that was answered in the same words about different answers."""
    return {"case": one.case_id, "question": one.question_id, "models": list(one.models), "wrote": one.raw}


def print_alike(board: BoardResults, model: str | None = None) -> None:
    """Warn of questions that the judge answered in the same words about different answers; those of one model only."""
    for one in board.judged_alike:
        if model is None or model in one.models:
            words = (
                f"{one.case_id} {one.question_id}: the judge wrote word for word the same about {', '.join(one.models)}"
            )
            console.print(Text(words, style="yellow"))
