import pytest

from crucibleforge.score._marks import Total, class_of, is_uncertain, leans, standings


@pytest.mark.parametrize(
    ("points", "expected"),
    [(20, "S"), (16, "S"), (15.999, "A"), (13, "A"), (12.96, "B"), (10, "B"), (9.99, "C"), (0, "C")],
)
def test_class_bounds_compare_the_unrounded_total(points: float, expected: str) -> None:
    assert class_of(points) == expected


def test_float_noise_never_decides_a_class() -> None:
    assert class_of(13 - 1e-12) == "A"


@pytest.mark.parametrize(("points", "margin", "expected"), [(12.5, 0.4, False), (12.5, 0.5, True), (13, 0.1, True)])
def test_a_total_whose_margin_crosses_a_bound_is_uncertain(points: float, margin: float, expected: bool) -> None:
    assert is_uncertain(Total(points, margin)) is expected


def test_equal_totals_share_a_rank_and_the_next_one_is_skipped() -> None:
    rows = {"delta": 7.0, "beta": 8.0, "gamma": 9.0, "alpha": 8.0}
    places = standings({name: Total(points, 0.0) for name, points in rows.items()})
    assert {name: place.rank for name, place in places.items()} == {"gamma": 1, "alpha": 2, "beta": 2, "delta": 4}
    assert places["alpha"].ties == ("beta",)


def test_ties_are_not_transitive_and_widen_the_rank() -> None:
    places = standings({"a": Total(10, 1), "b": Total(9.2, 1), "c": Total(8.4, 1)})
    assert [places[name].ties for name in "abc"] == [("b",), ("a", "c"), ("b",)]
    assert [(places[n].low, places[n].rank, places[n].high) for n in "abc"] == [(1, 1, 2), (1, 2, 3), (2, 3, 3)]


def test_the_smaller_margin_decides_a_tie() -> None:
    assert standings({"a": Total(10, 2), "b": Total(9, 0.5)})["a"].ties == ()


def test_two_rows_have_no_lean() -> None:
    assert leans({"a": 9, "b": 1}, {"a": 1, "b": 9}) == {"a": "balanced", "b": "balanced"}


def test_lean_is_measured_against_the_medians() -> None:
    code = {"a": 5.0, "b": 5.0, "c": 6.5, "d": 5.0}
    chat = {"a": 5.0, "b": 6.5, "c": 5.0, "d": 5.0}
    assert leans(code, chat) == {"a": "balanced", "b": "chat", "c": "code", "d": "balanced"}
