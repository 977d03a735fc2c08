"""A row in the formats of others."""

from ._every_eval_ever import Publisher, Relationship, every_eval_ever
from ._inspect import inspect_log

__all__ = ["Publisher", "Relationship", "every_eval_ever", "inspect_log"]
