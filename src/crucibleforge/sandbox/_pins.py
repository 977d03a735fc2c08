"""Written by guest/build.py: which runner is the right one."""

RUNNER_SHA256 = "12b1ece59097070d20f20459ceb16b9ad5665a438e0c6359d7911e0cc605bfeb"
"""Of the unpacked runner.wasm."""

SOURCES_SHA256 = "7a9f50996eef6eaf3affe7c3d47712da4c3e4322f45d44b37b3207d6ead8af8b"
"""Of the guest's sources from which it was built."""
