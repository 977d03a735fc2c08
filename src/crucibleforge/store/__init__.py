from ._open import open_store
from ._records import StoredAnswer, StoredCalibration, StoredModel, StoredRun
from ._store import Store
from ._writer import Writer

__all__ = ["Store", "StoredAnswer", "StoredCalibration", "StoredModel", "StoredRun", "Writer", "open_store"]
