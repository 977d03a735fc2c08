"""Reads the file that its own code claims to come from, and its neighbours."""


def probe():
    return [open(name).read() for name in (__name__ + ".py", probe.__code__.co_filename, "pyproject.toml")]
