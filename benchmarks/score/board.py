"""A board of made-up models on the layout of the public test: what both sides score."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from crucibleforge.core.profile import Profile
from crucibleforge.score import Attempts, Row, profile_from_bench

GOLDEN = Path(__file__).parents[2] / "tests" / "data" / "golden" / "scoring.json"
CREDITS = (0.0, 0.5, 0.75, 0.9, 1.0, 1.0)
"""As cases give them, with enough full ones that a good part of the models earns packs."""


def profile() -> Profile:
    """The layout of the second worked example: seven parts that count, five packs."""
    _, unlocks, *_ = json.loads(GOLDEN.read_text("utf-8"))
    return profile_from_bench({**unlocks["bench"], "seed": "benchmark"})


def credits(layout: Profile, models: int) -> dict[str, Attempts]:
    """Every case of every model has a credit, the same at each call."""
    chance = random.Random("board")
    cases = [
        case
        for part in layout.parts()
        for group in (part.cases, *(pack.cases for pack in part.packs))
        for case in group
    ]
    board: dict[str, Attempts] = {}
    for number in range(models):
        skill = chance.random()
        board[f"model {number}"] = {
            case: [1.0 if chance.random() < skill else chance.choice(CREDITS)] for case in cases
        }
    return board


def samples(layout: Profile, board: dict[str, Attempts], rows: dict[str, Row]) -> dict[str, Any]:
    """The same board as plain data for the other side: one group of credits for each part and each pack that was run."""
    groups: list[dict[str, Any]] = []
    for section in layout.sections:
        for part in section.parts if section.counted else ():
            groups.append(
                {"points": part.points, "credits": [[own[case][0] for case in part.cases] for own in board.values()]}
            )
            for pack in sorted(part.packs, key=lambda pack: pack.tier):
                states = [
                    next(each.state for each in rows[model].parts[part.id].packs if each.id == pack.id)
                    for model in board
                ]
                credits_ = [[own[case][0] for case in pack.cases] for own in board.values()]
                groups.append({"tier": pack.tier, "run": [state == "scored" for state in states], "credits": credits_})
    return {"groups": groups}
