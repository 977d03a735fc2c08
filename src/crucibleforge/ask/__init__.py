"""Reach a model: find it, ask it, say what came of it."""

from ._add_model import add_model
from ._answer import answer
from ._client import ChatClient
from ._converse import converse, said
from ._discovery import PORTS, Endpoint, find_endpoints, served_ids
from ._faults import Fault
from ._learned import Learned
from ._open import open_client
from ._pace import Pace
from ._prices import cost_of, has_price
from ._registry import Registry, default_paths
from ._retry import LONGEST_RETRY_AFTER_S
from ._room import Room
from ._scripts import fixed_script
from ._serving import Serving
from ._spec import ModelSpec, Price, Secret, Stack, Thinking, key_state, read_key
from .local import EMBEDDED, missing_extra

__all__ = [
    "EMBEDDED",
    "LONGEST_RETRY_AFTER_S",
    "PORTS",
    "ChatClient",
    "Endpoint",
    "Fault",
    "Learned",
    "ModelSpec",
    "Pace",
    "Price",
    "Registry",
    "Room",
    "Secret",
    "Serving",
    "Stack",
    "Thinking",
    "add_model",
    "answer",
    "converse",
    "cost_of",
    "default_paths",
    "find_endpoints",
    "fixed_script",
    "has_price",
    "key_state",
    "missing_extra",
    "open_client",
    "read_key",
    "said",
    "served_ids",
]
