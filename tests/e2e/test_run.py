from __future__ import annotations

import json
import resource
import subprocess
import sys
import time
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.testing import Behaviour, Reply, ScriptedServer, broken_judge, dialect, fixed, lenient_judge
from tests.contract.setup.servers import head_cut, reached_by
from tests.e2e.process import Cli, at
from tests.tiny import ROOT, perfect_judge, perfect_model


@pytest.fixture
def cli(tmp_path: Path) -> Cli:
    return Cli(tmp_path)


def test_run_measures_judges_and_shows_a_whole_row(cli: Cli) -> None:
    with ScriptedServer.in_thread(perfect_model()) as model, ScriptedServer.in_thread(perfect_judge()) as judge:
        done = cli.run(at(model, "able"), at(judge, "fair"))
        asked = len(model.requests), len(judge.requests)
        again = cli.run(at(model, "able"), at(judge, "fair"))
        assert (len(model.requests), len(judge.requests)) == asked, "what is stored was asked again"
    assert (done.returncode, again.returncode) == (0, 0), done.stderr
    assert "20.0" in done.stdout
    row = cli.rows()["able"]
    assert (row["total"], row["margin"], row["class"], row["partial"]) == (20.0, 0.0, "S", False)
    assert row["provisional"] == []
    assert {check["state"] for check in row["setup"]} == {"passed"}
    assert (cli.folder / "results/board/index.html").read_text().count("able") >= 1


def test_attempts_are_asked_from_the_command_line_and_the_first_one_counts(cli: Cli) -> None:
    with ScriptedServer.in_thread(perfect_model()) as model:
        address = at(model, "able")
        done = cli.run(address, None, "--attempts", "2")
        planned = cli("plan", address, "--suite", str(ROOT), "--attempts", "3", "--json")
    assert done.returncode == 0, done.stderr
    steps = Counter((step["attempt"], step["action"]) for step in json.loads(planned.stdout)["cases"])
    assert steps == {(1, "keep"): 6, (2, "keep"): 6, (3, "ask"): 6}
    row = cli.rows()["able"]
    assert row["sections"]["code"] == 10.0
    assert row["attempts"]["sections"] == {"code": 0.0, "chat": None}
    assert row["attempts"]["pass_hat"] == [1.0, 1.0]
    assert "100.0 % in each of 2 (pass^2)" in " ".join(cli("show", "able", "--suite", str(ROOT)).stdout.split())


@pytest.mark.skipif(sys.platform != "linux", reason="the native backend needs Linux")
def test_native_grades_are_marked_until_the_default_backend_has_graded(cli: Cli) -> None:
    words = "code graded by the native backend: its limits depend on the machine"
    with ScriptedServer.in_thread(perfect_model()) as model:
        done = cli.run(at(model, "able"), None, "--backend", "native")
        asked = len(model.requests)
        assert done.returncode == 0, done.stderr
        assert words in " ".join(done.stdout.split())
        row = cli.rows()["able"]
        assert (row["sections"]["code"], row["notes"]) == (10.0, [words])
        assert words in " ".join(cli("show", "able", "FN1", "--suite", str(ROOT)).stdout.split())
        assert cli("grade", "able", "--suite", str(ROOT)).returncode == 0
        assert len(model.requests) == asked
    row = cli.rows()["able"]
    assert (row["sections"]["code"], row["notes"]) == (10.0, [])


@pytest.mark.parametrize("behaviour", [lenient_judge, broken_judge])
def test_judge_that_fails_its_calibration_leaves_chat_unjudged(cli: Cli, behaviour: Behaviour) -> None:
    with ScriptedServer.in_thread(perfect_model()) as model:
        with ScriptedServer.in_thread(behaviour) as judge:
            done = cli.run(at(model, "able"), at(judge, "unfair"))
        assert done.returncode == 4
        assert "--judge MODEL" in done.stderr
        row = cli.rows()["able"]
        assert (row["total"], row["partial"]) == (None, True)
        assert row["sections"]["code"] == 10.0
        asked = len(model.requests)
        with ScriptedServer.in_thread(perfect_judge()) as judge:
            assert cli.run(at(model, "able"), at(judge, "fair")).returncode == 0
        assert len(model.requests) == asked, "answers are kept when the judge changes"
    assert cli.rows()["able"]["total"] == 20.0


