import json
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.score import Row, credits_from_json, profile_from_bench, row_json, score, shown_points

VECTORS = json.loads((Path(__file__).parents[2] / "data" / "golden" / "scoring.json").read_text("utf-8"))
REMARKS = {"tol", "margin_tol", "why", "note"}


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["name"] for vector in VECTORS])
def test_golden_vector(vector: dict[str, Any]) -> None:
    rows = score(profile_from_bench(vector["bench"]), credits_from_json(vector["credits"]))
    expected = {model: values for model, values in vector["expect"].items() if model not in REMARKS}
    assert expected
    for model, values in expected.items():
        tolerance = values.get("tol", vector["expect"].get("tol", 1e-9))
        for name, value in values.items():
            if name not in REMARKS:
                _check(name, value, rows[model], values["margin_tol"] if name == "margin" else tolerance)


def _check(name: str, expected: Any, row: Row, tolerance: float) -> None:
    shape = row_json(row)
    found = {
        **shape,
        **shape["sections"],
        "packs": {pack: values["state"] for pack, values in shape["packs"].items()},
        "pack_points": {pack: values["points"] for pack, values in shape["packs"].items()},
        "shown_total": shown_points(row.total),
    }[name]
    _same(expected, found, tolerance)


def _same(expected: Any, found: Any, tolerance: float) -> None:
    if isinstance(expected, dict):
        for key, value in expected.items():
            _same(value, found[key], tolerance)
    elif isinstance(expected, float | int) and not isinstance(expected, bool):
        assert found == pytest.approx(expected, abs=tolerance)
    else:
        assert found == expected
