"""What each turn and each vote cost, and by which price."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the usage of all attempts and the cost; of what was stored before, neither is known."""
    for name in ("prompt_tokens", "completion_tokens", "cached_tokens", "reasoning_tokens"):
        op.add_column("turns", sa.Column(f"billed_{name}", sa.Integer))
    for table in ("turns", "judge_votes"):
        op.add_column(table, sa.Column("cost_usd", sa.Double))
        op.add_column(table, sa.Column("price_source", sa.Text))
        op.add_column(table, sa.Column("price_as_of", sa.Text))
