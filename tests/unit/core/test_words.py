import pytest

from crucibleforge.core.words import count_of


@pytest.mark.parametrize(("number", "words"), [(0, "0 cases"), (1, "1 case"), (2, "2 cases"), (12_345, "12,345 cases")])
def test_one_is_one_and_all_others_are_many(number: int, words: str) -> None:
    assert count_of(number, "case") == words
