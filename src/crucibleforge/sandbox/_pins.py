"""Written by guest/build.py: which runner is the right one."""

RUNNER_SHA256 = "7af03fab7550b92954d8fbe91243dbd6c14a80d1adae53db89c99d3e212188da"
"""Of the unpacked runner.wasm."""

SOURCES_SHA256 = "3b3697aeb6796594b0c90c19641449a42c566b8cc202a1c9ccde018f8fbe15fe"
"""Of the guest's sources from which it was built."""
