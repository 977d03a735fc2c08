"""The tables. A migration must lead to exactly these."""

from __future__ import annotations

from typing import Any

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Table,
)

from ._columns import Document, ExactText, Moment, PackedText

__all__ = [
    "OPEN",
    "answers",
    "calibrations",
    "contents",
    "exemplar_verdicts",
    "failures",
    "grades",
    "judge_votes",
    "metadata",
    "models",
    "runs",
    "setup_checks",
    "turns",
    "verdicts",
    "writers",
]

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


def _cost() -> tuple[Column[Any], ...]:
    """A cost; all three are null where it is unknown."""
    return Column("cost_usd", Double), Column("price_source", ExactText), Column("price_as_of", ExactText)


writers = Table(
    "writers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("host", ExactText, nullable=False),
    Column("pid", Integer, nullable=False),
    Column("command", ExactText, nullable=False),
    Column("since", Moment, nullable=False),
)

models = Table(
    "models",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("name", ExactText, nullable=False, unique=True),
    Column("identity", ExactText, nullable=False),
    Column("endpoint_kind", ExactText, nullable=False),
    Column("served_id", ExactText, nullable=False),
    Column("stack", Document, nullable=False),
)

runs = Table(
    "runs",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("command", ExactText, nullable=False),
    Column("suite", ExactText, nullable=False),
    Column("begun", Moment, nullable=False),
    Column("finished", Moment),
    Column("ending", ExactText, nullable=False),
)

setup_checks = Table(
    "setup_checks",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("model", ExactText, nullable=False),
    Column("identity", ExactText, nullable=False, index=True),
    Column("version", ExactText, nullable=False),
    Column("run_id", Integer, ForeignKey("runs.id")),
    Column("at", Moment, nullable=False),
    Column("checks", Document, nullable=False),
)

answers = Table(
    "answers",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("model", ExactText, nullable=False),
    Column("case_id", ExactText, nullable=False),
    Column("attempt", Integer, nullable=False),
    Column("question_stamp", ExactText, nullable=False),
    Column("run_id", Integer, ForeignKey("runs.id")),
    Column("begun", Moment, nullable=False),
    Column("finished", Moment),
    Column("outcome", ExactText),
    Column("reason", ExactText, nullable=False),
    Index(None, "model", "case_id", "attempt", "question_stamp"),
)

failures = Table(
    "failures",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("answer_id", Integer, ForeignKey("answers.id"), nullable=False, index=True),
    Column("at", Moment, nullable=False),
    Column("reason", ExactText, nullable=False),
)

turns = Table(
    "turns",
    metadata,
    Column("answer_id", Integer, ForeignKey("answers.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("sent", Document, nullable=False),
    Column("text", ExactText, nullable=False),
    Column("outcome", ExactText, nullable=False),
    Column("thinking", PackedText, nullable=False),
    Column("tool_calls", Document, nullable=False),
    Column("finish", ExactText, nullable=False),
    Column("note", ExactText, nullable=False),
    Column("prompt_tokens", Integer),
    Column("completion_tokens", Integer),
    Column("cached_tokens", Integer),
    Column("reasoning_tokens", Integer),
    Column("billed_prompt_tokens", Integer),
    Column("billed_completion_tokens", Integer),
    Column("billed_cached_tokens", Integer),
    Column("billed_reasoning_tokens", Integer),
    *_cost(),
    Column("first_token_s", Double),
    Column("total_s", Double, nullable=False),
    Column("raw", PackedText, nullable=False),
)

grades = Table(
    "grades",
    metadata,
    Column("answer_id", Integer, ForeignKey("answers.id"), primary_key=True),
    Column("check_stamp", ExactText, primary_key=True),
    Column("case_id", ExactText, nullable=False),
    Column("outcome", ExactText, nullable=False),
    Column("checks", Document, nullable=False),
)

OPEN = ""
"""In place of a verdict's answer: votes are still missing."""

verdicts = Table(
    "verdicts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("answer_id", Integer, ForeignKey("answers.id"), nullable=False),
    Column("judge_stamp", ExactText, nullable=False),
    Column("question_id", ExactText, nullable=False),
    Column("at", Moment, nullable=False),
    Column("answer", ExactText, nullable=False),
    Index(None, "answer_id", "judge_stamp"),
)

judge_votes = Table(
    "judge_votes",
    metadata,
    Column("verdict_id", Integer, ForeignKey("verdicts.id"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("answer", ExactText, nullable=False),
    Column("said", ExactText, nullable=False),
    Column("quote", ExactText, nullable=False),
    Column("quote_valid", Boolean, nullable=False),
    Column("start", Integer),
    Column("end", Integer),
    Column("turn", Integer),
    Column("reason", ExactText, nullable=False),
    Column("raw", PackedText, nullable=False),
    Column("prompt_tokens", Integer),
    Column("cached_tokens", Integer),
    Column("completion_tokens", Integer),
    *_cost(),
)

calibrations = Table(
    "calibrations",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("judge_fingerprint", ExactText, nullable=False, index=True),
    Column("judge", ExactText, nullable=False),
    Column("identity", ExactText, nullable=False),
    Column("at", Moment, nullable=False),
    Column("passed", Boolean, nullable=False),
    Column("words", ExactText, nullable=False),
    Column("trial", Boolean, nullable=False),
)

contents = Table(
    "contents",
    metadata,
    Column("case_id", ExactText, primary_key=True),
    Column("aspect", ExactText, primary_key=True),
    Column("stamp", ExactText, primary_key=True),
    Column("content", PackedText, nullable=False),
    Column("seen", Moment, nullable=False),
)

exemplar_verdicts = Table(
    "exemplar_verdicts",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("judge_fingerprint", ExactText, nullable=False),
    Column("judge", ExactText, nullable=False, index=True),
    Column("identity", ExactText, nullable=False),
    Column("case_id", ExactText, nullable=False),
    Column("exemplar", ExactText, nullable=False),
    Column("stamp", ExactText, nullable=False),
    Column("repeat", Integer, nullable=False),
    Column("at", Moment, nullable=False),
    Column("question_id", ExactText, nullable=False),
    Column("answer", ExactText, nullable=False),
    Column("votes", Document, nullable=False),
)
