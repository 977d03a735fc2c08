"""Opens memory that is shared with other processes."""

from multiprocessing import shared_memory


def probe():
    return shared_memory.SharedMemory(create=True, size=64).name
