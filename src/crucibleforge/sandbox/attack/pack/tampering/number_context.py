"""Sets decimal arithmetic to one digit and no errors, and leaves it so."""

import decimal

decimal.DefaultContext.prec = 1
decimal.setcontext(decimal.Context(prec=1, traps=[], Emin=-1, Emax=1))
decimal.getcontext = lambda: None


def answer(*args):
    return decimal.Decimal(66) + decimal.Decimal("Infinity")


total = initials = settle = age = keep = countdown = Ledger = answer
