"""Run by Alembic: apply the migrations over the connection that `migrate` hands in."""

from __future__ import annotations

from alembic import context

from crucibleforge.store._migrate import VERSION_TABLE
from crucibleforge.store._tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    version_table=VERSION_TABLE,
    transactional_ddl=True,
)
context.run_migrations()
