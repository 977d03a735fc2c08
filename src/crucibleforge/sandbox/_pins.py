"""Written by guest/build.py: which runner is the right one."""

RUNNER_SHA256 = "62837359bdac942b6f2726c07c10701156e062a38190ffe4aec08fb91edba17e"
"""Of the unpacked runner.wasm."""

SOURCES_SHA256 = "eb4c6fdfa9b8ce266d6fcbd907ab1a6aa7506c6291231f2e1dfc7e1800a4e067"
"""Of the guest's sources from which it was built."""
