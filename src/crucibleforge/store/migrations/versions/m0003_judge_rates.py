"""What judges said about exemplars, and which calibrations were only tries."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a table with one row for each verdict on an exemplar; every calibration so far came before judging."""
    op.create_table(
        "exemplar_verdicts",
        sa.Column("id", sa.Integer, primary_key=True),
        *(_text(name) for name in ("judge_fingerprint", "judge", "identity", "case_id", "exemplar", "stamp")),
        sa.Column("repeat", sa.Integer, nullable=False),
        *(_text(name) for name in ("at", "question_id", "answer", "votes")),
    )
    op.create_index("ix_exemplar_verdicts_judge", "exemplar_verdicts", ["judge"])
    op.add_column("calibrations", sa.Column("trial", sa.Boolean, nullable=False, server_default=sa.false()))


def _text(name: str) -> sa.Column[str]:
    return sa.Column(name, sa.Text, nullable=False)
