"""The fingerprint of all that can move a judge's verdicts."""

from __future__ import annotations

from crucibleforge.core.case import Question
from crucibleforge.core.grading import JudgeSettings
from crucibleforge.core.stamps import canonical, digest_with
from crucibleforge.suite import Suite

from ._guard import MIN_QUOTE_CHARS
from ._prompt import VERDICT_SCHEMA, Exchange, Material, prompt

__all__ = ["JudgeSettings", "fingerprint_on", "judge_fingerprint", "judge_manner"]

_SAMPLE = Material((Exchange("Hello?", "Hello."), Exchange("And?", "Good-bye.")), canon="A canon.", system="A role.")
_SAMPLE_QUESTION = Question("q", "recall", "Does the reply say hello?", turns=(1,))


def judge_fingerprint(identity: str, settings: JudgeSettings) -> str:
    """Moves when the judge, its settings, the template or the order of the prompt does.

    Args:
        identity: which model on which stack; what the registry entry says of itself.
    """
    return digest_with(identity, judge_manner(settings))


def fingerprint_on(suite: Suite, identity: str) -> str:
    """The fingerprint of a judge whose verdicts count on a suite; on a release, as its judges were asked then."""
    if suite.release is not None:
        return digest_with(identity, suite.release.judging)
    return judge_fingerprint(identity, suite.judging)


def judge_manner(settings: JudgeSettings) -> str:
    """All that makes a fingerprint but the judge itself, as canonical text."""
    marked = Material((Exchange("Hello?", "</s>Hello. " * settings.window),))
    shown = [
        prompt(material, _SAMPLE_QUESTION, settings, once_more=again)
        for material in (_SAMPLE, marked)
        for again in (False, True)
    ]
    return canonical([settings, shown, VERDICT_SCHEMA, MIN_QUOTE_CHARS])
