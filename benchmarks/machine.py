"""Where and when the figures were measured."""

from __future__ import annotations

import os
import platform
from pathlib import Path
from typing import Any

from crucibleforge.core.clock import now_utc


def machine() -> dict[str, Any]:
    """The date, and the kind of machine and its load before the first part."""
    return {
        "date_utc": now_utc().date().isoformat(),
        "processor": _processor(),
        "processors": os.cpu_count(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "load_before": os.getloadavg()[0],
    }


def _processor() -> str:
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.machine()
