"""Imports every pure part of the standard library, since the snapshot has no file system to import from later."""

MODULES = """
__future__ _colorize _strptime abc annotationlib argparse array ast asyncio asyncio.runners asyncio.taskgroups base64
_pylong binascii bisect calendar cmath cmd codecs collections collections.abc colorsys concurrent.futures concurrent.futures.thread
configparser contextlib contextvars copy copyreg csv dataclasses datetime decimal difflib dis doctest email.message enum errno
fnmatch fractions functools gc getopt getpass graphlib gzip hashlib heapq hmac html html.entities html.parser http importlib
importlib.abc importlib.machinery importlib.util inspect io ipaddress itertools json keyword linecache locale logging
logging.handlers math mimetypes numbers opcode operator optparse os os.path pathlib pickle pickletools pkgutil platform
plistlib pprint queue quopri random re reprlib sched secrets select selectors shelve shlex shutil signal socket sqlite3 stat
statistics string stringprep struct subprocess symtable sys tempfile textwrap threading time timeit token tokenize tomllib
traceback types typing unicodedata unittest unittest.mock urllib.parse uuid warnings wave weakref xml.dom.minidom
xml.etree.ElementTree xml.sax zipfile zlib zoneinfo re._casefix string.templatelib encodings.ascii encodings.base64_codec
encodings.cp1252 encodings.cp437 encodings.hex_codec encodings.idna encodings.latin_1 encodings.punycode
encodings.raw_unicode_escape encodings.rot_13 encodings.unicode_escape encodings.utf_16 encodings.utf_16_be
encodings.utf_16_le encodings.utf_32 encodings.utf_7 encodings.utf_8_sig encodings.zlib_codec
""".split()  # noqa: SIM905 - eighty names read better as text


def preload() -> dict[str, str]:
    """Imports all; what this build of Python lacks comes back as {module: why}."""
    missing = {}
    for name in MODULES:
        try:
            __import__(name)
        except Exception as error:  # noqa: BLE001 - told, and a test expects that there are none
            missing[name] = f"{type(error).__name__}: {error}"
    return missing
