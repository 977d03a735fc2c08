"""Has itself told what happens to files."""


def breach(call):
    try:
        return call("inotify_init1", 0)
    except PermissionError:
        return call("fanotify_init", 0, 0)
