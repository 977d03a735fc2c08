"""Whatever the core's values may hold, the store gives back; a new field that it forgets fails here."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from types import UnionType
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from crucibleforge.core.conversation import Turn
from crucibleforge.core.grading import Grade, Verdict
from crucibleforge.store import Store, Writer, open_store

Value = TypeVar("Value")


def filled(kind: type[Value]) -> st.SearchStrategy[Value]:
    """Values of a dataclass with every field drawn, those with defaults too."""
    hints = get_type_hints(kind)
    return st.builds(kind, **{field.name: _any(hints[field.name]) for field in fields(kind)})  # type: ignore[arg-type]


def _any(hint: Any) -> st.SearchStrategy[Any]:
    if get_origin(hint) is UnionType:
        return st.one_of(*map(_any, get_args(hint)))
    if get_origin(hint) is tuple:
        return st.lists(_any(get_args(hint)[0]), max_size=2).map(tuple)
    if get_origin(hint) is Literal:
        return st.sampled_from(get_args(hint))
    if is_dataclass(hint):
        return filled(hint) if isinstance(hint, type) else st.nothing()
    if issubclass(hint, Enum):
        return st.sampled_from(list(hint))
    return PLAIN[hint]


PLAIN: dict[Any, st.SearchStrategy[Any]] = {
    str: st.text(st.characters(exclude_categories=()) | st.sampled_from("\\\0\r\n"), max_size=20),
    int: st.integers(0, 2**31 - 1),
    float: st.floats(allow_nan=False, allow_infinity=False),
    bool: st.booleans(),
    type(None): st.none(),
}
few = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Store]:
    with open_store(Path(tmp_path_factory.mktemp("store")) / "store.db") as opened:
        yield opened


@pytest.fixture(scope="module")
def writer(store: Store) -> Iterator[Writer]:
    with store.writer("test") as opened:
        yield opened


@few
@given(turn=filled(Turn))
def test_any_turn_comes_back_exactly(store: Store, writer: Writer, turn: Turn) -> None:
    answer_id = writer.begin_answer("m", "turns", 1, "s")
    number = len(store.turns(answer_id)) + 1
    writer.add_turn(answer_id, number, turn)
    assert store.turns(answer_id)[-1] == turn


@few
@given(grade=filled(Grade))
def test_any_grade_comes_back_exactly(store: Store, writer: Writer, grade: Grade) -> None:
    answer_id = writer.begin_answer("m", "grades", 1, "s")
    writer.put_grade(answer_id, "c", grade)
    assert store.grade(answer_id, "c") == grade


@few
@given(verdict=filled(Verdict))
def test_any_verdict_comes_back_exactly(store: Store, writer: Writer, verdict: Verdict) -> None:
    answer_id = writer.begin_answer("m", "verdicts", 1, "s")
    writer.add_verdict(answer_id, "j", verdict)
    assert store.verdicts(answer_id, "j")[verdict.question_id] == verdict
