"""Imports a module from a folder of the machine's."""

import importlib.util
import sys


def probe():
    sys.path[:] = ["/usr/lib/python3", "/usr/lib/python3.11", "/usr/local/lib/python3.12", "/usr/lib/python3.14"]
    sys.path_importer_cache.clear()
    spec = importlib.util.spec_from_file_location("found", "/usr/lib/python3.11/this.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
