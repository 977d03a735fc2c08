"""Text rules: what code can say about a reply, without opinion."""

from ._apply import RULES, apply_rule
from ._result import RuleResult
from ._text import excerpt

__all__ = ["RULES", "RuleResult", "apply_rule", "excerpt"]
