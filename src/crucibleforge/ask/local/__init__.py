"""Models that run inside this program, with no server of their own to install."""

from ._catalogue import EMBEDDED, Embedded, embedded_spec, missing_extra
from ._process import serving

__all__ = ["EMBEDDED", "Embedded", "embedded_spec", "missing_extra", "serving"]
