import json
from itertools import count
from typing import Any

import pytest

from crucibleforge.core.case import Canary, Question, QuestionKind
from crucibleforge.core.errors import CalibrationFailed, ProviderError, SuiteError
from crucibleforge.judge import Calibration, JudgeSettings, calibrate
from crucibleforge.testing import Behaviour, Reply, broken_judge, fixed, good_judge, lenient_judge
from tests.contract.judge.scripted import Judge, judging

GOOD = "The shutters bang, and old Marit swears that the harbour wall will not see the morning."
BAD = "Thank you for your message. Our office is open from nine to five."


def pair(kind: QuestionKind, ask: str) -> tuple[Canary, Canary]:
    return (
        Canary(Question(f"{kind}-yes", kind, ask), GOOD),
        Canary(Question(f"{kind}-no", kind, ask, expect="NO"), BAD),
    )


VOICE = pair("voice", "Does somebody swear in the reply?")
PLOT = pair("plot", "Is there a storm in the reply?")
CANARIES = (*VOICE, *PLOT)
QUOTE = "The shutters bang, and old Marit swears"
KNOWN = {(GOOD, ask): ("YES", QUOTE) for ask in (VOICE[0].question.ask, PLOT[0].question.ask)}
YES = json.dumps({"answer": "YES", "quote": QUOTE})
NO = '{"answer": "NO", "quote": ""}'


async def calibrated(judge: Judge, *kinds: str) -> Calibration:
    return await calibrate(judge.client, CANARIES, kinds, JudgeSettings())


async def failure(behaviour: Behaviour, *kinds: str) -> tuple[CalibrationFailed, list[Any]]:
    async with judging(behaviour) as judge:
        with pytest.raises(CalibrationFailed) as caught:
            await calibrated(judge, *kinds)
    return caught.value, judge.bodies


async def test_good_judge_passes_with_one_question_a_canary() -> None:
    async with judging(good_judge(KNOWN)) as judge:
        found = await calibrated(judge, "voice", "plot")
    assert [probe.canary.question.id for probe in found.probes] == ["plot-yes", "plot-no", "voice-yes", "voice-no"]
    assert all(probe.passed for probe in found.probes)
    assert len(judge.bodies) == 4


async def test_only_kinds_of_the_batch_are_asked() -> None:
    async with judging(good_judge(KNOWN)) as judge:
        assert len((await calibrated(judge, "voice")).probes) == 2
        assert (await calibrated(judge)).probes == ()
    assert len(judge.bodies) == 2


async def test_lenient_judge_is_stopped_by_the_bad_reply() -> None:
    error, bodies = await failure(lenient_judge, "voice")
    assert len(bodies) == 3  # the good one passes, the bad one is asked twice
    assert error.exit_code == 4
    for words in ("'voice-no'", "NO is right", "said YES quoting 'Thank you for your message"):
        assert words in error.message
    assert "--judge" in error.hint


async def test_broken_judge_is_stopped_at_the_first_probe() -> None:
    error, bodies = await failure(broken_judge, "voice")
    assert len(bodies) == 4  # two attempts, each asked once more for its shape
    assert "'voice-yes'" in error.message
    assert "nothing that can be read" in error.message


async def test_judge_that_always_says_no_is_stopped_by_the_good_reply() -> None:
    error, _ = await failure(fixed(NO), "plot")
    assert "'plot-yes'" in error.message
    assert "YES is right, and the judge said NO then NO" in error.message


async def test_yes_with_an_invented_quote_does_not_pass() -> None:
    error, _ = await failure(fixed('{"answer": "YES", "quote": "It is so, believe me"}'), "voice")
    assert "quote that proves nothing" in error.message
    assert "It is so, believe me" in error.message


async def test_probe_that_fails_once_is_asked_once_more_with_chance() -> None:
    async with judging(fixed(NO, YES, NO)) as judge:
        found = await calibrated(judge, "voice")
    assert [len(probe.verdicts) for probe in found.probes] == [2, 1]
    first, second = judge.bodies[:2]
    assert (first["temperature"], second["temperature"]) == (0.0, 0.7)
    assert first["seed"] != second["seed"]


async def test_kind_without_both_canaries_is_a_fault_of_the_suite() -> None:
    async with judging(good_judge(KNOWN)) as judge:
        with pytest.raises(SuiteError, match="no canary of kind 'voice' expects NO"):
            await calibrate(judge.client, CANARIES[:1], ["voice"], JudgeSettings())
        with pytest.raises(SuiteError, match="kind 'stance' expects NO or YES"):
            await calibrated(judge, "voice", "stance")
    assert judge.bodies == []


async def test_judge_that_is_down_is_no_failed_calibration() -> None:
    async with judging(fixed(Reply("who are you?", status=401))) as judge:
        with pytest.raises(ProviderError):
            await calibrated(judge, "voice")


async def test_flips_within_one_probe_never_add_up_to_a_pass() -> None:
    asked = count()
    error, _ = await failure(lambda _body: Reply((NO, "Hm.", "Hm.")[next(asked) % 3]), "voice")
    assert "said NO then nothing that can be read" in error.message
