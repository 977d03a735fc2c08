"""Rows that belong to nothing."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection, delete, exists, select

from crucibleforge.store._tables import metadata

from ._finding import StoreFinding, listed

__all__ = ["loose_rows"]


def loose_rows(connection: Connection) -> Iterator[StoreFinding]:
    """Rows whose parent is gone, whether the database would have allowed that or not."""
    for table in metadata.sorted_tables:
        for link in sorted(table.foreign_keys, key=lambda key: key.parent.name):
            child, parent = link.parent, link.column
            lost = select(child).distinct().where(child.is_not(None), ~exists().where(parent == child)).order_by(child)
            if gone := list(connection.scalars(lost)):
                take_out = delete(table).where(child.not_in(select(parent)))
                yield StoreFinding(
                    "loose rows",
                    f"{table.name} of {listed(f'missing {parent.table.name[:-1]}', gone)}",
                    "restore the store from a copy; without one take them out, since they count for nothing: "
                    + " ".join(str(take_out).split()),
                )
