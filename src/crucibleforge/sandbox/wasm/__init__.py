"""The default worker: CPython in WebAssembly, its work counted in fuel."""
