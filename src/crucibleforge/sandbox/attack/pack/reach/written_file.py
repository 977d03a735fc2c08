"""Writes a file where everyone may."""


def probe():
    with open("/tmp/cheat_marker_written", "w") as file:
        return file.write("was here")
