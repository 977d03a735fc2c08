"""Read, check and stamp suites: plain files in, frozen core values out."""

from ._files import suite_files
from ._load import load_suite, packaged_root
from ._suite import AskingSettings, Demands, Suite
from ._yaml import read_text

__all__ = ["AskingSettings", "Demands", "Suite", "load_suite", "packaged_root", "read_text", "suite_files"]
