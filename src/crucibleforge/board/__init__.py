"""The board: a read-model over suite and store, and the static pages made from it."""

from ._results import NATIVELY_GRADED, BoardResults, CaseResult, ModelResult, read_board
from ._site import scrubbed, write_site

__all__ = ["NATIVELY_GRADED", "BoardResults", "CaseResult", "ModelResult", "read_board", "scrubbed", "write_site"]
