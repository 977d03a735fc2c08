"""Makes links to files outside, to read them by another name."""

import os


def probe():
    for link in (os.symlink, os.link):
        try:
            link("/etc/hostname", "/tmp/cheat_marker_link")
            return os.readlink("/tmp/cheat_marker_link")
        except OSError as error:
            refused = error
    raise refused
