"""What the stamps of cases were made of, so that a plan can say what an edit changed."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add a table with one row for each stamp; of stamps that were used before, the content is not known."""
    op.create_table(
        "contents",
        sa.Column("case_id", sa.Text, primary_key=True),
        sa.Column("aspect", sa.Text, primary_key=True),
        sa.Column("stamp", sa.Text, primary_key=True),
        sa.Column("content", sa.LargeBinary, nullable=False),
        sa.Column("seen", sa.Text, nullable=False),
    )
