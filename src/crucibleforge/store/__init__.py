from ._columns import escaped, unescaped
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
    "Writer",
    "escaped",
    "failures_at",
    "failures_now",
    "open_store",
    "unescaped",
]
