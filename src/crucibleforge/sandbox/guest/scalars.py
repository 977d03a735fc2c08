"""Values without parts that JSON has no word for: each is a tag and what it is rebuilt from."""

import datetime
import decimal
import fractions

EXACT = 1 << 53
"""JSON readers elsewhere may turn larger integers into floats."""


def _is_plain_time(value):
    return value.tzinfo is None or type(value.tzinfo) is datetime.timezone


_TOLD = {
    int: lambda value: ("i", hex(value)),
    bytes: lambda value: ("bytes", value.hex()),
    bytearray: lambda value: ("bytearray", value.hex()),
    complex: lambda value: ("complex", [value.real, value.imag]),
    decimal.Decimal: lambda value: ("decimal", str(value)),
    fractions.Fraction: lambda value: ("fraction", [hex(value.numerator), hex(value.denominator)]),
    datetime.date: lambda value: ("date", value.isoformat()),
    datetime.time: lambda value: ("time", value.isoformat()) if _is_plain_time(value) else None,
    datetime.datetime: lambda value: ("datetime", value.isoformat()) if _is_plain_time(value) else None,
    datetime.timedelta: lambda value: ("timedelta", [value.days, value.seconds, value.microseconds]),
}

_MADE = {
    "i": lambda text: int(text, 16),
    "str": lambda text: bytes.fromhex(text).decode("utf-8", "surrogatepass"),
    "bytes": bytes.fromhex,
    "bytearray": bytearray.fromhex,
    "complex": lambda parts: complex(*parts),
    "decimal": decimal.Decimal,
    "fraction": lambda parts: fractions.Fraction(int(parts[0], 16), int(parts[1], 16)),
    "date": datetime.date.fromisoformat,
    "time": datetime.time.fromisoformat,
    "datetime": datetime.datetime.fromisoformat,
    "timedelta": lambda parts: datetime.timedelta(*parts),
    "range": lambda parts: range(*parts),
}


def told(value):
    """(tag, content) for exactly these types, None for anything else."""
    tell = _TOLD.get(type(value))
    return None if tell is None else tell(value)


def is_scalar(tag):
    """Whether `made` knows this tag."""
    return tag in _MADE


def made(tag, content):
    """The value of a tag and its content."""
    return _MADE[tag](content)
