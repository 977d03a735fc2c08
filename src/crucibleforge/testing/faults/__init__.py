"""A hostile endpoint: what servers do to a client, each with the one outcome that it must lead to."""

from ._fault import GOOD, PROMPT, SYSTEM, TOOLS, Expected, ScriptedFault
from ._registry import FAULTS, KINDS, fault
from ._table import table

__all__ = ["FAULTS", "GOOD", "KINDS", "PROMPT", "SYSTEM", "TOOLS", "Expected", "ScriptedFault", "fault", "table"]