def test_empty_and_refusing_replies_earn_nothing_and_say_why(cli: Cli) -> None:
    for name, text in (("silent", ""), ("shy", "I'm sorry, but I can't help with that.")):
        with ScriptedServer.in_thread(fixed(text)) as model:
            done = cli.run(at(model, name), None)
        assert done.returncode == 0, done.stderr
        row = cli.rows()[name]
        assert (row["total"], row["partial"]) == (0.0, False)
        shown = cli("show", name, "--suite", str(ROOT)).stdout
        assert ("empty" if name == "silent" else "refus") in shown


def test_endpoint_that_is_down_leaves_cases_missing_not_zero(cli: Cli) -> None:
    works = perfect_model()

    def half(request: Any) -> Reply:
        return works(request) if "winner" in str(request["messages"]) else Reply("out of order", status=403)

    with ScriptedServer.in_thread(half) as model:
        done = cli.run(at(model, "able"), None)
    assert done.returncode == 1
    assert "missing" in done.stderr
    row = cli.rows()["able"]
    assert (row["partial"], row["total"], row["parts"]["functions"]["points"]) == (True, None, 5.0)
    assert row["parts"]["tools"]["points"] is None


def test_a_prompt_cut_by_the_server_makes_the_row_provisional_everywhere(cli: Cli) -> None:
    words = "the prompt is cut without a word"
    with ScriptedServer.in_thread(reached_by(head_cut(1200), perfect_model())) as model:
        done = cli.run(at(model, "able"), None)
        assert done.returncode == 0, done.stderr
        assert "checking the set-up of able" in done.stderr
        assert words in " ".join(done.stderr.split())
        checked = cli("models", "check", at(model, "able"), "--suite", str(ROOT), "--json")
    assert words in " ".join(done.stdout.split())
    assert words in " ".join(cli("show", "able", "--suite", str(ROOT)).stdout.split())
    row = cli.rows()["able"]
    assert (len(row["provisional"]), row["rank"], row["class"]) == (1, None, None)
    assert words in row["provisional"][0]
    assert words in (cli.folder / "results/board/index.html").read_text()
    assert checked.returncode == 1
    failed = [check for check in json.loads(checked.stdout)["checks"] if check["state"] == "failed"]
    assert [check["name"] for check in failed] == ["window"]


