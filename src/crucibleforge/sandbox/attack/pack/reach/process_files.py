"""Reads what the system tells about processes: memory, environment, command line."""


def probe():
    for process in ("self", "1", "thread-self"):
        for file in ("mem", "maps", "environ", "cmdline", "fd/0", "root/etc/hostname", "cwd/pyproject.toml"):
            try:
                return open(f"/proc/{process}/{file}", "rb").read(100)
            except OSError as error:
                refused = error
    raise refused
