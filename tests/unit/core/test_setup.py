from __future__ import annotations

import pytest

from crucibleforge.core.setup import SetupCheck, SetupState, learned, standing

PASSED, FAILED, COULD_NOT_RUN = SetupState.PASSED, SetupState.FAILED, SetupState.COULD_NOT_RUN


@pytest.mark.parametrize(
    ("state", "told_only", "is_provisional"),
    [(PASSED, False, False), (FAILED, False, True), (FAILED, True, False), (COULD_NOT_RUN, False, False)],
)
def test_only_a_failure_of_the_endpoint_makes_a_row_provisional(
    state: SetupState, told_only: bool, is_provisional: bool
) -> None:
    assert SetupCheck("window", state, "", told_only).makes_provisional is is_provisional


@pytest.mark.parametrize(
    ("earlier", "later", "stands"),
    [
        ([FAILED], PASSED, PASSED),
        ([PASSED], FAILED, FAILED),
        ([FAILED], COULD_NOT_RUN, FAILED),
        ([FAILED, COULD_NOT_RUN], COULD_NOT_RUN, FAILED),
        ([FAILED, PASSED], COULD_NOT_RUN, PASSED),
        ([COULD_NOT_RUN], COULD_NOT_RUN, COULD_NOT_RUN),
    ],
)
def test_a_check_that_could_not_run_changes_nothing(
    earlier: list[SetupState], later: SetupState, stands: SetupState
) -> None:
    sets = [[SetupCheck("window", state, state.value)] for state in (*earlier, later)]
    (check,) = standing(sets)
    assert check.state is stands


def test_a_check_that_is_no_longer_made_does_not_stand() -> None:
    assert standing([[SetupCheck("old", FAILED, "")], [SetupCheck("new", PASSED, "")]])[0].name == "new"
    assert standing([]) == ()


def test_what_was_learned_is_one_list() -> None:
    checks = [
        SetupCheck("tools", PASSED, "", learned={"tools": "work"}),
        SetupCheck("window", PASSED, "", learned={"window": "at least 9 tokens"}),
    ]
    assert learned(checks) == {"tools": "work", "window": "at least 9 tokens"}
