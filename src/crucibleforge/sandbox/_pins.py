"""Written by guest/build.py: which runner is the right one."""

RUNNER_SHA256 = "9123073d9ea08768198f85b120a8df8a14b930def41a085f3a237427eed75427"
"""Of the unpacked runner.wasm."""

SOURCES_SHA256 = "7ba05b477c2cb549e15bc879e0d5b7939128c9e60dca8039f7b2d9dc01a36120"
"""Of the guest's sources from which it was built."""
