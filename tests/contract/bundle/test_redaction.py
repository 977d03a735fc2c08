"""What names its owner's machines, files and keys is planted wherever it could come from, and none of it gets into a bundle."""

from __future__ import annotations

import getpass
import json
import platform
import zipfile
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crucibleforge.ask import ModelSpec
from crucibleforge.bundle import Redaction, own_secrets, own_words
from crucibleforge.bundle._documents import AnswerFacts, loaded
from crucibleforge.cli import bundle as bundle_command
from crucibleforge.cli import export as export_command
from crucibleforge.core.conversation import Outcome, Turn
from crucibleforge.core.errors import UserError
from crucibleforge.core.grading import Check, Grade, Verdict, VerdictAnswer, Vote
from crucibleforge.core.setup import SetupCheck, SetupState
from crucibleforge.core.stamps import digest
from crucibleforge.grade import grader_version
from crucibleforge.judge import judge_fingerprint
from crucibleforge.run import script_for
from crucibleforge.store import StoredModel, open_store
from crucibleforge.suite import load_suite
from tests.tiny import REFERENCE, ROOT

KEY = "sk-proj-Ab12Cd34Ef56Gh78Ij90"
ODD_KEY = "correct horse battery staple"
PLANTED = (
    "http://gpu-box.lab.example:8080/v1",
    "gpu-box",
    "rig.example.org:9000",
    "10.20.30.40",
    "10.20.30.41:8000",
    "fe80::1ff:fe23:4567:890a",
    "[2001:db8::7]:8080",
    "localhost:11434",
    "nas.local",
    "box.tail1234.ts.net",
    "/home/alice/models/secret-dir/weights.gguf",
    "C:\\Users\\alice\\models\\weights.gguf",
    "\\\\nas\\share\\weights",
    "~/keys/key.txt",
    "alice@example.org",
    "alice",
    KEY,
    ODD_KEY,
    "Bearer abcdefgh12345678",
    "project-falcon",
)
ALL = " | ".join(PLANTED)
SERVED = "/home/alice/models/secret-dir/weights.gguf"
ADDRESS = digest("http://gpu-box.lab.example:8080/v1")
RAW = "\n".join(
    [
        json.dumps({"model": SERVED, "system_fingerprint": ALL, "choices": [{"delta": {"content": REFERENCE}}]}),
        json.dumps({"error": {"message": ALL, "headers": {ALL: [ALL, 1, None]}}}),
        json.dumps({"not_json": ALL}),
        f"half a line, {ALL}",
    ]
)


@pytest.fixture(autouse=True)
def _surroundings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(platform, "node", lambda: "gpu-box.lab.example")
    monkeypatch.setattr(getpass, "getuser", lambda: "alice")
    monkeypatch.setenv("HOME", "/home/alice")
    monkeypatch.setenv("HOUSE_PASSPHRASE", ODD_KEY)
    (tmp_path / "models.yaml").write_text(
        "models:\n  - name: house\n    base_url: http://rig.example.org:9000/v1\n    model: house-1\n    key_env: HOUSE_PASSPHRASE\n"
    )


def planted(path: Path, reply: str = REFERENCE) -> str:
    """A store with all of it in every place that takes words; the name of its model."""
    suite = load_suite(ROOT)
    spec = ModelSpec("home-alice-models-secret-dir-weights.gguf-ab12cd", "http://x/v1", SERVED, endpoint=ADDRESS)
    judge = f"judge {ALL} | {ALL} | endpoint {ADDRESS}"
    with open_store(path) as store, store.writer("test") as writer:
        writer.put_model(
            StoredModel(spec.name, spec.identity, "local", SERVED, {"engine": ALL, "more": [ALL]}, {"dropped": [ALL]})
        )
        failed = SetupCheck("system prompt", SetupState.FAILED, ALL, learned={"where": ALL})
        writer.put_setup(spec.name, spec.identity, "1", [failed], run_id=writer.begin_run(ALL, ALL))
        fingerprint = judge_fingerprint(judge, suite.judging)
        writer.put_calibration(fingerprint, judge=f"judge {ALL}", identity=judge, passed=True, words=ALL)
        for case in (suite.case("FN1"), suite.case("RP1")):
            answer = writer.begin_answer(spec.name, case.id, 1, case.stamps.asked_of(spec.identity))
            sent = script_for(case).next_messages(())
            assert sent is not None
            writer.finish_answer(answer, Outcome.NOT_ASKED, ALL)
            writer.add_turn(answer, 1, Turn(sent, reply, note=ALL, finish=ALL, raw=RAW))
            writer.finish_answer(answer, Outcome.ANSWERED, ALL)
            check = Check("basics", 1.0, "tests", evidence=ALL)
            stamp = case.stamps.graded_by(grader_version(case.kind))
            writer.put_grade(answer, stamp, Grade(case.id, Outcome.ANSWERED, (check,)))
            vote = Vote(VerdictAnswer.NO, VerdictAnswer.NO, reason=ALL, raw="NO")
            verdict = Verdict(next(iter(getattr(case.content, "questions", ())), check).id, VerdictAnswer.NO, (vote,))
            writer.add_verdict(answer, case.stamps.judged_by(fingerprint), verdict)
    return spec.name


