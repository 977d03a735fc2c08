"""Exports are checked by those who are to read them: every_eval_ever's own validator, and Inspect AI's own reader."""

from __future__ import annotations

import json
import os
import subprocess
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crucibleforge.bundle import AnswerFacts, Facts, Redaction, collected
from crucibleforge.cli import export as export_command
from crucibleforge.core.conversation import Outcome, ToolCall
from crucibleforge.core.errors import UserError
from crucibleforge.export import Publisher, every_eval_ever, inspect_log
from crucibleforge.store import open_store
from crucibleforge.suite import load_suite
from tests.contract.store.examples import NASTY
from tests.tiny import ROOT

SUITE = load_suite(ROOT)
HERE = Path(__file__).parents[2]
LONE = "half a pair \ud83d, NUL \0, " + NASTY
AT = datetime(2031, 4, 9, 12, tzinfo=UTC)
WE = Publisher("House of tests", "third_party", "maker/able-7b")


@pytest.fixture(scope="module")
def facts(measured: Path) -> Facts:
    with open_store(measured) as store:
        return collected(SUITE, store, ["able"], Redaction())


@pytest.fixture(scope="module")
def odd(facts: Facts) -> Facts:
    """Thinking, calls that are no JSON, texts that are no Unicode, a second attempt, a case without a credit."""
    tools, chat, code = (facts.answers[f"models/1/{case}.1.json"] for case in ("TU1", "CW1", "FN1"))
    calls = tuple(ToolCall("track_parcel", words, "c1") for words in ('{"number": 1e999}', "[1]", LONE, '{"a": null}'))
    edited = {
        "models/1/TU1.1.json": with_turn(tools, tool_calls=calls, thinking=LONE, text=LONE),
        "models/1/CW1.1.json": replace(chat, checks=tuple(replace(check, credit=None) for check in chat.checks)),
        "models/1/FN1.2.json": replace(with_turn(code, text="", finish="length"), attempt=2, outcome=Outcome.CUT_OFF),
    }
    (row,) = facts.manifest.rows.values()
    partial = replace(row, total=None, margin=None, sections={"code": 10.0, "chat": None})
    manifest = replace(facts.manifest, rows={"able": replace(partial, parts=dict(row.parts) | {"writing": None})})
    return replace(facts, manifest=manifest, answers=dict(facts.answers) | edited)


def with_turn(answer: AnswerFacts, **values: Any) -> AnswerFacts:
    first, *rest = answer.turns
    return replace(answer, turns=(replace(first, **values), *rest))


@pytest.fixture(scope="module")
def reader() -> Callable[..., subprocess.CompletedProcess[str]]:
    """Runs a module or file in the environment of the readers; a laptop without it skips, a build does not."""
    python = HERE.parent / ".readers" / "bin" / "python"
    if not python.exists():
        if os.environ.get("CI"):
            pytest.fail("missing real part: Inspect AI and every_eval_ever (make .readers/ready)")
        pytest.skip("no readers here: make .readers/ready")

    def run(*words: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run([python, *words], capture_output=True, text=True, timeout=120, check=False)

    return run


def written(folder: Path, files: Mapping[str, bytes]) -> list[Path]:
    for name, data in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)
    return [folder / name for name in files]


