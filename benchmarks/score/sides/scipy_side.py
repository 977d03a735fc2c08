"""scipy.stats.bootstrap on a board, in its own environment: a JSON file of groups, a way to call it, and models to measure.

Prints the seconds of the processor and the half widths of the central 90 %.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
from scipy.stats import bootstrap

REACHED = 0.9 - 1e-9
SETTINGS: dict[str, Any] = {"n_resamples": 1_000, "confidence_level": 0.9, "method": "percentile"}


class Total:
    """The points of a redraw by the rules of the board, one sample for each part and each pack."""

    def __init__(self, groups: list[dict[str, Any]], model: int | slice) -> None:
        self.groups = groups
        self.run = [np.array(group.get("run", True))[..., model] if "run" in group else None for group in groups]

    def __call__(self, *samples: Any, axis: int = -1) -> Any:
        total: Any = 0.0
        earned: Any = False
        next_earned: Any = False
        tier = 0
        for group, run, sample in zip(self.groups, self.run, samples, strict=True):
            mean = np.asarray(sample).mean(axis=axis)
            if run is None:
                total = total + mean * group["points"]
                earned = next_earned = mean >= REACHED
                tier = 1
                continue
            if group["tier"] > tier:
                earned, tier = next_earned, group["tier"]
            counts = earned & run.reshape(run.shape + (1,) * (np.ndim(mean) - run.ndim))
            total = total + np.where(counts, mean, 0.0)
            next_earned = next_earned & counts & (mean >= REACHED)
        return total


def _one_by_one(groups: list[dict[str, Any]], models: int, *, vectorized: bool) -> list[float]:
    widths = []
    for model in range(models):
        samples = [np.array(group["credits"][model]) for group in groups]
        total = Total(groups, model)
        statistic = total if vectorized else lambda *redrawn, total=total: float(total(*redrawn))
        found = bootstrap(samples, statistic, vectorized=vectorized, rng=model, **SETTINGS).confidence_interval
        widths.append(float(found.high - found.low) / 2)
    return widths


def _all_at_once(groups: list[dict[str, Any]], models: int) -> list[float]:
    samples = [np.array(group["credits"][:models]) for group in groups]
    total = Total(groups, slice(0, models))
    found = bootstrap(samples, total, vectorized=True, axis=-1, batch=100, rng=1, **SETTINGS).confidence_interval
    return [float(width) for width in (found.high - found.low) / 2]


def main() -> None:
    """Measure one way."""
    groups = json.loads(Path(sys.argv[1]).read_text("utf-8"))["groups"]
    way, models = sys.argv[2], int(sys.argv[3])
    began = time.process_time()
    widths = _all_at_once(groups, models) if way == "all" else _one_by_one(groups, models, vectorized=way == "vector")
    print(json.dumps({"seconds": time.process_time() - began, "widths": widths}))


if __name__ == "__main__":
    main()
