"""Fetches a page, as a program normally would."""

import urllib.request


def probe():
    return urllib.request.urlopen("http://127.0.0.1/", timeout=1).status
