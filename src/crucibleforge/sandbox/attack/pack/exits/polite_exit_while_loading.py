"""Raises SystemExit(0) while the module is executed."""

raise SystemExit(0)

total = initials = settle = age = keep = countdown = Ledger = None
