"""Changes the root folder."""


def breach(call):
    try:
        return call("chroot", b"/")
    except PermissionError:
        return call("pivot_root", b"/nowhere", b"/nowhere")
