from ._columns import escaped, unescaped
from ._named import not_stored
from ._open import open_store
from ._records import (
    AnswerSize,
    StoredAnswer,
    StoredCalibration,
    StoredContent,
    StoredExemplarVerdict,
    StoredModel,
    StoredRun,
    StoredSetup,
    Submission,
)
from ._setups import failures_at, failures_now
from ._store import Store
from ._writer import Writer
from .inspection import StoreFinding, inspect_store

__all__ = [
    "AnswerSize",
    "Store",
    "StoreFinding",
    "StoredAnswer",
    "StoredCalibration",
    "StoredContent",
    "StoredExemplarVerdict",
    "StoredModel",
    "StoredRun",
    "StoredSetup",
    "Submission",
    "Writer",
    "escaped",
    "failures_at",
    "failures_now",
    "inspect_store",
    "not_stored",
    "open_store",
    "unescaped",
]
