"""Who may judge whom."""

from __future__ import annotations

from collections.abc import Sequence

from crucibleforge.ask import ModelSpec
from crucibleforge.core.errors import ConfigError
from crucibleforge.core.grading import JudgeSettings


def refuse_own_judge(judge: ModelSpec, models: Sequence[ModelSpec], *, may_judge_itself: bool = False) -> None:
    """A model is judged by itself only where that is asked for in so many words, and under its own name.

    Its row then says so; under another name it could not.

    Raises:
        ConfigError: naming the model.
    """
    for spec in models:
        if is_same_model(judge, spec) and not (may_judge_itself and judge.identity == spec.identity):
            raise ConfigError(
                f"{spec.name} cannot judge itself",
                hint=f"name another model with --judge, or {spec.name} itself with --may-judge-itself, which its row will say",
            )


def refuse_small_judge(judge: ModelSpec, settings: JudgeSettings) -> None:
    """Every judge is shown the same, so one whose window is too small for it is not asked.

    Raises:
        ConfigError: with both sizes, where the judge's own is known.
    """
    if judge.context is not None and judge.context < settings.window:
        raise ConfigError(
            f"{judge.name} has a window of {judge.context} tokens, and the suite asks {settings.window} of its judge",
            hint="name a judge with a larger window, or mend its `context` in models.yaml",
        )


def is_same_model(judge: ModelSpec, spec: ModelSpec) -> bool:
    """Whether both are one model, under whatever names."""
    return (spec.embedded, spec.base_url, spec.served_id) == (judge.embedded, judge.base_url, judge.served_id)
