"""The board: a read-model over suite and store, and the static pages made from it."""

from ._results import BoardResults, CaseResult, ModelResult, read_board
from ._site import scrubbed, write_site

__all__ = ["BoardResults", "CaseResult", "ModelResult", "read_board", "scrubbed", "write_site"]
