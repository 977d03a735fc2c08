"""Starts a pool of processes through the library."""

import concurrent.futures


def probe():
    with concurrent.futures.ProcessPoolExecutor(1) as pool:
        return pool.submit(abs, -1).result()
