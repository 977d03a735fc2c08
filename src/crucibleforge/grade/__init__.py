"""Grading without opinion: an answer in, checks out. Questions to a judge are another package's."""

from . import code, rules
from ._dispatch import grade, grader_version, grader_versions, runs_code
from ._regrade import regrade
from ._script import ToolScript, tool_script
from .code import GroupCost, extract_code, group_limit, measure_groups, run_groups
from .rules import RuleResult, apply_rule

__all__ = [
    "GroupCost",
    "RuleResult",
    "ToolScript",
    "apply_rule",
    "code",
    "extract_code",
    "grade",
    "grader_version",
    "grader_versions",
    "group_limit",
    "measure_groups",
    "regrade",
    "rules",
    "run_groups",
    "runs_code",
    "tool_script",
]
