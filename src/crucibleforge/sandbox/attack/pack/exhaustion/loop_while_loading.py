"""Never gets as far as defining anything."""

while True:
    pass

total = initials = settle = age = keep = countdown = Ledger = None
