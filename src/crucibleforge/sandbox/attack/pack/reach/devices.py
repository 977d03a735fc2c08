"""Opens devices: memory, disks, terminals, sources of chance."""


def probe():
    for device in ("mem", "kmsg", "tty", "ptmx", "sda", "vda", "fd/0", "stdin", "shm/cheat_marker", "urandom", "null"):
        try:
            return open(f"/dev/{device}", "r+b", buffering=0)
        except OSError as error:
            refused = error
    raise refused
