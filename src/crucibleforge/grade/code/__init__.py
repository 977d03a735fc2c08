"""Finding a program in a reply, and running hidden tests against it."""

from ._asserts import entry_points
from ._extract import extract_code
from ._fences import Block, Prose, split
from ._harness import limit_for, measure_groups, run_groups
from ._thoughts import Visible, visible

__all__ = [
    "Block",
    "Prose",
    "Visible",
    "entry_points",
    "extract_code",
    "limit_for",
    "measure_groups",
    "run_groups",
    "split",
    "visible",
]
