"""The parts by name, in the order they run."""

from __future__ import annotations

from collections.abc import Callable

from benchmarks.grading.setting import Setting
from benchmarks.report import Report

from .cold_start import cold_start
from .latency import latency
from .leftovers import leftovers
from .memory import memory
from .steadiness import steadiness
from .throughput import throughput

PARTS: dict[str, Callable[[Setting], Report]] = {
    "throughput": throughput,
    "cold-start": cold_start,
    "latency": latency,
    "memory": memory,
    "steadiness": steadiness,
    "leftovers": leftovers,
}
