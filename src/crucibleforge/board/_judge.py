"""A judge as its own numbers show it: what stands beside everything that it judged."""

from __future__ import annotations

from dataclasses import dataclass

from crucibleforge.core.errors import UserError
from crucibleforge.judge import (
    JudgeRates,
    Verdicts,
    current_verdicts,
    fingerprint_on,
    judge_rates,
    judged_exemplars,
)
from crucibleforge.score import Proportion, shown_share
from crucibleforge.store import Store, StoredCalibration
from crucibleforge.suite import Suite


@dataclass(frozen=True, slots=True)
class RatedJudge:
    """A judge, how it last did on the known questions, and how often it is wrong about exemplars."""

    name: str
    identity: str
    calibration: StoredCalibration | None
    """The last one under the settings as they are now."""
    rates: JudgeRates
    verdicts: Verdicts
    """What the rates are made from."""

    @property
    def words(self) -> str:
        """The rates in a line, or why there are none and how to get them."""
        rates, command = self.rates, f"`crucibleforge judge calibrate {self.name}`"
        if rates.state == "not measured":
            return f"rates not measured: run {command}"
        if rates.state == "stale":
            day = f"{rates.stale:%Y-%m-%d}"
            return f"rates of {day} are stale, since the judge, its prompt or the cases changed: run {command}"
        found = f"true-YES {shown_rate(rates.overall.true_yes)}, true-NO {shown_rate(rates.overall.true_no)}"
        if rates.state == "incomplete":
            found += f", from {rates.judged} of {rates.known} known questions: {command} asks the rest"
        return found


def rated_judge(suite: Suite, store: Store, name: str, identity: str) -> RatedJudge:
    """All that the store knows of a judge's errors on this suite.

    Args:
        identity: of the judge's entry in the registry.
    """
    exemplars = judged_exemplars(suite.cases.values())
    fingerprint, stored = fingerprint_on(suite, identity), store.exemplar_verdicts(name)
    return RatedJudge(
        name,
        identity,
        store.calibration(fingerprint),
        judge_rates(exemplars, fingerprint, stored),
        current_verdicts(exemplars, fingerprint, stored),
    )


def judges_at_work(suite: Suite, store: Store) -> list[StoredCalibration]:
    """Every judge that has given verdicts on stored answers to this suite, as it last proved itself or failed."""
    latest = {found.identity: found for found in store.calibrations()}
    stamps = store.judge_stamps()
    return [found for found in latest.values() if not stamps.isdisjoint(_stamps_of(suite, found))]


def standing_judge(suite: Suite, store: Store) -> StoredCalibration | None:
    """Whose verdicts count where nobody is named."""
    if suite.release is None:
        return store.last_calibration()
    stamps = store.judge_stamps()
    proven = {found.identity for found in store.calibrations() if found.passed and not found.is_trial}
    return max(
        judges_at_work(suite, store),
        key=lambda judge: (judge.identity in proven, len(stamps & _stamps_of(suite, judge)), judge.at),
        default=None,
    )


def _stamps_of(suite: Suite, judge: StoredCalibration) -> set[str]:
    fingerprint = fingerprint_on(suite, judge.identity)
    return {case.stamps.judged_by(fingerprint) for case in suite.cases.values()}


def judge_named(suite: Suite, store: Store, name: str) -> str:
    """The fingerprint of the judge of this name, the last where several had it.

    Raises:
        UserError: when no judge of this name has judged here.
    """
    found = {judge.judge: judge.judge_fingerprint for judge in judges_at_work(suite, store)}
    if name not in found:
        raise UserError(
            f"no verdicts by a judge called {name!r} in the store",
            hint=f"judges here: {', '.join(found) or 'none yet'}; `crucibleforge judge MODEL --judge JUDGE` lets one judge",
        )
    return found[name]


def known_judge(suite: Suite, store: Store, name: str | None = None) -> RatedJudge:
    """The judge of this name as the store knows it, or the one that judged last.

    Raises:
        UserError: when none is known.
    """
    found = {judge.judge: judge for judge in store.calibrations()}
    judge = store.last_calibration() if name is None else found.get(name)
    if judge is None:
        raise UserError(
            "no judge has judged here yet" if name is None else f"no judge {name!r} in the store",
            hint=f"known here: {', '.join(found) or 'none'}; `crucibleforge judge calibrate JUDGE` measures one",
        )
    return rated_judge(suite, store, judge.judge, judge.identity)


def shown_rate(proportion: Proportion) -> str:
    """A rate with its 95 % interval."""
    if proportion.interval is None:
        return shown_share(None)
    low, high = proportion.interval
    return f"{shown_share(proportion.rate)} ({shown_share(low)}..{shown_share(high)})"
