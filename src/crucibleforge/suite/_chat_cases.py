"""Cases whose answers are conversation: tools, session, writing."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import get_args

from crucibleforge.core.case import Content, Exemplar, ExemplarName, ExpectStep, SessionContent, Tool, ToolsContent

from ._case_files import CaseFile, ExemplarFile, SessionFile, StepExemplarFile, ToolsFile
from ._folder import CaseFolder, check_known
from ._rule_files import RuleFile
from ._yaml import Location, YamlFile

TOKENS_A_WORD = 1.3
"""A low estimate for English prose: a length rule below it is infeasible within the budget."""


def tools(folder: CaseFolder) -> tuple[CaseFile, Content]:
    """A scripted conversation with tools."""
    yaml = folder.case_yaml
    head = yaml.parsed(ToolsFile)
    offered = {tool.name: tool.tool() for tool in head.tools}
    if len(offered) != len(head.tools):
        raise yaml.error("two tools share a name", ["tools"])
    steps = tuple(step.step() for step in head.steps)
    seen: set[str] = set()
    for index, step in enumerate(steps):
        if isinstance(step, ExpectStep):
            _check_step(yaml, ["steps", index, "expect"], step, offered, seen)
            seen.add(step.id)
    wanted = [step.id for step in steps if isinstance(step, ExpectStep) and step.reply]
    return head, ToolsContent(tuple(offered.values()), steps, _right_words(folder, wanted))


def _check_step(
    yaml: YamlFile, at: list[int | str], step: ExpectStep, offered: Mapping[str, Tool], seen: set[str]
) -> None:
    if step.id in seen:
        raise yaml.error(f"duplicate step id {step.id!r}", [*at, "id"], hint="rename one of them")
    check_known(yaml, [*at, "needs"], step.needs, seen, "earlier step")
    check_known(yaml, [*at, "forbid"], step.forbid, offered, "tool")
    for call in step.calls:
        check_known(yaml, [*at, "call"], [call.tool], offered, "tool")
        schema = offered[call.tool].parameters
        check_known(yaml, [*at, "call", "args"], call.args, schema.get("properties", {}), "argument")
        missing = set(schema.get("required", ())) - set(call.args)
        if missing:
            raise yaml.error(f"required argument {min(missing)!r} has no matcher", [*at, "call"])


def _right_words(folder: CaseFolder, wanted: list[str]) -> Mapping[str, str]:
    """One right reply for every reply step."""
    if not wanted:
        return {}
    yaml = YamlFile(folder.path / "exemplars" / "good.yaml")
    replies = yaml.parsed(StepExemplarFile).replies
    check_known(yaml, ["replies"], replies, wanted, "reply step")
    check_known(yaml, ["replies"], wanted, replies, "right reply for step")
    return replies


def session(folder: CaseFolder) -> tuple[CaseFile, Content]:
    """A scripted chat of one or more turns."""
    yaml = folder.case_yaml
    head = yaml.parsed(SessionFile)
    if head.kind == "writing" and len(head.turns) != 1:
        raise yaml.error("a writing case has exactly one turn", ["turns"])
    ids: set[str] = set()
    for key, checks in (("rules", head.rules), ("questions", head.questions)):
        for index, check in enumerate(checks):
            at: Location = [key, index]
            if check.id in ids:
                raise yaml.error(f"duplicate check id {check.id!r}", [*at, "id"], hint="rename one of them")
            if any(turn > len(head.turns) for turn in check.selected):
                raise yaml.error(f"turn {max(check.selected)} of a case with {len(head.turns)} turns", at)
            if isinstance(check, RuleFile):
                _check_feasible(yaml, at, check, head.budget.max_tokens)
            ids.add(check.id)
    if sum(check.gate for check in [*head.rules, *head.questions]) > 2:
        raise yaml.error("more than two gates", ["questions"], hint="keep the two without which the rest means nothing")
    return head, SessionContent(
        turns=tuple(turn.strip() for turn in head.turns),
        canon=head.canon.strip(),
        rules=tuple(rule.rule() for rule in head.rules),
        questions=tuple(question.question() for question in head.questions),
        exemplars=tuple(_exemplars(folder, head, ids)),
    )


def _check_feasible(yaml: YamlFile, at: Location, rule: RuleFile, max_tokens: int) -> None:
    if rule.words is not None and rule.scope == "turn" and rule.words.least * TOKENS_A_WORD > max_tokens:
        raise yaml.error(
            f"{rule.words.least} words do not fit a budget of {max_tokens} tokens",
            at,
            hint="raise the budget or lower the count",
        )


_EXEMPLARS = get_args(ExemplarName)
_MAY_BE_LEFT_OUT = "wrong"


def _exemplars(folder: CaseFolder, head: SessionFile, ids: set[str]) -> Iterable[Exemplar]:
    for name in _EXEMPLARS:
        path = folder.path / "exemplars" / f"{name}.yaml"
        if name == _MAY_BE_LEFT_OUT and not path.exists():
            continue
        yaml = YamlFile(path)
        file = yaml.parsed(ExemplarFile)
        if len(file.replies) != len(head.turns):
            raise yaml.error(f"{len(file.replies)} replies for {len(head.turns)} turns", ["replies"])
        if (name == "good") != (not file.fails):
            raise yaml.error("good fails nothing, the others name what they fail", ["fails"])
        check_known(yaml, ["fails"], file.fails, ids, "check")
        proven = {q.id for q in head.questions if (q.id not in file.fails) == (q.expect == "YES")}
        if set(file.quotes) != proven:
            odd = min(set(file.quotes) ^ proven)
            raise yaml.error(f"a quote belongs to each YES and to nothing else: see {odd!r}", ["quotes"])
        yield Exemplar(name, tuple(file.replies), tuple(file.fails), dict(file.quotes))
