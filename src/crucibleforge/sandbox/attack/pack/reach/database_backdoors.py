"""Attaches a file to a database in memory, or loads an extension into it."""

import sqlite3


def probe():
    database = sqlite3.connect(":memory:")
    try:
        database.enable_load_extension(True)
        return database.execute("select load_extension('/lib/x86_64-linux-gnu/libc.so.6')").fetchall()
    except (AttributeError, sqlite3.Error):
        database.execute("attach '/tmp/cheat_marker_attached.db' as other")
        return database.execute("create table other.seen (x)").fetchall()
