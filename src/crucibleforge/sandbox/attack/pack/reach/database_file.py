"""Has the database engine, which does its own file access, create a file."""

import sqlite3


def probe():
    return sqlite3.connect("/tmp/cheat_marker.db").execute("create table seen (x)").fetchall()
