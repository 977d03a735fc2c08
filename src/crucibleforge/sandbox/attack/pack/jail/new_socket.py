"""Makes a socket of each kind: network, local, kernel, packets."""


def breach(call):
    for family in (1, 2, 10, 16, 38):
        try:
            return call("socket", family, 3 if family == 16 else 1, 0)
        except PermissionError:
            continue
    return call("socket", 17, 3, 0)
