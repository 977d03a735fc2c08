from __future__ import annotations

import pytest

from crucibleforge.score import kappa


def pairs(both: int, only_a: int, only_b: int, neither: int) -> list[tuple[bool, bool]]:
    return [(True, True)] * both + [(True, False)] * only_a + [(False, True)] * only_b + [(False, False)] * neither


@pytest.mark.parametrize(
    ("counts", "expected"),
    [
        ((20, 5, 10, 15), 0.4),
        ((45, 15, 25, 15), 0.1304),
        ((25, 35, 5, 35), 0.2593),
        ((7, 0, 0, 3), 1.0),
        ((0, 5, 5, 0), -1.0),
        ((4, 4, 4, 4), 0.0),
    ],
)
def test_kappa_is_agreement_beyond_chance(counts: tuple[int, int, int, int], expected: float) -> None:
    assert kappa(pairs(*counts)) == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize("counts", [(0, 0, 0, 0), (9, 0, 0, 0), (0, 0, 0, 9)])
def test_where_chance_explains_everything_there_is_no_kappa(counts: tuple[int, int, int, int]) -> None:
    assert kappa(pairs(*counts)) is None


def test_one_constant_judge_agrees_as_chance_would() -> None:
    assert kappa(pairs(5, 0, 4, 0)) == pytest.approx(0.0)
