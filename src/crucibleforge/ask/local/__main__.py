"""Serve an embedded model: `python -m crucibleforge.ask.local NAME --port N`.

Prints `READY http://127.0.0.1:N/v1` when it can answer, or an error and exits with its code.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import signal
import sys
import threading
import time

from crucibleforge.core.errors import CrucibleForgeError

from ._catalogue import EMBEDDED, embedded_spec
from ._server import served
from ._weights import weights


def main() -> None:
    """Serve until a signal comes or, with `--with-parent`, until the parent process is gone."""
    options = _options()
    if options.with_parent:
        threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        embedded_spec(options.name)
        with served(EMBEDDED[options.name], weights(options.name), options.port) as address:
            sys.stdout.write(f"READY {address}/v1\n")
            sys.stdout.flush()
            _sleep_until_told()
    except CrucibleForgeError as error:
        sys.exit(f"{error.message}\n{error.hint}" if error.hint else error.message)
    except RuntimeError as error:  # what the server raises when it cannot load or listen
        sys.exit(f"{options.name} could not be served: {error}")


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m crucibleforge.ask.local", description="Serve an embedded model.")
    parser.add_argument("name", choices=sorted(EMBEDDED))
    parser.add_argument("--port", type=int, default=0, help="0 lets the system choose")
    parser.add_argument("--with-parent", action="store_true", help="stop when standard input closes")
    return parser.parse_args()


def _sleep_until_told() -> None:
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    with contextlib.suppress(KeyboardInterrupt):
        while True:
            time.sleep(3600)


def _end_with_parent() -> None:
    """Standard input is a pipe that only the parent holds: it closes even when the parent is killed."""
    while os.read(0, 4096):
        pass
    os._exit(0)


if __name__ == "__main__":
    main()
