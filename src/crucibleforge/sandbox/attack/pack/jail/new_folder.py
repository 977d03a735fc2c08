"""Makes a folder, a link and then removes them."""


def breach(call):
    for attempt in (
        lambda: call("symlinkat", b"/etc", -100, b"/tmp/cheat_marker_link"),
        lambda: call("linkat", -100, b"/etc/passwd", -100, b"/tmp/cheat_marker_hard", 0),
        lambda: call("unlinkat", -100, b"/tmp/cheat_marker_link", 0),
    ):
        try:
            return attempt()
        except PermissionError:
            continue
    return call("mkdirat", -100, b"/tmp/cheat_marker_folder", 0o700)
