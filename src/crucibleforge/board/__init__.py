"""The board: a read-model over suite and store, and the static pages made from it."""

from ._judge import RatedJudge, judge_named, known_judge, rated_judge, shown_rate
from ._released import asked_in
from ._results import NATIVELY_GRADED, BoardResults, CaseResult, ModelResult, read_board
from ._site import scrubbed, write_site
from ._two_judges import JudgeComparison, QuestionPairs, RowPair, compare_judges

__all__ = [
    "NATIVELY_GRADED",
    "BoardResults",
    "CaseResult",
    "JudgeComparison",
    "ModelResult",
    "QuestionPairs",
    "RatedJudge",
    "RowPair",
    "asked_in",
    "compare_judges",
    "judge_named",
    "known_judge",
    "rated_judge",
    "read_board",
    "scrubbed",
    "shown_rate",
    "write_site",
]