def bundled(tmp_path: Path, name: str) -> Any:
    return written(bundle_command.app, tmp_path, name, "-o", str(tmp_path / "x.bundle"))


def written(app: Any, tmp_path: Path, *words: str) -> Any:
    given = [*words, "--suite", str(ROOT), "--store", str(tmp_path / "store.db")]
    given += ["--models", str(tmp_path / "models.yaml"), "--hide", "project-falcon"]
    return CliRunner(env={"COLUMNS": "200"}).invoke(app, given, catch_exceptions=False)


def demand_nothing_planted(name: str, text: str, tmp_path: Path) -> None:
    for secret in (*PLANTED, ADDRESS, "secret-dir", str(tmp_path)):
        assert json.dumps(secret)[1:-1] not in text, (name, secret)
        assert secret not in text, (name, secret)


def test_nothing_planted_gets_in(tmp_path: Path) -> None:
    made = bundled(tmp_path, planted(tmp_path / "store.db"))
    assert made.exit_code == 0, made.output
    with zipfile.ZipFile(tmp_path / "x.bundle") as archive:
        texts = {name: archive.read(name).decode() for name in archive.namelist() if not name.startswith("suite/")}
    assert len(texts) == 4, "both answers, the manifest, the tree"
    for name, text in texts.items():
        demand_nothing_planted(name, text, tmp_path)
    manifest = json.loads(texts["bundle.json"])
    assert [model["name"] for model in manifest["models"]] == ["weights.gguf"]
    assert manifest["models"][0]["served_id"] == "[path]/weights.gguf"
    assert "looked for" in made.output


@pytest.mark.parametrize(
    "words",
    [["inspect", "-o", "logs"], ["every-eval-ever", "-o", "out", "--by", "us", "--model-id", "maker/able-7b"]],
)
def test_nothing_planted_gets_into_an_export(tmp_path: Path, words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    name = planted(tmp_path / "store.db")
    before = set(tmp_path.rglob("*"))
    monkeypatch.chdir(tmp_path)
    assert written(export_command.app, tmp_path, name, "--format", *words).exit_code == 0
    files = [path for path in tmp_path.rglob("*") if path.is_file() and path not in before]
    assert files
    for path in files:
        demand_nothing_planted(path.name, path.read_text(), tmp_path)


def test_what_the_model_wrote_stays_to_the_letter_and_is_told_of(tmp_path: Path) -> None:
    reply = f"{REFERENCE}\nAsk http://example.org/a or 10.0.0.1, or alice on gpu-box, in /etc/hosts."
    made = bundled(tmp_path, planted(tmp_path / "store.db", reply))
    with zipfile.ZipFile(tmp_path / "x.bundle") as archive:
        (turn,) = loaded(AnswerFacts, archive.read("models/1/FN1.1.json"), "here").turns
    assert turn.text == reply
    assert json.loads(turn.raw.split("\n")[0])["choices"][0]["delta"]["content"] == REFERENCE
    assert "FN1: a name of this machine or its user stands in what the model wrote" in made.output


@pytest.mark.parametrize("key", [ODD_KEY, 'with "quotes" \\ and\tmore', "with-umlauts-äöü"])
def test_a_key_in_a_reply_stops_the_bundle(tmp_path: Path, key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSE_PASSPHRASE", key)
    name = planted(tmp_path / "store.db", f"Your key is {key}.")
    with pytest.raises(UserError, match="a key of this machine's environment"):
        bundled(tmp_path, name)
    assert not (tmp_path / "x.bundle").exists()


@pytest.mark.parametrize(
    "text",
    [
        "llama.cpp b7140, version 1.2.3, CUDA 12.8",
        "3 of 4 prompts were cut at 4,096 tokens: 50 %",
        "the reply took 12:30:45, and/or 1/3 of it",
        "std::vector and x :: y",
        "Q4_K_M on 2 x A100 (80 GB), owner/model-7b",
        'JSON {"answer": "YES"} at turn 2: finish stop',
    ],
)
def test_plain_words_stay(text: str) -> None:
    assert Redaction(own_words(), own_secrets()).told(text) == text
