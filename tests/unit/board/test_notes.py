from __future__ import annotations

import pytest

from crucibleforge.board import ModelResult
from crucibleforge.score import score
from crucibleforge.store import StoredModel
from tests.unit.score.profiles import one_part


def notes_of(stack: dict[str, str]) -> list[str]:
    row = score(one_part("c"), {"m": {}})["m"]
    return list(ModelResult(StoredModel("m", "m", stack=stack), row, ()).notes)


@pytest.mark.parametrize(
    ("said", "served"),
    [("Q8_0", "Q8_0"), ("q4_k_m", "Q4_K - Medium"), ("Q4_K - Medium", "Q4_K_M"), ("", "Q8_0"), ("Q8_0", "")],
)
def test_one_quantization_in_two_spellings_is_no_news(said: str, served: str) -> None:
    assert notes_of({"quantization": said, "served quantization": served}) == []


def test_an_endpoint_that_serves_another_quantization_than_was_entered_is_told() -> None:
    found = notes_of({"quantization": "Q4_K_M", "served quantization": "Q8_0"})
    assert found == ["entered as Q4_K_M, and its endpoint serves Q8_0"]
