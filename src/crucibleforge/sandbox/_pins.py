"""Written by guest/build.py: which runner is the right one."""

RUNNER_SHA256 = "1a72802d596a90ad0f74c0df6592a64c5f123f82885b125edb7a776d9fed50d3"
"""Of the unpacked runner.wasm."""

SOURCES_SHA256 = "0292b285105182c994341c94083a9a057c9a62d5a7cb5344200d78378b847034"
"""Of the guest's sources from which it was built."""
