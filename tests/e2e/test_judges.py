"""Measuring and comparing judges with the real program, over scripted servers."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.cli import main
from crucibleforge.testing import Behaviour, Reply, ScriptedServer, lenient_judge
from tests.tiny import ROOT, perfect_judge, perfect_model

CANARY_ASKS = ("under the red pot", "sell the horse", "the bell broke")


def start(folder: Path, *words: str, root: Path = ROOT) -> subprocess.Popen[str]:
    return subprocess.Popen(
        [sys.executable, "-m", "crucibleforge", *words, "--suite", str(root)],
        cwd=folder,
        env=dict(os.environ),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


class Program:
    """The program's own main, in this process and in a folder of its own: starting it anew takes longer than its work."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def __call__(self, *words: str, code: int | None = 0, root: Path = ROOT) -> str:
        """What it prints; errors as well where it is not to end with 0."""
        self._monkeypatch.setattr(sys, "argv", ["crucibleforge", *words, "--suite", str(root)])
        with pytest.raises(SystemExit) as ended:
            main()
        out, err = self._capsys.readouterr()
        assert code is None or ended.value.code == code, err
        return out if code == 0 else out + err

    def json(self, *words: str, code: int = 0, root: Path = ROOT) -> Any:
        return json.JSONDecoder().raw_decode(self(*words, "--json", code=code, root=root))[0]


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Program:
    monkeypatch.chdir(tmp_path)
    return Program(monkeypatch, capsys)


def at(server: ScriptedServer, name: str) -> str:
    return f"{server.base_url}#{name}"


def test_rates_are_shown_by_the_judge_and_beside_what_it_judged(tmp_path: Path, call: Program) -> None:
    with ScriptedServer.in_thread(perfect_model()) as model, ScriptedServer.in_thread(perfect_judge()) as judge:
        run = call("run", at(model, "able"), "--judge", at(judge, "fair"), "--no-setup-check")
        assert "Chat judged by fair: rates not measured: run `crucibleforge judge calibrate fair`" in one_line(run)
        page = tmp_path / "results/board/index.html"
        assert "rates not measured" in page.read_text()
        found = call.json("judge", "calibrate", at(judge, "fair"), "--repeats", "2")
        asked = len(judge.requests)
        text = call("judge", "calibrate", at(judge, "fair"))
        assert len(judge.requests) == asked, "what is stored was asked again"
    (rates,) = found["judges"]
    assert (rates["true_yes"]["rate"], rates["true_no"]["rate"], rates["flips"]["count"]) == (1.0, 1.0, 0)
    assert (rates["judged"], rates["known"], rates["repeats"], rates["unfit"]) == (9, 9, 2, [])
    assert "true YES    1.00 (0.61..1.00)  6 of 6" in text
    assert call.json("show", "--judge", "fair")["judges"] == found["judges"]
    row = call.json("board")["able"]["judge"]
    assert (row["name"], row["rates"], row["true_no"]["of"]) == ("fair", "measured", 3)
    assert row["words"] == "true-YES 1.00 (0.61..1.00), true-NO 1.00 (0.44..1.00)"
    assert row["words"] in page.read_text()
    edited = Path(shutil.copytree(ROOT, tmp_path / "suite"))
    bench = edited / "bench.yaml"
    bench.write_text(bench.read_text().replace("max_tokens: 200}", "max_tokens: 201}"))
    assert call.json("show", "--judge", root=edited)["judges"][0]["state"] == "stale"


def test_a_judge_that_fails_its_canaries_is_measured_all_the_same(call: Program) -> None:
    with ScriptedServer.in_thread(lenient_judge) as kind, ScriptedServer.in_thread(perfect_judge()) as fair:
        found = call.json("judge", "calibrate", at(kind, "kind"), "--against", at(fair, "fair"), code=4)
        text = call("judge", "calibrate", at(kind, "kind"), code=4)
    rates = {one["judge"]: one for one in found["judges"]}
    assert (rates["kind"]["true_no"]["rate"], rates["fair"]["true_no"]["rate"]) == (0.0, 1.0)
    assert rates["kind"]["unfit"] == ["RP1 price", "RP1 storm", "CW1 why"]
    assert [rates[name]["calibration"]["passed"] for name in ("kind", "fair")] == [False, True]
    assert (found["agreement"]["same"]["count"], found["agreement"]["kappa"]) == (6, pytest.approx(0.0))
    assert "calibration FAILED: the judge failed its calibration: on the known question" in one_line(text)
    assert "unfit: RP1 price, wrong about subtle" in text


def one_line(text: str) -> str:
    return " ".join(text.split())


def slowly(behaviour: Behaviour, seen: Counter[str]) -> Behaviour:
    def answer(request: Any) -> Reply:
        asked = json.dumps([request["messages"], request["seed"]])
        if not any(words in asked for words in CANARY_ASKS):
            seen[asked] += 1
        return Reply(behaviour(request).text, delay_s=0.2)

    return answer


