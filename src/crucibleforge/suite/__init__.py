"""Read, check and stamp suites: plain files in, frozen core values out."""

from ._changes import changes
from ._files import suite_files
from ._history import release_folder, release_folders, released_root, releases
from ._load import load_suite, packaged_root
from ._release import MANIFEST, Release, hashes
from ._stamps import stamped_content
from ._suite import AskingSettings, Demands, Suite
from ._yaml import read_text

__all__ = [
    "MANIFEST",
    "AskingSettings",
    "Demands",
    "Release",
    "Suite",
    "changes",
    "hashes",
    "load_suite",
    "packaged_root",
    "read_text",
    "release_folder",
    "release_folders",
    "released_root",
    "releases",
    "stamped_content",
    "suite_files",
]
