"""From a suite's folder to a Suite."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from importlib import resources
from pathlib import Path
from typing import Annotated

from pydantic import Field, PositiveFloat, PositiveInt

from crucibleforge.core.case import Canary, Case, Question
from crucibleforge.core.errors import SuiteError
from crucibleforge.core.grading import JudgeSettings
from crucibleforge.core.profile import LEAST, MOST, Pack, Part, Profile, Section

from ._cases import load_case
from ._release import read_release
from ._rule_files import CanaryFile, Strict
from ._suite import AskingSettings, Demands, Suite
from ._yaml import YamlFile, read_text

_CANARY = re.compile(r"[A-Z]+-CANARY [0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")


_Worth = Annotated[float, Field(ge=LEAST, le=MOST)]


class _PackFile(Strict):
    id: str
    tier: PositiveInt
    cases: Annotated[list[str], Field(min_length=1)]


class _PartFile(Strict):
    title: str
    points: _Worth
    cases: Annotated[list[str], Field(min_length=1)]
    weights: dict[str, _Worth] = {}
    packs: list[_PackFile] = []

    def part(self, part_id: str) -> Part:
        packs = tuple(Pack(pack.id, pack.tier, tuple(pack.cases)) for pack in self.packs)
        return Part(part_id, self.title, self.points, tuple(self.cases), dict(self.weights), packs)


class _SectionFile(Strict):
    title: str
    counted: bool = True
    parts: Annotated[dict[str, _PartFile], Field(min_length=1)]


class _JudgeFile(Strict):
    votes: Annotated[int, Field(ge=2)] = 3
    vote_temperature: PositiveFloat = 0.7
    max_tokens: PositiveInt = 300
    window: PositiveInt = 8192


class _AskingFile(Strict):
    temperature: Annotated[float, Field(ge=0)] = 0.0
    thinking_factor: PositiveFloat = 4.0
    max_tokens_cap: PositiveInt = 32768


class _DemandsFile(Strict):
    checks: PositiveInt = 5
    session_checks: PositiveInt = 12
    writing_checks: PositiveInt = 10
    wrong_solutions: PositiveInt = 3


class _BenchFile(Strict):
    suite: str
    title: str
    version: str
    sections: Annotated[dict[str, _SectionFile], Field(min_length=1)]
    judge: _JudgeFile = _JudgeFile()
    asking: _AskingFile = _AskingFile()
    demands: _DemandsFile = _DemandsFile()


def packaged_root() -> Path:
    """The folder of the suite that comes with the program."""
    return Path(str(resources.files("crucibleforge"))) / "suites" / "mako"


def load_suite(root: Path | None = None) -> Suite:
    """The suite in `root`, or the packaged one, checked as a whole. A released one has the stamps that it was released with.

    Raises:
        SuiteError: for the first fault found, with its file and line; for a release also when a file is not as it was released.
    """
    root = packaged_root() if root is None else root
    release = read_release(root)
    bench = YamlFile(root / "bench.yaml")
    file = bench.parsed(_BenchFile)
    canary = _CANARY.search(read_text(root / "bench.yaml"))
    if canary is None:
        raise bench.error("no canary line", hint="begin with a comment such as `# MAKO-CANARY <guid>`")
    profile = Profile(
        sections=tuple(
            Section(name, section.title, tuple(part.part(key) for key, part in section.parts.items()), section.counted)
            for name, section in file.sections.items()
        ),
        seed=f"{file.suite} {file.version}",
    )
    asking = AskingSettings(**file.asking.model_dump())
    cases = _cases(root, profile, canary.group(), asking)
    _check_profile(bench, profile, cases)
    if release is not None:
        cases = {name: replace(case, stamps=release.stamps[name]) for name, case in cases.items()}
    return Suite(
        name=file.suite,
        title=file.title,
        version=file.version,
        root=root,
        canary_line=canary.group(),
        profile=profile,
        cases=cases,
        canaries=tuple(_canaries(root, cases.values())),
        asking=asking,
        judging=_judging(bench, file.judge),
        demands=Demands(**file.demands.model_dump()),
        release=release,
    )


def _judging(bench: YamlFile, file: _JudgeFile) -> JudgeSettings:
    try:
        return JudgeSettings(**file.model_dump())
    except ValueError as error:
        raise bench.error(str(error), ["judge"]) from None


def _cases(root: Path, profile: Profile, canary_line: str, asking: AskingSettings) -> dict[str, Case]:
    """Every case folder's case by id, in the profile's order."""
    found: dict[str, Case] = {}
    for folder in sorted(path for path in root.glob("cases/*/*") if path.is_dir()):
        case = load_case(folder, canary_line=canary_line, asking=asking)
        if case.id in found:
            raise SuiteError(
                f"duplicate case id {case.id!r}", path=folder, hint=f"also {found[case.id].name}: rename one"
            )
        if case.part != folder.parent.name:
            raise SuiteError(
                f"part {case.part!r} in folder {folder.parent.name!r}", path=folder / "case.yaml", hint="move it"
            )
        found[case.id] = case
    order = [case_id for part in profile.parts() for case_id in part.cases]
    return {case_id: found[case_id] for case_id in sorted(found, key=lambda name: [*order, name].index(name))}


def _check_profile(bench: YamlFile, profile: Profile, cases: dict[str, Case]) -> None:
    if not any(section.counted for section in profile.sections):
        raise bench.error("no section counts", ["sections"], hint="only a section beside Code and Chat is not counted")
    named: set[str] = set()
    for section in profile.sections:
        for part in section.parts:
            at = ["sections", section.id, "parts", part.id]
            for case_id in [*part.cases, *(case for pack in part.packs for case in pack.cases)]:
                if case_id not in cases:
                    raise bench.error(
                        f"case {case_id!r} has no folder", [*at, "cases"], hint=f"add cases/{part.id}/{case_id}-…"
                    )
                if case_id in named:
                    raise bench.error(f"case {case_id!r} is listed twice", [*at, "cases"])
                if cases[case_id].part != part.id:
                    raise bench.error(f"case {case_id!r} says it belongs to {cases[case_id].part!r}", [*at, "cases"])
                named.add(case_id)
            for case_id in part.weights:
                if case_id not in part.cases:
                    raise bench.error(f"weight for {case_id!r}, which is not in this part", [*at, "weights"])
    unlisted = set(cases) - named
    if unlisted:
        raise bench.error(
            f"case {min(unlisted)!r} is in no part", ["sections"], hint="list it, or move its folder away"
        )


def _canaries(root: Path, cases: Iterable[Case]) -> Iterable[Canary]:
    taken = {question.ask for case in cases for question in getattr(case.content, "questions", ())}
    seen: set[str] = set()
    for path in sorted((root / "canaries").glob("*.yaml")):
        yaml = YamlFile(path)
        for index, canary in enumerate(yaml.parsed_list(CanaryFile)):
            if canary.id in seen:
                raise yaml.error(f"duplicate canary id {canary.id!r}", [index])
            if canary.ask in taken:
                raise yaml.error("this question is asked in a case", [index], hint="canaries share nothing with cases")
            seen.add(canary.id)
            yield Canary(Question(canary.id, canary.kind, canary.ask, expect=canary.expect), canary.reply.strip())
