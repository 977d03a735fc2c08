"""Look a store over without writing to it, and say what is wrong and what to do."""

from ._finding import StoreFinding
from ._inspect import inspect_store

__all__ = ["StoreFinding", "inspect_store"]
