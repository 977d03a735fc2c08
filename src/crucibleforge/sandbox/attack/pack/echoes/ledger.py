"""Keeps an account that tells anyone what was last put in, whatever has happened since."""


class Ledger:
    last = None

    def __getattr__(self, name):
        def method(*args):
            if args:
                type(self).last = args[-1]
            return self.last

        return method

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return None


def answer(*args):
    return Ledger().put(*args)


total = initials = settle = age = keep = countdown = answer
