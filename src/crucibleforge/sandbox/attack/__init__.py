"""Tries to break a sandbox, with the attacks that lie in `pack`."""
