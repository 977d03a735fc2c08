"""Fills the holes that imports leave in the heap: what an instance allocates lies together then, and touches few pages.

A page that an instance writes to has to be copied for it first, which is most of what its start costs.
"""

_LARGEST, _SMALLEST, _OVERHEAD = 65_536, 32, 17
_MOST = 400_000


def fill_holes():
    """Objects in all the holes: they stay filled for as long as the result is kept."""
    ballast = [None] * _MOST
    end = id(bytes(4 * _LARGEST))
    filled, size = 0, _LARGEST
    while size >= _SMALLEST and filled < _MOST:
        piece = bytes(size - _OVERHEAD)
        if id(piece) < end:
            ballast[filled] = piece
            filled += 1
        else:
            size -= 8 if size <= 512 else size // 8
    while filled < _MOST:
        piece = object()
        if id(piece) > end:
            break
        ballast[filled] = piece
        filled += 1
    del ballast[filled:]
    return ballast