@pytest.mark.skipif(sys.platform == "win32", reason="its signals are others")
@pytest.mark.parametrize(("sent", "code"), [(signal.SIGKILL, -9), (signal.SIGINT, 130)])
def test_measuring_goes_on_where_it_was_ended(tmp_path: Path, call: Program, sent: signal.Signals, code: int) -> None:
    seen: Counter[str] = Counter()
    with ScriptedServer.in_thread(slowly(perfect_judge(), seen)) as judge:
        words = ("judge", "calibrate", at(judge, "fair"))
        first = start(tmp_path, *words)
        wait_until(lambda: seen.total() >= 5, first)
        first.send_signal(sent)
        _, err = first.communicate(timeout=60)
        assert first.returncode == code, err
        ended_at = seen.total()
        shown = call.json("show", "--judge", "fair")["judges"][0]
        assert 0 < shown["judged"] < 9
        assert shown["state"] == "incomplete"
        if sent is signal.SIGINT:
            assert f"stopped; left: {9 - shown['judged']} questions about exemplars" in err
        assert call.json(*words)["judges"][0]["judged"] == 9
    votes = 3 * 3 + 6
    # A verdict that was not complete is lost with its votes: the gate has three.
    assert len(seen) == votes
    assert votes <= seen.total() <= votes + 3
    assert ended_at < votes


@pytest.mark.skipif(sys.platform == "win32", reason="its signals are others")
def test_judging_side_by_side_lets_votes_in_flight_arrive_when_it_is_told_to_end(tmp_path: Path, call: Program) -> None:
    seen: Counter[str] = Counter()
    with (
        ScriptedServer.in_thread(perfect_model()) as model,
        ScriptedServer.in_thread(slowly(perfect_judge(), seen)) as judge,
    ):
        models = (at(model, "able"), at(model, "baker"))
        call("run", *models, "--no-setup-check")
        words = ("judge", *models, "--judge", at(judge, "fair"))
        first = start(tmp_path, *words)
        wait_until(lambda: seen.total() >= 2, first)
        first.send_signal(signal.SIGTERM)
        _, err = first.communicate(timeout=60)
        assert first.returncode == 143, err
        assert "to judge" in err
        ended_at = seen.total()
        call(*words)
    votes = 3 + 2
    assert set(seen.values()) == {2}, "both models say the same; no vote is asked for twice about either"
    assert (len(seen), ended_at < 2 * votes) == (votes, True)
    assert {row["total"] for row in call.json("score").values()} == {20.0}


def wait_until(reached: Callable[[], bool], process: subprocess.Popen[str]) -> None:
    while not reached():
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)


def test_two_judges_judge_the_same_answers_and_the_board_stays_with_its_own(call: Program) -> None:
    fair = perfect_judge()

    def harsh(request: Any) -> Reply:
        """Right about the canaries, and NO to all else."""
        text = json.dumps(request["messages"])
        is_canary = any(words in text for words in CANARY_ASKS)
        return fair(request) if is_canary else Reply('{"answer": "NO", "quote": ""}')

    with (
        ScriptedServer.in_thread(perfect_model()) as model,
        ScriptedServer.in_thread(fair) as one,
        ScriptedServer.in_thread(harsh) as other,
    ):
        call("run", at(model, "able"), "--judge", at(one, "fair"), "--no-setup-check")
        asked = len(model.requests), len(one.requests)
        words = ("compare-judges", at(one, "fair"), at(other, "harsh"))
        found = call.json(*words)
        assert (len(model.requests), len(one.requests)) == asked, "only what is missing is asked"
        again = len(other.requests)
        text = call(*words, "able")
        assert len(other.requests) == again
    assert (found["same"]["count"], found["same"]["of"], found["kappa"]) == (0, 3, 0.0)
    assert found["moved"] == {"of": 1, "totals": 1, "classes": 1, "ranks": 0, "most": pytest.approx(22 / 3)}
    assert {(one["question"], one["yes_by_a_only"]) for one in found["questions"]} == {
        ("price", 1),
        ("storm", 1),
        ("why", 1),
    }
    assert "Of 1 models, 1 Totals move (most by 7.33), 1 classes, 0 ranks." in one_line(text)
    row = call.json("score")["able"]
    assert (row["judge"]["name"], row["total"]) == ("fair", 20.0)
    row = call.json("score", "--judged-by", "harsh")["able"]
    assert (row["judge"]["name"], row["total"]) == ("harsh", pytest.approx(20 - 22 / 3))
    assert "Judged as well, and not shown: by harsh" in call("board")


def test_what_cannot_be_compared_is_refused_in_words(call: Program) -> None:
    with (
        ScriptedServer.in_thread(perfect_model()) as model,
        ScriptedServer.in_thread(perfect_judge()) as fair,
        ScriptedServer.in_thread(lenient_judge) as kind,
        ScriptedServer.in_thread(lambda _request: Reply("who are you?", status=401)) as down,
    ):
        call("ask", at(model, "able"), "--no-setup-check")
        ungraded = call("compare-judges", at(fair, "fair"), at(kind, "kind"), code=None)
        assert "6 answers are left out: not graded by the current rules" in ungraded
        own = call("compare-judges", at(fair, "fair"), at(model, "able"), "able", code=2)
        assert "able cannot judge itself" in own
        call("grade")
        said = call("compare-judges", at(fair, "fair"), at(down, "down"), code=3)
        assert "the same verdict" not in said
        said = call("compare-judges", at(fair, "fair"), at(kind, "kind"), code=4)
    assert "the judge failed its calibration" in said
    assert "no verdicts by a judge called 'nobody'" in call("board", "--judged-by", "nobody", code=2)
    assert "no judge has judged here yet" in call("show", "--judge", code=2)
