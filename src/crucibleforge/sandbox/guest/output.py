"""Where the solution's prints go: kept up to a cap, then dropped."""

import io
import sys

KEPT_BYTES = 65_536


class _Kept(io.BytesIO):
    """Keeps the first `KEPT_BYTES` and forgets the rest."""

    dropped = False

    def write(self, data):
        room = KEPT_BYTES - self.tell()
        if len(data) > room:
            self.dropped = True
            super().write(bytes(data[:room]))
        else:
            super().write(data)
        return len(data)


class Output:
    """Stands in for the standard streams of one instance."""

    def __init__(self):
        self._kept = _Kept()
        self._stdout = _stream(self._kept)
        sys.stdout = sys.__stdout__ = self._stdout
        sys.stderr = sys.__stderr__ = _stream(_Kept())
        sys.stdin = sys.__stdin__ = io.TextIOWrapper(io.BytesIO(), encoding="utf-8")

    def text(self):
        """(all that was printed, whether some was dropped)."""
        self._stdout.flush()
        return self._kept.getvalue().decode("utf-8", "replace"), self._kept.dropped


def _stream(sink):
    return io.TextIOWrapper(sink, encoding="utf-8", newline="", write_through=True)