def test_a_terminal_without_unicode_gets_what_it_can_show(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    with ScriptedServer.in_thread(perfect_model()) as model:
        assert cli("ask", at(model, "m"), "--suite", str(ROOT), "--no-setup-check").returncode == 0
    shown = cli("show", "m", "--suite", str(ROOT))
    assert (shown.returncode, "Traceback" in shown.stderr) == (0, False), shown.stderr


def test_one_name_is_never_two_models(cli: Cli) -> None:
    with ScriptedServer.in_thread(perfect_model()) as one, ScriptedServer.in_thread(perfect_model()) as other:
        words = ("--suite", str(ROOT), "--no-setup-check")
        both = cli("run", at(one, "m"), at(other, "m"), *words)
        assert (both.returncode, len(one.requests), len(other.requests)) == (2, 0, 0)
        assert "two of these models would both be called m" in both.stderr
        assert f"crucibleforge models add NAME {other.base_url}#m" in both.stderr
        assert cli("run", at(one, "m"), *words).returncode == 0
        late = cli("run", at(other, "m"), *words)
        assert (late.returncode, len(other.requests)) == (2, 0)
        assert "at another address" in late.stderr
        (cli.folder / "models.yaml").write_text(
            f"models:\n  - {{name: second, base_url: '{other.base_url}', model: m}}\n"
        )
        assert cli("run", "second", *words).returncode == 0
    assert set(cli.rows()) == {"m", "second"}


def test_models_check_shows_every_check_and_fails_with_one(cli: Cli) -> None:
    toolless = dialect("no-tools")
    behaviours = {
        "able": (perfect_model(), 0),
        "weak": (toolless, 0),
        "silent": (fixed(""), 1),
        "closed": (fixed(Reply("no", status=403)), 3),
    }
    for name, (behaviour, code) in behaviours.items():
        with ScriptedServer.in_thread(behaviour) as model:
            done = cli("models", "check", at(model, name), "--suite", str(ROOT))
        assert done.returncode == code, done.stdout
        assert all(check in done.stdout for check in ("completion", "memory", "window", "thinking"))


def test_store_in_use_names_its_holder(cli: Cli) -> None:
    def hang(_request: Any) -> Reply:
        return Reply("late", delay_s=60)

    with ScriptedServer.in_thread(hang) as model:
        first = cli.start("run", at(model, "able"), "--suite", str(ROOT))
        while not model.requests and first.poll() is None:
            time.sleep(0.01)
        second = cli.run(at(model, "able"), None)
        first.kill()
        first.communicate()
    assert second.returncode == 3
    assert f"process {first.pid}" in second.stderr


def test_of_two_runs_started_at_once_one_wins(cli: Cli) -> None:
    works = perfect_model()

    def slow(request: Any) -> Reply:
        return replace(works(request), delay_s=0.4)

    with ScriptedServer.in_thread(slow) as model:
        words = ("run", at(model, "able"), "--suite", str(ROOT), "--no-setup-check")
        runs = [cli.start(*words) for _ in range(2)]
        said = [run.communicate(timeout=300)[1] for run in runs]
        assert len(model.requests) == 10
    assert sorted(run.returncode for run in runs) == [0, 3]
    late = [run.returncode for run in runs].index(3)
    assert f"process {runs[1 - late].pid}" in said[late]


def test_full_disk_is_one_clear_error_and_loses_nothing_stored(cli: Cli) -> None:
    with ScriptedServer.in_thread(perfect_model()) as model:
        words = ("run", at(model, "able"), "--suite", str(ROOT))
        assert cli("plan", at(model, "able"), "--suite", str(ROOT)).returncode == 0
        store = cli.folder / "results/mako.db"
        limit = store.stat().st_size + 40_000
        command = [sys.executable, "-m", "crucibleforge", *words]
        full = subprocess.run(
            command,
            cwd=cli.folder,
            capture_output=True,
            text=True,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
        )
        assert full.returncode == 3
        assert "mako.db" in full.stderr
        assert "Traceback" not in full.stderr
        assert cli(*words).returncode == 0
    assert cli.rows()["able"]["sections"]["code"] == 10.0


MISTAKES = [
    (("run", "nobody", "--suite", str(ROOT)), "no model is called 'nobody'"),
    (("run", "--suite", str(ROOT)), "MODEL"),
    (("run", "local/smollm2-135m", "--suite", "nowhere"), "bench.yaml: this file is missing"),
    (("judge", "local/smollm2-135m", "--suite", str(ROOT)), "no judge named"),
    (("show", "nobody", "--suite", str(ROOT)), "no store at results/mako.db"),
    (("grade-reply", "ZZ9", "--reply", "x", "--suite", str(ROOT)), "no case 'ZZ9'"),
    (("score-credits", "nothing.json", "--suite", str(ROOT)), "nothing.json: No such file"),
]


@pytest.mark.parametrize(("words", "message"), MISTAKES)
def test_mistake_is_explained_with_exit_2(cli: Cli, words: tuple[str, ...], message: str) -> None:
    done = cli(*words)
    assert done.returncode == 2
    assert message in done.stderr
    assert "Traceback" not in done.stderr


def test_reading_makes_no_store_and_names_what_it_holds(cli: Cli) -> None:
    for command in (("score",), ("board",), ("show", "able"), ("compare", "able", "baker")):
        assert cli(*command, "--suite", str(ROOT)).returncode == 2
    assert not (cli.folder / "results").exists()
    with ScriptedServer.in_thread(perfect_model()) as model:
        cli.run(at(model, "able"), None)
    done = cli("show", "nobody", "--suite", str(ROOT))
    assert done.returncode == 2
    assert "no model 'nobody' in the store" in done.stderr
    assert "able" in done.stderr


def test_models_file_fault_says_where(cli: Cli) -> None:
    (cli.folder / "models.yaml").write_text("models:\n  - name: a\n    base_ulr: http://127.0.0.1:9/v1\n")
    done = cli("run", "a", "--suite", str(ROOT))
    assert done.returncode == 2
    assert "models.yaml:3" in done.stderr
    assert "base_url" in done.stderr


def test_missing_key_is_named_and_nothing_is_asked(cli: Cli) -> None:
    with ScriptedServer.in_thread(perfect_model()) as model:
        (cli.folder / "models.yaml").write_text(
            f"models:\n  - name: a\n    base_url: {model.base_url}\n    model: x\n    key_env: SOME_SERVICE_TOKEN\n"
        )
        done = cli("run", "a", "--suite", str(ROOT))
        assert not model.requests
    assert done.returncode == 2
    assert "SOME_SERVICE_TOKEN" in done.stderr


def test_model_is_refused_as_its_own_judge(cli: Cli) -> None:
    with ScriptedServer.in_thread(perfect_model()) as model:
        done = cli.run(at(model, "able"), at(model, "able"))
        assert not model.requests
    assert done.returncode == 2
    assert "cannot judge itself" in done.stderr
