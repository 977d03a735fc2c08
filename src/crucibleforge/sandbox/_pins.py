"""Written by guest/build.py: which runner is the right one."""

RUNNER_SHA256 = "9123073d9ea08768198f85b120a8df8a14b930def41a085f3a237427eed75427"
"""Of the unpacked runner.wasm."""

SOURCES_SHA256 = "b296ed83296f5f4a599ed5f4dd0138601b1ca23997d6ada70c4ce410329ce91b"
"""Of the guest's sources from which it was built."""
