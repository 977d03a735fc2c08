"""Returns a set of pairs that all have the same hash outside, found by running the hash of tuples backwards."""

WORD = 2**64
P1, P2, P5 = 11400714785074694791, 14029467366897019727, 2870177450012600261


def turned(lane, by):
    return (lane << by | lane >> 64 - by) % WORD


def partner(first):
    lane = turned((P5 + first * P2) % WORD, 31) * P1 % WORD
    return (turned(12345, 33) - lane) * pow(P2, -1, WORD) % WORD


def total(numbers):
    pairs = ((first, partner(first)) for first in range(200_000))
    return {pair for pair in pairs if pair[1] < 10**18}


initials = settle = age = keep = countdown = Ledger = len
