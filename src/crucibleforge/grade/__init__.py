"""Grading without opinion: an answer in, checks out. Questions to a judge are another package's."""

from . import code, rules
from ._dispatch import check_stamp, grade, grader_version

__all__ = ["check_stamp", "code", "grade", "grader_version", "rules"]
