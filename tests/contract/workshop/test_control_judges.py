import json
from dataclasses import replace
from pathlib import Path

import pytest
from typer.testing import CliRunner

from crucibleforge.cli.controls import app
from crucibleforge.core.case import SessionContent
from crucibleforge.suite import load_suite
from crucibleforge.testing import JUDGES, Reply
from crucibleforge.testing.__main__ import judge_named
from crucibleforge.workshop import ControlJudge, run_control_judges
from tests.tiny import ROOT

SUITE = load_suite(ROOT)
PERFECT = ControlJudge("perfect", "", {"YES": 6, "NO": 3}, 0, 9, 9)


async def test_fit_judges_are_right_throughout_and_unfit_ones_are_stopped() -> None:
    found = {one.name: one for one in await run_control_judges(SUITE)}
    assert set(found) == set(JUDGES)
    assert [one.fault for one in found.values()] == [""] * len(JUDGES)
    for name in ("perfect", "verbose", "thinking", "slow"):
        assert (found[name].right, found[name].asked, found[name].rejected) == (9, 9, 0)
    assert found["lenient"].verdicts == {"YES": 9}
    assert "NO is right, and the judge said YES" in found["lenient"].calibration
    assert found["hostile"].verdicts == {"NO": 9}
    assert found["hostile"].rejected >= 9
    assert found["broken"].verdicts == {"unparsable": 9}


@pytest.mark.parametrize(
    ("outcome", "words"),
    [
        (replace(PERFECT, right=8), "only 8 of 9 verdicts are right"),
        (replace(PERFECT, calibration="it failed"), "perfect: it failed"),
        (replace(PERFECT, name="lenient"), "lenient: it passed the calibration"),
        (replace(PERFECT, verdicts={"YES": 4}, right=4), "only 4 of 9"),
        (replace(PERFECT, name="dying", verdicts={"YES": 4}, right=3), "only 3 of 4"),
    ],
)
def test_an_outcome_that_should_not_be_is_a_fault(outcome: ControlJudge, words: str) -> None:
    assert words in outcome.fault


def test_scripted_judge_knows_what_the_suite_prints(tmp_path: Path) -> None:
    printed = CliRunner().invoke(app, ["--known", "--suite", str(ROOT)]).stdout
    (tmp_path / "known.json").write_text(printed, encoding="utf-8")
    case = SUITE.case("RP1")
    assert isinstance(case.content, SessionContent)
    question = next(one for one in case.content.questions if one.turns == (1,))
    good = case.content.exemplars[0]
    request = {"messages": [{"role": "user", "content": f"{good.replies[0]}\n{question.ask}"}]}
    knowing, ignorant = (judge_named("perfect", known)(request) for known in (tmp_path / "known.json", None))
    assert json.loads(knowing.text or "") == {"answer": "YES", "quote": good.quotes[question.id]}
    assert ignorant == Reply('{"answer": "NO", "quote": ""}')
