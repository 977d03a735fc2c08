from __future__ import annotations

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path

import pytest

from crucibleforge.board import BoardResults, CaseResult, ModelResult, scrubbed, write_site
from crucibleforge.core.conversation import Answer, Outcome, Turn
from crucibleforge.core.grading import Check
from crucibleforge.core.setup import SetupCheck, SetupState
from crucibleforge.score import score
from crucibleforge.store import StoredCalibration, StoredModel
from crucibleforge.suite import load_suite

FIELD = Path(__file__).parents[2] / "data" / "field"
HOSTILE = [
    "</script><script>alert(1)</script>",
    "a\" onmouseover='x'",
    "{{ 7*7 }}",
    "Ünïcode/../../etc",
    "A",
    "a",
    "x\u2028y",
]


def results(
    tiny_root: Path,
    names: list[str],
    credit: float | None = 0.5,
    evidence: str = "why",
    title: str = "a title",
    passed: bool = True,
) -> BoardResults:
    suite = load_suite(tiny_root)
    cases = tuple(
        CaseResult(
            case,
            "scored" if credit is not None else "not asked",
            credit,
            (Check("one", credit, "rule", title, evidence=evidence),),
            Answer(case.id, (Turn((), evidence),), Outcome.ANSWERED),
            "" if credit is not None else f"transport: http://10.0.0.7:8080/v1 refused, {evidence}",
        )
        for case in suite.standard()
    )
    credits = {name: {} if credit is None else {case.case.id: (credit,) for case in cases} for name in names}
    judge = StoredCalibration("f", "the judge", "i", datetime(2031, 1, 1, tzinfo=UTC), passed, "missed a canary")
    rows = score(suite.profile, credits)
    return BoardResults(
        suite, judge, tuple(ModelResult(StoredModel(name, name), row, cases) for name, row in rows.items())
    )


class Seen(HTMLParser):
    """Tags, attributes and text of a page, as a browser takes them."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.attributes: set[str] = set()
        self.text = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.attributes |= {name for name, _ in attrs}

    def handle_data(self, data: str) -> None:
        self.text += data


def pages(board: BoardResults, folder: Path) -> list[Seen]:
    write_site(board, folder)
    return [Seen(path.read_text(encoding="utf-8")) for path in sorted(folder.rglob("*.html"))]


def test_hostile_names_and_evidence_stay_text(tiny_root: Path, tmp_path: Path) -> None:
    for page in pages(results(tiny_root, HOSTILE, evidence=HOSTILE[0] + HOSTILE[1]), tmp_path):
        assert "script" not in page.tags
        assert not any(name.startswith("on") for name in page.attributes)
    index = Seen((tmp_path / "index.html").read_text(encoding="utf-8"))
    assert all(name in index.text for name in HOSTILE)


def test_what_an_endpoint_said_in_the_set_up_check_stays_text_without_its_address(
    tiny_root: Path, tmp_path: Path
) -> None:
    words = f"it answered {HOSTILE[0]} at http://10.0.0.7:8080/v1"
    check = SetupCheck("window", SetupState.FAILED, words)
    board = results(tiny_root, ["m"])
    (model,) = board.models
    row = replace(model.row, provisional=True)
    index, page = pages(
        replace(board, models=(replace(model, row=row, setup=(check,), provisional=(check.reason,)),)), tmp_path
    )
    for seen in (index, page):
        assert "script" not in seen.tags
        assert "provisional" in seen.text
        assert f"window: it answered {HOSTILE[0]} at [endpoint]" in seen.text
        assert "10.0.0.7" not in seen.text


def test_field_inputs_stay_text_and_add_no_element(tiny_root: Path, tmp_path: Path) -> None:
    given = json.loads((FIELD / "B95-name-breaks-attribute.json").read_text(encoding="utf-8"))
    said = given["input"]
    board = results(tiny_root, [said["model_name"]], evidence=said["note"], title=said["question_title"])
    plain = pages(results(tiny_root, ["m"]), tmp_path / "plain")
    hostile = pages(board, tmp_path / "hostile")
    assert [page.tags for page in hostile] == [page.tags for page in plain]
    assert not any(name.startswith("on") for page in hostile for name in page.attributes)
    assert all(text in hostile[1].text for text in given["expected"]["visible_text"])


def test_every_model_has_a_page_of_its_own_and_the_index_links_to_it(tiny_root: Path, tmp_path: Path) -> None:
    write_site(results(tiny_root, HOSTILE), tmp_path)
    linked = set(re.findall(r'href="(models/[^"]+)"', (tmp_path / "index.html").read_text(encoding="utf-8")))
    written = {f"models/{path.name}" for path in (tmp_path / "models").iterdir()}
    assert linked == written
    assert len({name.casefold() for name in written}) == len(HOSTILE)


def test_row_without_credits_shows_no_number_and_says_why(tiny_root: Path, tmp_path: Path) -> None:
    index, model = pages(results(tiny_root, ["m"], credit=None), tmp_path)
    assert "partial" in index.text
    assert not re.search(r"\b0\.0\b", index.text)
    assert "not asked" in model.text


def test_no_address_of_a_machine_reaches_a_page(tiny_root: Path, tmp_path: Path) -> None:
    for page in pages(results(tiny_root, ["m"], credit=None), tmp_path):
        assert "10.0.0.7" not in page.text


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("see http://10.1.2.3:80/v1?k=1 now", "see [endpoint] now"),
        ("peer 192.168.0.4 and localhost:11434", "peer [endpoint] and [endpoint]"),
        ("version 0.1.2 of 3.14", "version 0.1.2 of 3.14"),
    ],
)
def test_addresses_are_scrubbed_and_versions_kept(text: str, shown: str) -> None:
    assert scrubbed(text) == shown


def test_failed_calibration_stands_on_the_board(tiny_root: Path, tmp_path: Path) -> None:
    index = pages(results(tiny_root, ["m"], passed=False), tmp_path)[0]
    assert "judge failed its calibration" in index.text


def test_page_needs_nothing_from_elsewhere(tiny_root: Path, tmp_path: Path) -> None:
    write_site(results(tiny_root, ["m"]), tmp_path)
    for path in tmp_path.rglob("*.html"):
        assert not re.search(r'(?:src|href)="(?:https?:)?//', path.read_text(encoding="utf-8"))
