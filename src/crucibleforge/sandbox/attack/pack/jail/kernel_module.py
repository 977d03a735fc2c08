"""Loads a module into the kernel, or a whole other kernel."""


def breach(call):
    try:
        return call("finit_module", -1, b"", 0)
    except PermissionError:
        return call("kexec_load", 0, 0, None, 1 << 30)
