"""Cases whose answers are code: program, predict, bughunt."""

from __future__ import annotations

import ast
import itertools
from pathlib import Path

from crucibleforge.core.case import BughuntContent, Content, PredictContent, ProgramContent, WrongSolution
from crucibleforge.core.errors import SuiteError

from ._case_files import BughuntFile, BugsFile, CaseFile, PredictFile, ProgramFile
from ._folder import CaseFolder, check_known
from ._yaml import Location, YamlFile


def program(folder: CaseFolder) -> tuple[CaseFile, Content]:
    """Write a function or class; graded by hidden tests."""
    head = folder.case_yaml.parsed(ProgramFile)
    tests = folder.text("tests.py")
    groups = test_groups(tests, folder.path / "tests.py")
    for key, named in (
        ("complexity", head.complexity),
        ("needs", [*head.needs, *itertools.chain(*head.needs.values())]),
    ):
        check_known(folder.case_yaml, [key], named, groups, "test group")
    runner, limits = folder.limits(groups)
    wrong = tuple(_wrong(folder, path.name, groups) for path in sorted((folder.path / "wrong").glob("*.py")))
    return head, ProgramContent(
        prompt=folder.text("prompt.md"),
        tests=tests,
        groups=groups,
        limits=limits,
        reference=folder.text("reference.py"),
        wrong=wrong,
        needs={name: tuple(needed) for name, needed in head.needs.items()},
        complexity=tuple(head.complexity),
        secret=head.secret,
        tuples_are_lists=head.tuples_are_lists,
        runner=runner,
    )


def _wrong(folder: CaseFolder, name: str, groups: tuple[str, ...]) -> WrongSolution:
    path = folder.path / "wrong" / name
    source = folder.text(f"wrong/{name}")
    first = source.split("\n", 1)[0]
    if not first.startswith("# fails:"):
        raise SuiteError("its first line names no groups", path=path, line=1, hint="write `# fails: group, group`")
    fails = tuple(group.strip() for group in first.removeprefix("# fails:").split(","))
    for group in fails:
        if group not in groups:
            raise SuiteError(f"no test group {group!r}", path=path, line=1, hint=f"one of: {', '.join(groups)}")
    if set(fails) == set(groups):
        raise SuiteError("a wrong solution must pass at least one group", path=path, line=1)
    return WrongSolution(path.stem, source, fails)


def test_groups(tests: str, path: Path) -> tuple[str, ...]:
    """Names of the `group_<name>` functions, in order."""
    try:
        tree = ast.parse(tests)
    except SyntaxError as error:
        raise SuiteError(f"not Python: {error.msg}", path=path, line=error.lineno) from None
    groups = [node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name.startswith("group_")]
    for group in groups:
        taken = [*group.args.posonlyargs, *group.args.args, group.args.vararg, *group.args.kwonlyargs, group.args.kwarg]
        if len([argument for argument in taken if argument]) != 1 or group.args.vararg or group.args.kwarg:
            hint = f"write it as def {group.name}(solution):"
            raise SuiteError(f"{group.name} does not take one argument", path=path, line=group.lineno, hint=hint)
    names = [group.name for group in groups]
    if not names:
        raise SuiteError("no test group", path=path, hint="write functions called group_<name>(solution)")
    if len(set(names)) != len(names):
        raise SuiteError("two test groups share a name", path=path, hint="rename one of them")
    return tuple(name.removeprefix("group_") for name in names)


def predict(folder: CaseFolder) -> tuple[CaseFile, Content]:
    """Say what a program prints."""
    head = folder.case_yaml.parsed(PredictFile)
    program = folder.text("program.py")
    return head, PredictContent(_filled(folder, program), program)


def bughunt(folder: CaseFolder) -> tuple[CaseFile, Content]:
    """Find and mend planted faults."""
    head = folder.case_yaml.parsed(BughuntFile)
    program, tests = folder.text("program.py"), folder.text("tests.py")
    groups = test_groups(tests, folder.path / "tests.py")
    runner, limits = folder.limits(groups)
    bugs_yaml = YamlFile(folder.path / "bugs.yaml")
    file = bugs_yaml.parsed(BugsFile)
    _check_bugs(bugs_yaml, file, program, groups)
    listing = "".join(f"{number:3} {line}".rstrip() + "\n" for number, line in enumerate(program.splitlines(), 1))
    return head, BughuntContent(
        prompt=_filled(folder, listing),
        program=program,
        bugs=tuple(bug.bug() for bug in file.bugs),
        decoys=tuple(file.decoys),
        tests=tests,
        groups=groups,
        limits=limits,
        reference=folder.text("reference.py"),
        runner=runner,
    )


def _check_bugs(bugs_yaml: YamlFile, file: BugsFile, program: str, groups: tuple[str, ...]) -> None:
    last = len(program.splitlines())
    fixed: set[int] = set()
    for index, bug in enumerate(file.bugs):
        at: Location = ["bugs", index]
        check_known(bugs_yaml, [*at, "groups"], bug.groups, groups, "test group")
        for line in bug.fix:
            if line > last:
                raise bugs_yaml.error(f"line {line} of a program with {last} lines", [*at, "fix"])
            if line in fixed:
                raise bugs_yaml.error(f"line {line} belongs to two bugs", [*at, "fix"])
            fixed.add(line)
    for line in file.decoys:
        if line > last or line in fixed:
            raise bugs_yaml.error(f"decoy {line} is no right line of the program", ["decoys"])
    tested = [group for bug in file.bugs for group in bug.groups]
    if sorted(tested) != sorted(groups):
        raise bugs_yaml.error("each test group must belong to exactly one bug", ["bugs"])


def _filled(folder: CaseFolder, program: str) -> str:
    prompt = folder.text("prompt.md")
    if "{program}" not in prompt:
        raise SuiteError(
            "no {program} in the prompt", path=folder.path / "prompt.md", hint="mark where the listing goes"
        )
    return prompt.replace("{program}", program.rstrip("\n"))
