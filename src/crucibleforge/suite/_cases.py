"""From a case's folder to a Case."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from pathlib import Path

from crucibleforge.core.case import Case, Content, Kind
from crucibleforge.core.errors import SuiteError

from ._case_files import AnyCaseFile, CaseFile
from ._chat_cases import session, tools
from ._code_cases import bughunt, predict, program
from ._folder import CaseFolder
from ._stamps import case_stamps
from ._suite import AskingSettings
from ._yaml import YamlFile

_FOLDER = re.compile(r"(?P<id>[A-Z]{2,3}[0-9]{1,3})-(?P<slug>[a-z0-9]+(?:-[a-z0-9]+)*)")


def load_case(folder: Path, *, canary_line: str, asking: AskingSettings) -> Case:
    """The case in `folder`, checked.

    Raises:
        SuiteError: for the first fault found, with its file and line.
    """
    name = _FOLDER.fullmatch(folder.name)
    if name is None:
        raise SuiteError(
            f"{folder.name!r} is not a case folder", path=folder, hint="call it <ID>-<slug>, e.g. FN03-booking-ledger"
        )
    file = YamlFile(folder / "case.yaml")
    kind = file.parsed(AnyCaseFile).kind
    head, content = _LOADERS[kind](CaseFolder(folder, file, canary_line))
    if head.id != name["id"]:
        raise file.error(f"id {head.id!r} differs from the folder's {name['id']!r}", ["id"], hint="make them the same")
    budget = head.budget.budget()
    system = head.system.strip()
    return Case(
        id=head.id,
        slug=name["slug"],
        title=head.title,
        part=head.part,
        kind=kind,
        measures=head.measures,
        budget=budget,
        content=content,
        stamps=case_stamps(kind, system, budget, asking, content),
        system=system,
    )


_LOADERS: Mapping[Kind, Callable[[CaseFolder], tuple[CaseFile, Content]]] = {
    "program": program,
    "predict": predict,
    "bughunt": bughunt,
    "tools": tools,
    "session": session,
    "writing": session,
}
