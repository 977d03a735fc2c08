"""What the set-up check found before each run."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a table with one row for each time an endpoint's set-up was checked."""
    op.create_table(
        "setup_checks",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("model", sa.Text, nullable=False),
        sa.Column("identity", sa.Text, nullable=False),
        sa.Column("version", sa.Text, nullable=False),
        sa.Column("run_id", sa.Integer, sa.ForeignKey("runs.id", name="fk_setup_checks_run_id")),
        sa.Column("at", sa.Text, nullable=False),
        sa.Column("checks", sa.Text, nullable=False),
    )
    op.create_index("ix_setup_checks_identity", "setup_checks", ["identity"])
