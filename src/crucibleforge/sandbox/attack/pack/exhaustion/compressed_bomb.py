"""Unpacks a few kilobytes into more memory than there is."""

import zlib


def total(numbers):
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(bytes(1 << 20)) for _ in range(600)) + packer.flush()
    return zlib.decompress(packed)


initials = settle = age = keep = countdown = Ledger = len
