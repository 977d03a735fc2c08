"""Bundles: rows in one file with all that stands behind them, which anyone can check offline."""

from ._archive import Archive, read_archive, write_archive
from ._documents import AnswerFacts, JudgeFacts, ModelFacts, RowClaim
from ._gather import SUITE, Facts, collected, members_of
from ._redaction import Redaction, own_secrets, own_words
from ._submit import submit
from ._verify import Verified, read_manifest, verify

__all__ = [
    "SUITE",
    "AnswerFacts",
    "Archive",
    "Facts",
    "JudgeFacts",
    "ModelFacts",
    "Redaction",
    "RowClaim",
    "Verified",
    "collected",
    "members_of",
    "own_secrets",
    "own_words",
    "read_archive",
    "read_manifest",
    "submit",
    "verify",
    "write_archive",
]
