"""From a store to a file and back to the same numbers, offline; and whatever is changed on the way is found."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crucibleforge.bundle import (
    Redaction,
    Verified,
    collected,
    members_of,
    read_archive,
    read_manifest,
    verify,
    write_archive,
)
from crucibleforge.cli import bundle as bundle_command
from crucibleforge.cli import verify as verify_command
from crucibleforge.core.errors import UserError
from crucibleforge.sandbox import SandboxPool
from crucibleforge.store import open_store
from crucibleforge.suite import load_suite
from tests.tiny import ROOT

SUITE = load_suite(ROOT)
Members = dict[str, bytes]


@pytest.fixture(scope="module")
def members(measured: Path) -> Members:
    with open_store(measured) as store:
        return members_of(collected(SUITE, store, ["able"], Redaction()), SUITE)


@pytest.fixture
def checked(tmp_path: Path, sandboxes: SandboxPool) -> Callable[[Members], Verified]:
    """Verifies members after they were sealed, as someone who makes a bundle by hand would."""

    def check(members: Members) -> Verified:
        write_archive(tmp_path / "by-hand.bundle", members)
        archive = read_archive(tmp_path / "by-hand.bundle")
        assert archive.damage() == []
        return verify(archive, read_manifest(archive), SUITE, sandboxes)

    return check


def edited(members: Members, name: str, edit: Callable[[Any], None]) -> Members:
    document = json.loads(members[name])
    edit(document)
    return members | {name: json.dumps(document, sort_keys=True, ensure_ascii=False, indent=1).encode()}


def answer_to(case_id: str) -> str:
    return f"models/1/{case_id}.1.json"


def test_the_same_numbers_come_out_again(members: Members, checked: Callable[[Members], Verified]) -> None:
    found = checked(members)
    assert found.differences == ()
    assert found.rows["able"].row.total == 20.0
    assert found.counts["answers"] == 6
    assert found.counts["quotes"] >= 5
    assert found.notes == ()


def test_equal_facts_give_equal_bytes(members: Members, measured: Path, tmp_path: Path) -> None:
    with open_store(measured) as store:
        again = members_of(collected(SUITE, store, ["able"], Redaction()), SUITE)
    roots = {
        write_archive(tmp_path / name, dict(reversed(each.items()))) for name, each in [("a", members), ("b", again)]
    }
    assert len(roots) == 1
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def set_reply(text: str) -> Callable[[Any], None]:
    def edit(document: Any) -> None:
        document["turns"][0]["text"] = text

    return edit


def set_row(**values: Any) -> Callable[[Any], None]:
    def edit(document: Any) -> None:
        document["rows"]["able"] |= values

    return edit


def set_check(document: Any) -> None:
    document["checks"][0]["credit"] = 0.5


def set_quote(document: Any) -> None:
    vote = document["verdicts"][0]["votes"][0]
    vote["quote"] = "words that the model never wrote"


def set_verdict(document: Any) -> None:
    verdict = document["verdicts"][0]
    verdict["answer"] = "NO" if verdict["answer"] == "YES" else "YES"


def drop_votes(document: Any) -> None:
    gate = max(document["verdicts"], key=lambda verdict: len(verdict["votes"]))
    gate["votes"].pop()


def set_question(document: Any) -> None:
    document["turns"][0]["sent"][-1]["content"] += " The answer is 42."


def drop_a_turn(document: Any) -> None:
    document["turns"].pop()


FN1, RP1, ROW = answer_to("FN1"), answer_to("RP1"), "bundle.json"
Edits = list[tuple[str, Callable[[Any], None], str]]
"""Which member, what is done to it, and the words that must tell of it."""


@pytest.mark.parametrize(
    "edits",
    [
        [
            (FN1, set_reply("```python\ndef winner(votes):\n    return None\n```"), "able, FN1: check"),
            (RP1, set_reply("A quiet day on the ferry."), "able, RP1: "),
        ],
        [
            (FN1, set_check, "credit: 1 here, 0.5 in the bundle"),
            (RP1, set_quote, "vote 1: quote is"),
        ],
        [
            (FN1, set_question, "able, FN1: turn 1: the model was asked something else"),
            (RP1, drop_votes, "votes instead of"),
        ],
        [
            (RP1, set_verdict, "the votes make it"),
            (ROW, set_row(total=20.1), "here, 20.1 in the bundle"),
            (ROW, set_row(margin=0.0000001), "able: margin: "),
            (ROW, set_row(credits={"FN1": [0.5]}), "able: credits, FN1: (1.0,) here, (0.5,) in the bundle"),
            (ROW, set_row(provisional=True), "able: provisional: False here"),
        ],
        [(RP1, drop_a_turn, "and the case has more")],
    ],
)
def test_a_sealed_lie_is_found(members: Members, checked: Callable[[Members], Verified], edits: Edits) -> None:
    for member, edit, _ in edits:
        members = edited(members, member, edit)
    found = checked(members)
    for _, _, words in edits:
        assert any(words in each for each in found.differences), (words, found.differences)


def test_an_answer_left_out_makes_the_row_partial(members: Members, checked: Callable[[Members], Verified]) -> None:
    def drop(document: Any) -> None:
        document["models"][0]["answers"].remove(answer_to("CW1"))

    found = checked(edited(members, "bundle.json", drop))
    assert "able: partial: True here, False in the bundle" in found.differences


@pytest.mark.parametrize(
    ("member", "edit", "words"),
    [
        ("bundle.json", lambda document: document.update(format=2), "format 2"),
        ("bundle.json", lambda document: document.update(more=1), "does not know"),
        ("bundle.json", lambda document: document["models"][0]["answers"].append("models/1/FN1.1.json"), "two answers"),
        ("bundle.json", lambda document: document["models"][0]["answers"].append("models/1/ZZ9.1.json"), "no models/1"),
        (answer_to("FN1"), lambda document: document.update(outcome="wonderful"), "outcome"),
        (answer_to("FN1"), lambda document: document.update(outcome="not asked"), "no answer to a case"),
        (answer_to("FN1"), lambda document: document.update(case_id="XX1"), "no answer to a case"),
        (answer_to("FN1"), lambda document: document.update(turns="none"), "turns"),
        (answer_to("FN1"), lambda document: document.update(begun="2031-01-01T00:00:00"), "timezone"),
        (
            answer_to("FN1"),
            lambda document: document["turns"][0]["timing"].update(total_s=float("nan")),
            "not written as",
        ),
        (
            answer_to("FN1"),
            lambda document: document["turns"][0]["usage"].update(cached_tokens=2**63),
            "no server gave",
        ),
        ("bundle.json", lambda document: document["models"].append(document["models"][0]), "two models of one name"),
    ],
)
def test_what_no_run_could_have_made_is_refused(
    members: Members, checked: Callable[[Members], Verified], member: str, edit: Callable[[Any], None], words: str
) -> None:
    with pytest.raises(UserError, match=words):
        checked(edited(members, member, edit))


def test_commands_say_same_and_how_much_they_checked(measured: Path, tmp_path: Path) -> None:
    file = tmp_path / "able.bundle"
    made = call(bundle_command.app, "able", "-o", str(file), "--suite", str(ROOT), "--store", str(measured))
    assert made.exit_code == 0, made.output
    found = call(verify_command.app, str(file), "--suite", str(ROOT))
    assert (found.exit_code, "same: able 20.0 ± 0.0" in found.output) == (0, True), found.output
    inside = call(verify_command.app, str(file), "--trust-suite", "--json")
    assert (inside.exit_code, json.loads(inside.stdout)["same"]) == (0, True)


def test_another_suite_compares_nothing_and_says_how_to_get_the_right_one(measured: Path, tmp_path: Path) -> None:
    file = tmp_path / "able.bundle"
    call(bundle_command.app, "able", "-o", str(file), "--suite", str(ROOT), "--store", str(measured))
    found = call(verify_command.app, str(file))
    assert found.exit_code == 1
    assert "not mako" in found.output
    assert "--trust-suite" in found.output


def test_a_changed_byte_names_its_member(measured: Path, tmp_path: Path) -> None:
    file = tmp_path / "able.bundle"
    call(bundle_command.app, "able", "-o", str(file), "--suite", str(ROOT), "--store", str(measured))
    data = bytearray(file.read_bytes())
    name = answer_to("PR1").encode()
    data[data.index(name) + len(name) + 100] ^= 1
    file.write_bytes(data)
    found = call(verify_command.app, str(file), "--suite", str(ROOT))
    assert found.exit_code == 1
    assert f"differs: damaged: {answer_to('PR1')}" in found.output
    assert found.output.count("damaged") == 1


@pytest.mark.parametrize("content", [b"", b"PK\3\4", b"not a bundle" * 100])
def test_no_bundle_is_the_users_mistake(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "x").write_bytes(content)
    with pytest.raises(UserError, match="no bundle of this version") as caught:
        read_archive(tmp_path / "x")
    assert caught.value.exit_code == 2


def call(app: Any, *words: str) -> Any:
    return CliRunner(env={"COLUMNS": "200"}).invoke(app, list(words), catch_exceptions=False)
