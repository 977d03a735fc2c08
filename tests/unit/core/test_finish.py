from __future__ import annotations

import pytest

from crucibleforge.core.conversation import Turn
from crucibleforge.core.finish import ending
from crucibleforge.grade._answered import was_cut


@pytest.mark.parametrize(
    ("finish", "end"),
    [
        ("", "missing"),
        ("stop", "whole"),
        ("tool_calls", "whole"),
        ("END_TURN", "whole"),
        ("length", "cut"),
        ("MAX_TOKENS", "cut"),
        ("SAFETY", "filter"),
        ("refusal", "refused"),
        ("MALFORMED_FUNCTION_CALL", "malformed"),
        ("insufficient_system_resource", "broken"),
    ],
)
def test_a_finish_reason_means_one_ending_in_any_spelling(finish: str, end: str) -> None:
    assert ending(finish) == end


def test_what_asking_counts_as_cut_grading_does_too() -> None:
    assert was_cut(Turn((), "Half an ans", finish="model_context_window_exceeded"))
    assert not was_cut(Turn((), "Whole.", finish="eos"))
