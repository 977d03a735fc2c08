"""Written by guest/build.py: which runner is the right one."""

RUNNER_SHA256 = "247ceed6de9b33a9bdb6b94507c954c79dc1f5d4294bd118272e6221b336e7e3"
"""Of the unpacked runner.wasm."""

SOURCES_SHA256 = "5caaf445e254c413554479b64dce6b4bb86a531a37aac269973f379e6d4d0355"
"""Of the guest's sources from which it was built."""
