"""The command table, and the one place where an error becomes words and an exit code."""

from __future__ import annotations

import logging
import sys
from importlib import import_module
from io import TextIOWrapper
from keyword import iskeyword
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup

from crucibleforge.core.errors import CrucibleForgeError

COMMANDS = {
    "run": "Plan, ask, grade, judge, score and show the board; resumes by itself.",
    "plan": "Say what a run would do, case by case, and why.",
    "ask": "Ask what has no current answer; store every turn at once.",
    "grade": "Grade stored answers; no model is called.",
    "judge": "Let a judge answer the questions about stored chats, or measure its errors.",
    "score": "Print the rows with their points, margins and marks.",
    "board": "Show the board and write it as pages.",
    "show": "Show one model's cases, the evidence of one case, or a judge's errors.",
    "compare": "Compare two models on the same cases.",
    "compare-judges": "Compare two judges on the same answers.",
    "bundle": "Write rows with all their evidence into one file that anyone can check.",
    "verify": "Check a bundle offline: grade, recheck and score it anew.",
    "export": "Write one row in the format of another tool.",
    "import": "Put somebody else's rows on one's own board.",
    "grade-reply": "Grade one reply from a file; nothing is stored.",
    "score-credits": "Score a JSON file of credits.",
    "suite": "List, verify, measure, compare and release the cases.",
    "models": "List known models, find endpoints, check one.",
    "controls": "Run the six control rows through the real graders.",
    "doctor": "Check this machine: sandbox, store, models, parts.",
}


class _LazyCommands(TyperGroup):
    """Loads a command's module when it is called, so that help and mistakes answer at once."""

    def resolve_command(self, ctx: Any, args: list[str]) -> tuple[str | None, Any, list[str]]:
        name, command, rest = super().resolve_command(ctx, args)
        if name is not None:
            file = f"{name}_" if iskeyword(name) else name.replace("-", "_")
            module = import_module(f"{__package__}.{file}")
            command = typer.main.get_command(module.app)
        return name, command, rest


app = typer.Typer(
    cls=_LazyCommands,
    name="crucibleforge",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version  # half of the start-up time, for this one line

        print(version("crucibleforge"))
        raise typer.Exit


@app.callback()
def _program(
    verbose: Annotated[bool, typer.Option("--verbose", "-v", help="Log what happens to standard error.")] = False,
    _version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_print_version, is_eager=True)
    ] = False,
) -> None:
    """Measure any language model on one small shared test, with numbers that anyone can check."""
    logging.basicConfig(
        level=logging.INFO if verbose else logging.ERROR, format="%(levelname)s %(name)s %(message)s", stream=sys.stderr
    )


def _named_only() -> None:
    """Stands in the table for a command whose module is not loaded yet."""


for _name, _summary in COMMANDS.items():
    app.command(_name, help=_summary)(_named_only)


def main() -> NoReturn:
    """Run the command line and exit with its code."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal may know fewer characters than models write
    try:
        app()
        code = 0
    except CrucibleForgeError as error:
        print(f"error: {error}", file=sys.stderr)
        if error.hint:
            print(f"  -> {error.hint}", file=sys.stderr)
        code = error.exit_code
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        code = 3
    sys.exit(code)
