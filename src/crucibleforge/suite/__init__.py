"""Read, check and stamp suites: plain files in, frozen core values out."""

from ._changes import changes
from ._files import suite_files
from ._load import load_suite, packaged_root
from ._stamps import stamped_content
from ._suite import AskingSettings, Demands, Suite
from ._yaml import read_text

__all__ = [
    "AskingSettings",
    "Demands",
    "Suite",
    "changes",
    "load_suite",
    "packaged_root",
    "read_text",
    "stamped_content",
    "suite_files",
]
