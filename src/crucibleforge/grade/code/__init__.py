"""Finding a program in a reply, and running hidden tests against it."""

from ._asserts import entry_points
from ._extract import extract_code
from ._fences import Block, Prose, split
from ._harness import GroupCost, group_limit, measure_groups, run_groups
from ._thoughts import Visible, visible

__all__ = [
    "Block",
    "GroupCost",
    "Prose",
    "Visible",
    "entry_points",
    "extract_code",
    "group_limit",
    "measure_groups",
    "run_groups",
    "split",
    "visible",
]
