"""Does what the specification asks for: the one solution that must pass, before and after every attack."""


def total(numbers):
    """Their sum."""
    return sum(numbers)


def initials(words):
    """The words by their first letter, in the order given."""
    found = {}
    for word in words:
        found.setdefault(word[0], []).append(word)
    return found


def settle(numbers):
    """Sorts the list itself and drops what repeats."""
    numbers[:] = sorted(set(numbers))


def age(text):
    """A whole number of years from 0 to 150; ValueError for anything else."""
    years = int(text)
    if not 0 <= years <= 150:
        raise ValueError(f"nobody is {years}")
    return years


def keep(wanted, items):
    """The items for which `wanted` says yes, asked once each."""
    return [item for item in items if wanted(item)]


def countdown(start):
    """Yields start, start - 1, … 1."""
    while start > 0:
        yield start
        start -= 1


class Overdrawn(ValueError):
    """Somebody takes more than is there."""


class Ledger:
    """Who has how much, and how that came about."""

    def __init__(self):
        self.history = []

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        return False

    def balance(self, name):
        return sum(amount for who, amount in self.history if who == name)

    def put(self, name, amount):
        self.history.append((name, amount))

    def take(self, name, amount):
        if amount > self.balance(name):
            raise Overdrawn(name)
        self.history.append((name, -amount))
        return self.balance(name)
