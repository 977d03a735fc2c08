"""Endpoints with manners of their own, each in front of a model that passes the set-up check."""

from ._dialect import ANSWER, QUESTION, ScriptedDialect
from ._registry import DIALECTS, dialect
from ._table import table

__all__ = ["ANSWER", "DIALECTS", "QUESTION", "ScriptedDialect", "dialect", "table"]
