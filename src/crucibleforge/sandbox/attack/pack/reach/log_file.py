"""Has the logging library write to files and to the system's log."""

import logging.handlers


def probe():
    for make in (
        lambda: logging.FileHandler("/tmp/cheat_marker.log"),
        lambda: logging.handlers.SysLogHandler(("127.0.0.1", 514)),
        lambda: logging.handlers.DatagramHandler("127.0.0.1", 514).makeSocket(),
    ):
        try:
            return make()
        except OSError as error:
            refused = error
    raise refused
