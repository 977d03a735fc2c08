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

__all__ = [
    "AnswerSize",
    "Store",
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
    "not_stored",
    "open_store",
    "unescaped",
]
