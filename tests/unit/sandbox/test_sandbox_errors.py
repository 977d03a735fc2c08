from __future__ import annotations

import pytest

from crucibleforge.sandbox.protocol._remote_errors import ErrorClasses, RemoteError

_TAIL = ("Exception", "BaseException", "object")


def test_same_ancestry_is_the_same_class() -> None:
    classes = ErrorClasses()
    assert classes.named(("Empty", "LookupError", *_TAIL)) is classes.named(("Empty", "LookupError", *_TAIL))


def test_own_exceptions_are_caught_as_their_builtin_ancestor_and_as_their_parent() -> None:
    classes = ErrorClasses()
    parent = classes.named(("ShopError", "ValueError", *_TAIL))
    child = classes.named(("SoldOut", "ShopError", "ValueError", *_TAIL))
    assert issubclass(child, parent)
    assert issubclass(child, ValueError)
    assert not issubclass(child, KeyError)
    assert child.__name__ == "SoldOut"


@pytest.mark.parametrize(
    "name", ["SystemExit", "KeyboardInterrupt", "GeneratorExit", "StopIteration", "AssertionError", "SkipTest", "Died"]
)
def test_names_that_end_programs_loops_or_tests_are_only_names(name: str) -> None:
    cls = ErrorClasses().named((name, *_TAIL))
    assert cls.__mro__[1:] == (RemoteError, Exception, BaseException, object)


@pytest.mark.parametrize("ancestry", [(), ("object",), _TAIL])
def test_nothing_known_is_just_an_error(ancestry: tuple[str, ...]) -> None:
    assert ErrorClasses().named(ancestry) is RemoteError


def test_impossible_names_and_families_still_give_a_class() -> None:
    classes = ErrorClasses()
    assert classes.named(("not a name\x00", *_TAIL)).__name__ == "RemoteError"
    odd = classes.named(("OSError", "StopAsyncIteration", "ImportError", "KeyError", *_TAIL))
    assert issubclass(odd, RemoteError)


def test_unknown_attributes_are_missing_without_a_guest() -> None:
    with pytest.raises(AttributeError):
        _ = RemoteError("x").position
