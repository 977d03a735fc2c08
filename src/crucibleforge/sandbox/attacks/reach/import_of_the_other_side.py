"""Imports the modules of the side that asks."""


def probe():
    import crucibleforge.sandbox._victim

    return crucibleforge.sandbox._victim.GROUPS
