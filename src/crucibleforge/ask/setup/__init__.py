"""The set-up check: whether an endpoint serves its model so that it can be measured."""

from ._check import NAMES, SECONDS, check_setup, setup_version

__all__ = ["NAMES", "SECONDS", "check_setup", "setup_version"]
