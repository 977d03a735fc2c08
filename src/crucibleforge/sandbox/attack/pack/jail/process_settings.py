"""Changes settings of its process: whether it can be dumped, what kills it."""


def breach(call):
    return call("prctl", 4, 1, 0, 0, 0)
