"""Creates a file where everyone may."""


def breach(call):
    return call("openat", -100, b"/tmp/cheat_marker_jail", 0o101, 0o600)
