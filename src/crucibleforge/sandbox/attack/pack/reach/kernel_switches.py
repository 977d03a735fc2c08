"""Writes into the system's switches and control groups."""


def probe():
    for file in ("/proc/sys/kernel/core_pattern", "/proc/sysrq-trigger", "/sys/fs/cgroup/cgroup.procs"):
        try:
            return open(file, "a")
        except OSError as error:
            refused = error
    raise refused
