"""Runs the groups of hidden tests against a program in the sandbox."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from crucibleforge.core.case import GroupLimit
from crucibleforge.core.grading import Check
from crucibleforge.sandbox import DEFAULT_FUEL, GroupResult, Sandbox, Solution

from ._asserts import FILE, check_groups, group_titles, load
from ._probe import Probe
from ._sameness import Sameness


@dataclass(frozen=True, slots=True)
class GroupCost:
    """What one group took with a program that should pass it."""

    passed: bool
    fuel: int
    asserts: int
    """Assertions that ran."""
    reason: str = ""
    """Why it did not pass."""


LEAST_LIMIT = 300_000_000
"""Fuel that every group may use, so that the cost of start-up and of moving values decides nothing."""
FACTOR, COMPLEXITY_FACTOR = 10, 4
LONGEST_SOURCE = 1_000_000
"""Characters of a program; no reply is that long, and the way into the sandbox is narrower than memory."""


def run_groups(
    sandbox: Sandbox,
    source: str,
    tests: str,
    groups: Sequence[str],
    limits: Mapping[str, GroupLimit],
    needs: Mapping[str, Sequence[str]],
    *,
    secret: bool = False,
    tuples_are_lists: bool = False,
) -> tuple[Check, ...]:
    """One check per group, in the order of `groups`; a group whose needs did not pass is not run.

    Args:
        limits: a group without an entry runs with the sandbox's default and needs one assertion.
        secret: keep expected values out of the evidence.
        tuples_are_lists: a tuple is the same as a list of the same members.
    """
    hidden = _HiddenTests(tests, secret, Sameness(tuples_are_lists))
    if len(source) > LONGEST_SOURCE:
        return tuple(hidden.check(group, 0, f"the program has {len(source):,} characters") for group in groups)
    done: dict[str, Check] = {}

    def check(group: str) -> Check:
        if group not in done:
            unmet = [need for need in needs.get(group, ()) if check(need).credit != 1]
            done[group] = (
                hidden.check(group, 0, f"not reached: needs {', '.join(unmet)}")
                if unmet
                else _run(sandbox, source, hidden, group, limits.get(group))
            )
        return done[group]

    return tuple(check(group) for group in groups)


def measure_groups(
    sandbox: Sandbox, source: str, tests: str, *, tuples_are_lists: bool = False
) -> dict[str, GroupCost]:
    """What each group of a tests module costs with the reference, in their order. A group that asserts nothing does not pass."""
    hidden = _HiddenTests(tests, secret=False, same=Sameness(tuples_are_lists))
    return {group: _measured(sandbox, source, hidden, group) for group in group_titles(tests)}


def group_limit(ref_fuel: int, *, complexity: bool) -> int:
    """The fuel that a group may use when the reference needs `ref_fuel`."""
    return max(LEAST_LIMIT, (COMPLEXITY_FACTOR if complexity else FACTOR) * ref_fuel)


@dataclass(frozen=True, slots=True)
class _HiddenTests:
    """A tests module and how it is to be read."""

    text: str
    secret: bool
    same: Sameness

    def __post_init__(self) -> None:
        check_groups(self.text)

    def attempt(self, sandbox: Sandbox, source: str, group: str, fuel: int) -> tuple[GroupResult, Probe]:
        """Run one group; each run has a copy of the tests of its own, so that none sees what another changed."""
        probe = Probe(secret=self.secret, same=self.same)

        def test(solution: Solution) -> None:
            load(self.text, probe)[f"group_{group}"](solution)

        return sandbox.run_group(source, test, fuel=fuel, file=FILE), probe

    def check(self, group: str, credit: float, evidence: str = "") -> Check:
        """What a group found."""
        return Check(group, credit, "tests", group_titles(self.text)[group], evidence=evidence)


def _measured(sandbox: Sandbox, source: str, hidden: _HiddenTests, group: str) -> GroupCost:
    result, probe = hidden.attempt(sandbox, source, group, DEFAULT_FUEL)
    if not result.passed:
        return GroupCost(False, result.fuel, probe.count, _why(result, probe, None))
    return GroupCost(probe.count > 0, result.fuel, probe.count, "" if probe.count else "it asserts nothing")


def _run(sandbox: Sandbox, source: str, hidden: _HiddenTests, group: str, limit: GroupLimit | None) -> Check:
    result, probe = hidden.attempt(sandbox, source, group, limit.limit if limit else DEFAULT_FUEL)
    wanted = limit.asserts if limit else 1
    if not result.passed:
        return hidden.check(group, 0, _why(result, probe, limit))
    if probe.count < wanted:
        return hidden.check(group, 0, f"only {probe.count} of {wanted} assertions were reached")
    return hidden.check(group, 1)


def _why(result: GroupResult, probe: Probe, limit: GroupLimit | None) -> str:
    at = f", in {probe.at}" if probe.at else ""
    match result.ended:
        case "assertion":
            return result.reason or f"an assertion failed{at}"
        case "limit":
            allowed = f"; {limit.limit:,} are allowed, the reference needs {limit.ref_fuel:,}" if limit else ""
            return f"too slow: it used up its steps{allowed}{at}"
        case "infrastructure":
            return f"the sandbox failed twice: {result.reason}"
        case _:
            return f"{result.reason}{at}"
