from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.dialects import sqlite

from crucibleforge.store._columns import Moment, PackedText, escaped, unescaped

DIALECT = sqlite.dialect()
any_text = st.text(st.characters(exclude_categories=()) | st.sampled_from("\\\0u0d8"))


@given(any_text)
def test_escaped_text_comes_back_and_suits_every_database(text: str) -> None:
    stored = escaped(text)
    assert unescaped(stored) == text
    assert "\0" not in stored
    stored.encode("utf-8")


@given(any_text, any_text)
def test_different_texts_stay_different(one: str, other: str) -> None:
    assert (escaped(one) == escaped(other)) is (one == other)


def test_ordinary_text_is_stored_as_it_is() -> None:
    assert escaped("été 😀\n'x'") == "été 😀\n'x'"


@given(any_text)
def test_packed_text_comes_back(text: str) -> None:
    column = PackedText()
    assert column.process_result_value(column.process_bind_param(text, DIALECT), DIALECT) == text


def test_long_text_is_packed_small() -> None:
    packed = PackedText().process_bind_param("data: {}\n" * 1_000, DIALECT)
    assert packed is not None
    assert len(packed) < 200


@pytest.mark.parametrize("zone", [UTC, timezone(timedelta(hours=5, minutes=45))])
def test_a_moment_keeps_its_zone_and_microseconds(zone: timezone) -> None:
    moment, column = datetime(2031, 4, 9, 1, 2, 3, 4, zone), Moment()
    found = column.process_result_value(column.process_bind_param(moment, DIALECT), DIALECT)
    assert found == moment
    assert found is not None
    assert found.utcoffset() == moment.utcoffset()
