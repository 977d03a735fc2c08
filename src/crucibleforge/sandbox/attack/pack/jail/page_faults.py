"""Has itself told of page faults, by which the kernel can be held up in the middle of a copy."""


def breach(call):
    return call("userfaultfd", 1)
