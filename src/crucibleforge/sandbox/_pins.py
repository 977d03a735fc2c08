"""Written by guest/build.py: which runner is the right one."""

RUNNER_SHA256 = "fead934d795fc7a5a189d9807d9b7dfe1470e480d14c2416020a64baf2a0ee06"
"""Of the unpacked runner.wasm."""

SOURCES_SHA256 = "c384871503bea2809f4b88d1146a401f026f663504658ee6adc5f64d3e571b9e"
"""Of the guest's sources from which it was built."""
