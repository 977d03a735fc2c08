"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Literal

import typer

from crucibleforge.sandbox import Backend

Json = Annotated[bool, typer.Option("--json", help="Print JSON for machines.")]
SuiteDir = Annotated[
    Path | None, typer.Option("--suite", metavar="DIR", help="A suite folder; the packaged suite without it.")
]
OfRelease = Annotated[
    str | None, typer.Option("--release", metavar="VERSION", help="As that release of the suite had it.")
]
StoreAt = Annotated[
    str,
    typer.Option(
        "--store", metavar="PATH|URL", envvar="CRUCIBLEFORGE_STORE", help="SQLite file, or a postgresql:// address."
    ),
]
ModelsFile = Annotated[
    Path | None, typer.Option("--models", metavar="FILE", help="models.yaml; ./models.yaml or the user's without it.")
]
Judge = Annotated[
    str | None,
    typer.Option("--judge", metavar="MODEL", envvar="CRUCIBLEFORGE_JUDGE", help="The judge for the chat cases."),
]
MayJudgeItself = Annotated[
    bool, typer.Option("--may-judge-itself", help="Let a model that is its own judge judge itself; its row says so.")
]
JudgedBy = Annotated[
    str | None,
    typer.Option(
        "--judged-by", metavar="JUDGE", help="Whose stored verdicts count; without it the judge that judged last."
    ),
]
Models = Annotated[
    list[str], typer.Argument(metavar="MODEL…", help="Names of models.yaml, local/… models, or base URLs.")
]
RunBy = Annotated[
    Backend,
    typer.Option(
        "--backend", help="What runs the code of answers; native: Linux only, and its limits depend on the machine."
    ),
]
Retry = Annotated[
    Literal["errors"] | None,
    typer.Option("--retry", help="Ask only what an error kept from being asked, and nothing for the first time."),
]
Attempts = Annotated[
    int,
    typer.Option(
        "--attempts", metavar="N", min=1, max=100, help="Ask each case N times; the first counts, all N show the noise."
    ),
]
SetupCheckFirst = Annotated[
    bool,
    typer.Option("--setup-check/--no-setup-check", help="Check first, in a minute at most, how a model is served."),
]
DEFAULT_STORE = "results/mako.db"
