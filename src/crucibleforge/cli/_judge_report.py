"""A judge's error rates, for people and for machines."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.table import Table
from rich.text import Text

from crucibleforge.board import RatedJudge, scrubbed, shown_rate
from crucibleforge.judge import QuestionRates, Rates, agreement
from crucibleforge.score import Proportion, shown_share

from ._output import console, plain, print_json, proportion_json


def print_judges(judges: Sequence[RatedJudge], *, as_json: bool = False) -> None:
    """The rates of each judge; of two, how far they agree as well."""
    if as_json:
        pair = {"agreement": _agreement_json(*judges)} if len(judges) > 1 else {}
        print_json({"judges": [_judge_json(one) for one in judges]} | pair)
        return
    for one in judges:
        _print_judge(one)
    if len(judges) > 1:
        _print_agreement(*judges)


def _judge_json(judge: RatedJudge) -> dict[str, Any]:
    """Everything about a judge's errors."""
    found, calibration = judge.rates, judge.calibration
    return {
        "judge": judge.name,
        "state": found.state,
        "measured": found.measured.isoformat() if found.measured else None,
        "calibration": None
        if calibration is None
        else {"passed": calibration.passed, "words": calibration.words, "at": calibration.at.isoformat()},
        "known": found.known,
        "judged": found.judged,
        "repeats": found.repeats,
        **_rates_json(found.overall),
        "tokens": {
            "votes": found.tokens.votes,
            "prompt": found.tokens.prompt,
            "cached": found.tokens.cached,
            "completion": found.tokens.completion,
        },
        "unfit": [_name(one) for one in found.unfit],
        "questions": [
            {
                "case": one.case_id,
                "question": one.question.id,
                "ask": one.question.ask,
                "kind": one.question.kind,
                "fitness": one.fitness,
                "mistaken": list(one.mistaken),
                **_rates_json(one.rates),
            }
            for one in found.questions
        ],
    }


def _agreement_json(a: RatedJudge, b: RatedJudge) -> dict[str, Any]:
    """How far two judges agree about exemplars."""
    same, kappa = agreement(a.verdicts, b.verdicts)
    return {"same": proportion_json(same), "kappa": kappa}


def _rates_json(rates: Rates) -> dict[str, Any]:
    return {
        "true_yes": proportion_json(rates.true_yes),
        "true_no": proportion_json(rates.true_no),
        "quotes": proportion_json(rates.quotes),
        "flips": proportion_json(rates.flips),
        "unparsable": rates.unparsable,
    }


def _print_judge(judge: RatedJudge) -> None:
    """The overall rates, the questions one by one, and those that the judge is unfit for."""
    found, rates = judge.rates, judge.rates.overall
    console.print(Text.assemble((judge.name, "bold"), f": {found.judged} of {found.known} known questions judged"))
    if found.state in ("not measured", "stale"):
        console.print(plain(f"  {judge.words}"))
    else:
        _print_overall(judge, rates)
        console.print(_questions(found.questions))
    for one in found.unfit:
        wrong = " and ".join(one.mistaken)
        console.print(plain(f"unfit: {_name(one)}, wrong about {wrong}: {one.question.ask}"))
    if untried := sum(one.fitness == "open" for one in found.questions):
        console.print(
            f"{untried} of {len(found.questions)} questions are open: no exemplar fails them, or a verdict is missing"
        )


def _print_overall(judge: RatedJudge, rates: Rates) -> None:
    found, calibration = judge.rates, judge.calibration
    if calibration is not None:
        words = calibration.words if calibration.passed else f"FAILED: {scrubbed(calibration.words)}"
        _line("calibration", words)
    _line("true YES", f"{counted(rates.true_yes)} where YES is right")
    _line("true NO", f"{counted(rates.true_no)} where NO is right")
    _line("quotes", f"{counted(rates.quotes)} votes for YES whose quote stands in the reply")
    asked_again = f"{counted(rates.flips)} questions asked {found.repeats} times were answered both ways"
    _line("flips", asked_again if rates.flips.of else "asked once each: --repeats 3 shows them")
    _line("unparsable", f"{rates.unparsable}")
    tokens = found.tokens
    cost = f"{tokens.votes} votes, {tokens.prompt} prompt tokens ({tokens.cached} from the cache), {tokens.completion} written"
    _line("cost", cost)
    if found.state == "incomplete":
        _line("incomplete", judge.words)


def _line(name: str, words: str) -> None:
    console.print(Text.assemble((f"  {name:12}", "bold"), plain(words)))


def counted(proportion: Proportion) -> str:
    """A rate with its interval and what it is made from."""
    return f"{shown_rate(proportion)}  {proportion.count} of {proportion.of}"


def _questions(questions: tuple[QuestionRates, ...]) -> Table:
    table = Table("question", "true YES", "true NO", "quotes", "flips", "", header_style="bold")
    for one in questions:
        rates = one.rates
        shown = [shown_rate(rate) for rate in (rates.true_yes, rates.true_no, rates.quotes)]
        table.add_row(_name(one), *shown, shown_share(rates.flips.rate), _remark(one))
    return table


def _remark(one: QuestionRates) -> str:
    unread = f", {one.rates.unparsable} unparsable" if one.rates.unparsable else ""
    return f"{one.fitness}{unread}"


def _name(one: QuestionRates) -> str:
    return f"{one.case_id} {one.question.id}"


def _print_agreement(a: RatedJudge, b: RatedJudge) -> None:
    """How far two judges agree about exemplars."""
    same, kappa = agreement(a.verdicts, b.verdicts)
    console.print(plain(f"{a.name} and {b.name}: the same verdict {counted(same)}, Cohen's kappa {shown_kappa(kappa)}"))


def shown_kappa(kappa: float | None) -> str:
    """From -1 to 1, two decimals."""
    return shown_share(None) if kappa is None else f"{kappa:.2f}"
