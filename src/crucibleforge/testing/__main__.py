"""A scripted endpoint to point a client at: `--behaviour echo`, `--judge lenient`, `--dialect thinking-tags`, `--fault html-200`."""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

from . import (
    DIALECTS,
    FAULTS,
    JUDGES,
    Behaviour,
    Faults,
    Reply,
    ScriptedServer,
    dialect,
    dialects,
    echo,
    fault,
    faults,
    fixed,
    good_judge,
    html,
)

BEHAVIOURS = (
    "echo",
    "fixed",
    "empty",
    "html",
    "cut-stream",
    "busy",
    "hang",
)


def behaviour_named(name: str, text: str) -> Behaviour:
    """One of BEHAVIOURS; `text` is what the talking ones say."""
    replies = {
        "fixed": Reply(text),
        "empty": Reply(""),
        "html": html(),
        "cut-stream": Reply(text, faults=Faults(cut_after=2)),
        "busy": Reply("too many requests", status=429, headers={"Retry-After": "1"}),
        "hang": Reply(text, faults=Faults(hang_after=1)),
    }
    return echo if name == "echo" else fixed(replies[name])


def judge_named(name: str, known_at: Path | None) -> Behaviour:
    """One of JUDGES, who knows what a file from `crucibleforge controls --known` tells; without it the right answer is NO."""
    try:
        entries = [] if known_at is None else json.loads(known_at.read_text(encoding="utf-8"))
        known = {(tuple(one["replies"]), one["ask"]): (one["answer"], one["quote"]) for one in entries}
    except (OSError, ValueError, LookupError, TypeError) as error:
        raise SystemExit(f"{known_at}: not what `crucibleforge controls --known` writes ({error})") from None
    return JUDGES[name](good_judge(known))


async def serve(server: ScriptedServer) -> None:
    """Serves until it is cancelled."""
    async with server:
        # Not the product's command line: whoever starts this module waits for the address.
        print(f"{server.base_url}  (Ctrl-C ends it)", flush=True)  # noqa: T201
        await asyncio.Event().wait()


def main(argv: Sequence[str] | None = None) -> int:
    """Parses the command line and serves."""
    parser = argparse.ArgumentParser(prog="python -m crucibleforge.testing", description=__doc__)
    parser.add_argument("--behaviour", choices=BEHAVIOURS, default="echo")
    parser.add_argument("--judge", choices=JUDGES, help="judge in this way")
    parser.add_argument(
        "--known", type=Path, metavar="FILE", help="what the judge knows: crucibleforge controls --known"
    )
    parser.add_argument("--dialect", choices=DIALECTS, metavar="NAME", help="have these manners; --list names them all")
    parser.add_argument("--fault", choices=FAULTS, metavar="NAME", help="be hostile in this way; --list names them all")
    parser.add_argument(
        "--times", type=int, help="how many requests meet the fault before all is well; default: every one"
    )
    parser.add_argument("--list", action="store_true", help="print all dialects and faults, and end")
    parser.add_argument("--text", default="A scripted reply, always the same.", help="what the talking behaviours say")
    parser.add_argument("--model", action="append", help="id that /v1/models lists (may be repeated)")
    parser.add_argument("--key", help="bearer key to insist on")
    parser.add_argument("--port", type=int, default=0, help="0 picks a free one")
    options = parser.parse_args(argv)
    if options.list:
        try:
            print(dialects.table(), faults.table(), sep="\n", flush=True)  # noqa: T201
        except BrokenPipeError:  # whoever reads has seen enough; what is left must not be flushed at the end
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    behaviour = _chosen(options)
    models = options.model or ["scripted"]
    try:
        asyncio.run(serve(ScriptedServer(behaviour, models=models, key=options.key, port=options.port)))
    except KeyboardInterrupt:
        return 0
    return 0


def _chosen(options: argparse.Namespace) -> Behaviour:
    if options.fault is not None:
        return fault(options.fault, times=options.times)
    if options.judge is not None:
        return judge_named(options.judge, options.known)
    if options.dialect is not None:
        return dialect(options.dialect)
    return behaviour_named(options.behaviour, options.text)


if __name__ == "__main__":
    raise SystemExit(main())