def test_every_eval_ever_s_own_validator_finds_nothing(
    facts: Facts, odd: Facts, reader: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    files = {**every_eval_ever(SUITE, facts, WE, AT), **every_eval_ever(SUITE, odd, WE, AT)}
    assert len(files) == 4
    done = reader("-m", "every_eval_ever.validator.cli", "--format", "json", *map(str, written(tmp_path, files)))
    assert [(each["errors"], each["warnings"]) for each in json.loads(done.stdout)] == [([], [])] * 4, done.stderr
    assert done.returncode == 0
    wrong = {name: data.replace(b'"points"', b"7").replace(b'"score"', b'"mark"') for name, data in files.items()}
    done = reader("-m", "every_eval_ever.validator.cli", "--format", "json", *map(str, written(tmp_path, wrong)))
    assert all(each["errors"] for each in json.loads(done.stdout)), "it finds what is wrong"


def test_a_record_has_the_row_s_figures_and_every_credit(facts: Facts) -> None:
    aggregate, samples = every_eval_ever(SUITE, facts, WE, AT).values()
    results = {each["evaluation_result_id"]: each for each in json.loads(aggregate)["evaluation_results"]}
    points = {
        name: (each["score_details"]["score"], each["metric_config"]["max_score"]) for name, each in results.items()
    }
    assert points["tiny.total"] == (20.0, 20.0)
    assert points["tiny.code.predict"] == (2.5, 2.5)
    assert len(points) == 1 + 2 + 5
    assert {name for name, each in results.items() if "llm_scoring" in each["metric_config"]} == {
        "tiny.total",
        "tiny.chat",
        "tiny.chat.roleplay",
        "tiny.chat.writing",
    }
    lines = [json.loads(line) for line in samples.splitlines()]
    assert {line["sample_id"]: line["evaluation"]["score"] for line in lines} == dict.fromkeys(SUITE.cases, 1.0)
    assert {line["evaluation_result_id"] for line in lines} < set(results)


def test_what_is_not_known_is_left_out_of_a_record_and_nothing_a_model_wrote_is_lost(odd: Facts) -> None:
    aggregate, samples = every_eval_ever(SUITE, odd, WE, AT).values()
    names = {each["evaluation_result_id"] for each in json.loads(aggregate)["evaluation_results"]}
    assert not names & {"tiny.total", "tiny.chat", "tiny.chat.writing"}
    lines = {(line["sample_id"], line["metadata"]["attempt"]): line for line in map(json.loads, samples.splitlines())}
    assert ("CW1", "1") not in lines
    assert lines["FN1", "2"]["error"] == "cut off"
    (reply,) = [each for each in lines["TU1", "1"]["messages"] if len(each.get("tool_calls") or ()) == 4]
    told = LONE.encode("utf-8", "replace").decode()
    assert (reply["content"], reply["reasoning_trace"]) == (told, told)
    assert [each["arguments"] for each in reply["tool_calls"]] == [
        {"not an object": '{"number": 1e999}'},
        {"not an object": "[1]"},
        {"not an object": told},
        {"a": "null"},
    ]


def test_inspect_s_own_reader_reads_all_of_a_log(
    facts: Facts, odd: Facts, reader: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    logs = [
        *written(tmp_path / "whole", inspect_log(SUITE, facts)),
        *written(tmp_path / "odd", inspect_log(SUITE, odd)),
    ]
    done = reader(str(HERE / "readers" / "inspect_log.py"), *map(str, logs))
    assert done.returncode == 0, done.stderr
    whole, second = map(json.loads, done.stdout.splitlines())
    assert (whole["unread"], second["unread"]) == ([], [])
    assert whole["is_listed"], "the viewer finds it in its folder"
    assert (whole["metrics"]["total"], whole["metrics"]["total.margin"], whole["metrics"]["chat.writing"]) == (20, 0, 4)
    assert whole["credits"] == {f"{case}.1": 1.0 for case in SUITE.cases}
    assert "total" not in second["metrics"]
    assert (second["credits"]["CW1.1"], second["credits"]["FN1.2"]) == (None, 1.0)
    assert second["completions"]["RP1.1"] == odd.answers["models/1/RP1.1.json"].turns[-1].text
    assert len(second["parse_errors"]) == 3


def test_the_command_writes_both(measured: Path, tmp_path: Path) -> None:
    assert call(measured, "--format", "inspect", "-o", str(tmp_path / "logs")).exit_code == 0
    (log,) = (tmp_path / "logs").iterdir()
    assert json.loads(log.read_text())["eval"]["task"] == "tiny"
    record = ["--format", "every-eval-ever", "-o", str(tmp_path), "--by", "us", "--model-id", "maker/able-7b"]
    assert call(measured, *record).exit_code == 0
    assert len(list((tmp_path / "data" / "tiny" / "maker" / "able-7b").iterdir())) == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--format", "every-eval-ever", "-o", "x"], "who publishes"),
        (["--format", "every-eval-ever", "-o", "x", "--by", "us"], "'able-7b' is no such name"),
        (["--format", "every-eval-ever", "-o", "x", "--by", "us", "--model-id", "../able"], "no such name"),
        (["--format", "every-eval-ever", "-o", "x", "--by", "us", "--model-id", "unknown/able"], "no such name"),
    ],
)
def test_what_a_format_wants_is_asked_for(measured: Path, words: list[str], said: str) -> None:
    with pytest.raises(UserError, match=said):
        call(measured, *words)


def call(store: Path, *words: str) -> Any:
    command = ["able", *words, "--suite", str(ROOT), "--store", str(store)]
    return CliRunner(env={"COLUMNS": "200"}).invoke(export_command.app, command, catch_exceptions=False)
