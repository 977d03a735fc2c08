"""Written by guest/build.py: which runner is the right one."""

RUNNER_SHA256 = "ceb093e77e75be4debb7a09b21cf1539c539911fb7f4b56cec9d985bebd11c4b"
"""Of the unpacked runner.wasm."""

SOURCES_SHA256 = "d6f514b08fc836e47e23ae4d78405c84936a3300050f396523d4d2d49d37cb36"
"""Of the guest's sources from which it was built."""
