"""The command `crucibleforge judge MODEL…|calibrate`."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from crucibleforge.ask import Registry
from crucibleforge.board import rated_judge, read_board
from crucibleforge.core.errors import CalibrationFailed, ConfigError
from crucibleforge.run import TRIES, fingerprint, identities, unmeasured

from ._ended import ended, stopped, stopped_with
from ._judge_report import print_judges
from ._opened import engine, opened, resolved
from ._options import DEFAULT_STORE, Json, Judge, MayJudgeItself, Models, ModelsFile, StoreAt, SuiteDir
from ._planned import still_to_do
from ._progress import RunDisplay
from ._stopping import run_until_stopped
from ._verdicts import print_alike


class _ModelsUnlessNamed(TyperGroup):
    """`judge MODEL…` is `judge answers MODEL…`."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:
        is_own = bool(args) and (args[0] in self.commands or args[0] in ctx.help_option_names)
        return super().parse_args(ctx, args if is_own else ["answers", *args])


app = typer.Typer(
    cls=_ModelsUnlessNamed,
    add_completion=False,
    help="Let a judge answer the questions about stored chats (`judge MODEL…`), or measure its own errors.",
    rich_markup_mode=None,
)


@app.command("answers")
def judge_answers(
    models: Models,
    judge: Judge = None,
    retry: Annotated[
        bool, typer.Option("--retry", help=f"Ask once more what the judge answered unreadably {TRIES} times.")
    ] = False,
    may_judge_itself: MayJudgeItself = False,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    models_file: ModelsFile = None,
) -> None:
    """Let a judge answer the open questions about the stored chats of MODELs; the word `answers` may be left out.

    What is judged is not asked again. A verdict that cannot be read is asked for once more the next time, and then given up.
    """
    registry = Registry.load(models_file)
    if judge is None:
        raise ConfigError("no judge named", hint="add --judge MODEL; `crucibleforge models` lists what is here")
    specs, judge_spec = resolved(models, registry), registry.resolve(judge)
    with opened(suite_dir, store_at, to_read=True) as (suite, store):
        with RunDisplay() as display, engine(suite, store, display) as run_engine:
            work = run_engine.judge(specs, judge_spec, retries_unreadable=retry, may_judge_itself=may_judge_itself)
            came = run_until_stopped(run_engine, work)
        if came:
            stopped(came, still_to_do(suite, store, identities(specs), fingerprint(suite, judge_spec)))
        print_alike(read_board(suite, store, fingerprint(suite, judge_spec)))
    ended(run_engine)


@app.command("calibrate")
def calibrate(
    judge: Annotated[str, typer.Argument(metavar="JUDGE", help="A name or a base URL.")],
    repeats: Annotated[
        int, typer.Option("--repeats", min=1, help="How often each question is asked; repeats show how steady it is.")
    ] = 1,
    against: Annotated[
        str | None, typer.Option("--against", metavar="JUDGE", help="A second judge to agree or disagree with.")
    ] = None,
    suite_dir: SuiteDir = None,
    store_at: StoreAt = DEFAULT_STORE,
    models_file: ModelsFile = None,
    as_json: Json = False,
) -> None:
    """Measure how often JUDGE is wrong: every question about every exemplar of the suite, whose right answer is known.

    What is stored is not asked again: run it again to go on where it stopped, or with more repeats.
    """
    registry = Registry.load(models_file)
    specs = list({spec.name: spec for spec in map(registry.resolve, filter(None, (judge, against)))}.values())
    with opened(suite_dir, store_at) as (suite, store):
        with RunDisplay(quiet=as_json) as display, engine(suite, store, display) as run_engine:
            came = run_until_stopped(run_engine, run_engine.measure(specs, repeats))
        if came:
            left = sum(item.left for spec in specs for item in unmeasured(suite, store, spec, repeats))
            stopped_with(came, f"{left} questions about exemplars")
        found = [rated_judge(suite, store, spec.name, spec.identity) for spec in specs]
    print_judges(found, as_json=as_json)
    ended(run_engine)
    if any(one.calibration is not None and not one.calibration.passed for one in found):
        raise typer.Exit(CalibrationFailed.exit_code)
