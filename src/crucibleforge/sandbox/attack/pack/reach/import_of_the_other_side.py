"""Imports the modules of the side that asks."""


def probe():
    import crucibleforge.sandbox.attack._victim

    return crucibleforge.sandbox.attack._victim.GROUPS
