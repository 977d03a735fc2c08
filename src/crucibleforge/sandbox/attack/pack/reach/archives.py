"""Has the library's archive readers open files by name."""

import zipfile
import zoneinfo


def probe():
    try:
        return zoneinfo.ZoneInfo("Europe/Berlin")
    except Exception:
        return zipfile.ZipFile("/usr/share/archive.zip", "w")
