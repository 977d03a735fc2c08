"""The first tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create every table of the first version."""
    op.create_table(
        "writers",
        sa.Column("id", sa.Integer, primary_key=True),
        _text("host"),
        sa.Column("pid", sa.Integer, nullable=False),
        _text("command"),
        _text("since"),
    )
    op.create_table(
        "models",
        sa.Column("id", sa.Integer, primary_key=True),
        _text("name"),
        _text("identity"),
        _text("endpoint_kind"),
        _text("served_id"),
        _text("stack"),
        sa.UniqueConstraint("name", name="uq_models_name"),
    )
    op.create_table(
        "runs",
        sa.Column("id", sa.Integer, primary_key=True),
        _text("command"),
        _text("suite"),
        _text("begun"),
        sa.Column("finished", sa.Text),
        _text("ending"),
    )
    _create_answers()
    _create_judgements()


def _create_answers() -> None:
    op.create_table(
        "answers",
        sa.Column("id", sa.Integer, primary_key=True),
        _text("model"),
        _text("case_id"),
        sa.Column("attempt", sa.Integer, nullable=False),
        _text("question_stamp"),
        sa.Column("run_id", sa.Integer, sa.ForeignKey("runs.id", name="fk_answers_run_id")),
        _text("begun"),
        sa.Column("finished", sa.Text),
        sa.Column("outcome", sa.Text),
        _text("reason"),
    )
    op.create_index("ix_answers_model", "answers", ["model", "case_id", "attempt", "question_stamp"])
    op.create_table(
        "failures",
        sa.Column("id", sa.Integer, primary_key=True),
        _answer_id("failures"),
        _text("at"),
        _text("reason"),
    )
    op.create_index("ix_failures_answer_id", "failures", ["answer_id"])
    op.create_table(
        "turns",
        _answer_id("turns"),
        sa.Column("number", sa.Integer, autoincrement=False),
        _text("sent"),
        _text("text"),
        _text("outcome"),
        sa.Column("thinking", sa.LargeBinary, nullable=False),
        _text("tool_calls"),
        _text("finish"),
        _text("note"),
        sa.Column("prompt_tokens", sa.Integer),
        sa.Column("completion_tokens", sa.Integer),
        sa.Column("cached_tokens", sa.Integer),
        sa.Column("reasoning_tokens", sa.Integer),
        sa.Column("first_token_s", sa.Double),
        sa.Column("total_s", sa.Double, nullable=False),
        sa.Column("raw", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("answer_id", "number"),
    )


def _create_judgements() -> None:
    op.create_table(
        "grades",
        _answer_id("grades"),
        _text("check_stamp"),
        _text("case_id"),
        _text("outcome"),
        _text("checks"),
        sa.PrimaryKeyConstraint("answer_id", "check_stamp"),
    )
    op.create_table(
        "verdicts",
        sa.Column("id", sa.Integer, primary_key=True),
        _answer_id("verdicts"),
        _text("judge_stamp"),
        _text("question_id"),
        _text("at"),
        _text("answer"),
    )
    op.create_index("ix_verdicts_answer_id", "verdicts", ["answer_id", "judge_stamp"])
    op.create_table(
        "judge_votes",
        sa.Column("verdict_id", sa.Integer, sa.ForeignKey("verdicts.id", name="fk_judge_votes_verdict_id")),
        sa.Column("number", sa.Integer, autoincrement=False),
        _text("answer"),
        _text("said"),
        _text("quote"),
        sa.Column("quote_valid", sa.Boolean, nullable=False),
        sa.Column("start", sa.Integer),
        sa.Column("end", sa.Integer),
        sa.Column("turn", sa.Integer),
        _text("reason"),
        sa.Column("raw", sa.LargeBinary, nullable=False),
        sa.Column("prompt_tokens", sa.Integer),
        sa.Column("cached_tokens", sa.Integer),
        sa.Column("completion_tokens", sa.Integer),
        sa.PrimaryKeyConstraint("verdict_id", "number"),
    )
    op.create_table(
        "calibrations",
        sa.Column("id", sa.Integer, primary_key=True),
        _text("judge_fingerprint"),
        _text("judge"),
        _text("identity"),
        _text("at"),
        sa.Column("passed", sa.Boolean, nullable=False),
        _text("words"),
    )
    op.create_index("ix_calibrations_judge_fingerprint", "calibrations", ["judge_fingerprint"])


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)


def _answer_id(table: str) -> sa.Column[int]:
    return sa.Column("answer_id", sa.Integer, sa.ForeignKey("answers.id", name=f"fk_{table}_answer_id"), nullable=False)
