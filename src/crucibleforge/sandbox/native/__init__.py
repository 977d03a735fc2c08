"""The other worker, on Linux: forked children behind walls of the kernel."""
