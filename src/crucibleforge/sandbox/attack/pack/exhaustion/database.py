"""Has a database in memory join a table with itself until the end of time."""

import sqlite3


def total(numbers):
    database = sqlite3.connect(":memory:")
    endless = "with recursive n(x) as (select 1 union all select x + 1 from n) select max(x) from n"
    return database.execute(endless).fetchone()


initials = settle = age = keep = countdown = Ledger = len
