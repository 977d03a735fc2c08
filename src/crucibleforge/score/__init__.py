from ._attempts import Spread, pass_hat, spread
from ._board import Row, score
from ._compare import CasePair, Comparison, Difference, compare
from ._credit import Attempts, case_credits, credit
from ._display import MISSING, shown_names, shown_percent, shown_points, shown_share, shown_usd
from ._json import credits_from_json, profile_from_bench, row_json
from ._kappa import kappa
from ._marks import ClassName, Lean
from ._parts import PackScore, PackState, PartScore
from ._proportion import Proportion
from ._redraw import REDRAWS

__all__ = [
    "MISSING",
    "REDRAWS",
    "Attempts",
    "CasePair",
    "ClassName",
    "Comparison",
    "Difference",
    "Lean",
    "PackScore",
    "PackState",
    "PartScore",
    "Proportion",
    "Row",
    "Spread",
    "case_credits",
    "compare",
    "credit",
    "credits_from_json",
    "kappa",
    "pass_hat",
    "profile_from_bench",
    "row_json",
    "score",
    "shown_names",
    "shown_percent",
    "shown_points",
    "shown_share",
    "shown_usd",
    "spread",
]
