"""What a run will take: calls, tokens, money and time, each as a range, and what the range is taken from."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from crucibleforge.ask import ModelSpec, cost_of
from crucibleforge.core.case import Case, Question, SessionContent
from crucibleforge.core.clock import now_utc
from crucibleforge.core.conversation import Usage
from crucibleforge.core.setup import standing
from crucibleforge.core.speed import Speed, measured, speed_in
from crucibleforge.store import AnswerSize, Store
from crucibleforge.suite import Suite

from ._budgets import budget_for, room_for
from ._manners import remembered
from ._order import ceiling
from ._plan import Action, PlannedCase, votes_on
from ._probing import Probed, sizes_of
from ._prompts import CHARS_PER_TOKEN, request_words
from ._range import Range
from ._setup import setup_is_due, window_tokens
from ._sizes import PROMPT_SPREAD, SPREAD, Lengths

Step = Literal["set-up", "ask", "calibrate", "judge"]

_SETUP_CALLS = Range(12, 15, 24)
_SETUP_TOKENS_OUT = Range(200, 600, 6000)
"""The most where the model thinks before each short reply."""
_SETUP_PROMPT_TOKENS = 60
_JUDGE_INSTRUCTIONS_TOKENS = 400
_VERDICT_TOKENS = Range(15, 60, 300)


@dataclass(frozen=True, slots=True)
class Forecast:
    """What one step for one case, or one step of a model's run, will take."""

    model: str
    """The one that is called."""
    step: Step
    calls: Range
    tokens_in: Range
    tokens_out: Range
    basis: str
    cost_usd: Range | None = None
    """None where the price is not known. Cached prompts are taken at full price."""
    seconds: Range | None = None
    """One call after another; None where the speed is not known."""
    case_id: str = ""


@dataclass(slots=True)
class Forecaster:
    """Looks ahead with what is stored now."""

    suite: Suite
    store: Store
    probes: Mapping[str, Sequence[Probed]] = field(default_factory=dict)
    """Model -> what probe calls just showed."""
    _sizes: Mapping[str, Mapping[str, AnswerSize]] = field(init=False)
    _vote: AnswerSize | None = field(init=False)

    def __post_init__(self) -> None:
        self._sizes = self.store.answer_sizes()
        self._vote = self.store.vote_size()

    def knows(self, spec: ModelSpec) -> bool:
        """Whether any answer of this model is stored."""
        return bool(self._sizes.get(spec.name))

    def asking(self, spec: ModelSpec, case: Case) -> Forecast:
        """Asking one case."""
        found = self._lengths(spec).expected(case)
        return self._priced(
            spec,
            Forecast(spec.name, "ask", found.calls, found.tokens_in, found.tokens_out, found.basis, case_id=case.id),
        )

    def setup(self, spec: ModelSpec) -> Forecast:
        """Checking how the model is served."""
        tokens_in = window_tokens(self.suite, spec) + _SETUP_CALLS.likely * _SETUP_PROMPT_TOKENS
        return self._priced(
            spec,
            Forecast(
                spec.name,
                "set-up",
                _SETUP_CALLS,
                Range.around(tokens_in, SPREAD),
                _SETUP_TOKENS_OUT,
                "what the checks ask",
            ),
        )

    def judging(self, judge: ModelSpec, item: PlannedCase) -> Forecast:
        """The questions of one case; fewer or none where the rules settle it, or the reply is empty."""
        assert isinstance(item.case.content, SessionContent)
        left = item.questions or [question.id for question in item.case.content.questions]
        votes = votes_on(item.case, left, self.suite.judging)
        calls = Range(votes if item.action is Action.JUDGE else 0, votes, votes)
        words = sum(map(len, request_words(item.case))) + len(item.case.content.canon)
        shown = words / CHARS_PER_TOKEN + self._reply_tokens(item)
        return replace(self._votes(judge, calls, shown), case_id=item.case.id)

    def calibration(self, judge: ModelSpec, items: Sequence[PlannedCase]) -> Forecast:
        """The known questions of every kind that the items ask; each is asked once more where it fails."""
        kinds = {question.kind for item in items for question in _questions(item.case)}
        known = sum(canary.question.kind in kinds for canary in self.suite.canaries)
        is_sure = any(item.action is Action.JUDGE for item in items)
        return replace(self._votes(judge, Range(known if is_sure else 0, known, 2 * known), 50), step="calibrate")

    def _votes(self, judge: ModelSpec, calls: Range, shown_tokens: float) -> Forecast:
        prompt = Range.around(_JUDGE_INSTRUCTIONS_TOKENS + shown_tokens, PROMPT_SPREAD)
        verdict, basis = _VERDICT_TOKENS, "the texts that the judge is shown"
        if self._vote is not None:
            verdict = Range.around(self._vote.completion_tokens / self._vote.calls, SPREAD)
            basis = f"{self._vote.calls} stored votes"
        return self._priced(
            judge, Forecast(judge.name, "judge", calls, _times(calls, prompt), _times(calls, verdict), basis)
        )

    def _reply_tokens(self, item: PlannedCase) -> float:
        sizes = [sizes[item.case.id] for sizes in self._sizes.values() if item.case.id in sizes]
        own = self._sizes.get(item.model, {}).get(item.case.id)
        return own.completion_tokens if own else sizes[-1].completion_tokens if sizes else ceiling(item.case) / 2

    def _lengths(self, spec: ModelSpec) -> Lengths:
        ceilings = {case.id: self._most_tokens(spec, case) for case in self.suite.cases.values()}
        others = [sizes for name, sizes in self._sizes.items() if name != spec.name]
        if probed := self.probes.get(spec.name):
            return Lengths(sizes_of(probed), others, ceilings, "a probe of it")
        return Lengths(self._sizes.get(spec.name, {}), others, ceilings)

    def _most_tokens(self, spec: ModelSpec, case: Case) -> int:
        """That the model's replies to the case may take together."""
        budget = budget_for(case, spec).max_tokens
        if spec.thinking.thinks or remembered(self.store, spec).thinks:
            budget = room_for(self.suite.asking, spec).tokens(budget, ())
        return min(budget, spec.max_tokens or budget) * len(request_words(case))

    def speed(self, spec: ModelSpec) -> Speed | None:
        """As probes just showed it, as its set-up check measured it, or as its stored answers came."""
        if probed := self.probes.get(spec.name):
            return measured([one.turn for one in probed])
        checked = speed_in(standing([setup.checks for setup in self.store.setups(spec.identity)]))
        if checked is not None and checked.tokens_per_s is not None:
            return checked
        sizes = self._sizes.get(spec.name, {}).values()
        seconds = sum(size.seconds for size in sizes)
        return Speed(sum(size.completion_tokens for size in sizes) / seconds, None) if seconds else None

    def _priced(self, spec: ModelSpec, forecast: Forecast) -> Forecast:
        return replace(forecast, cost_usd=_cost(spec, forecast), seconds=_seconds(self.speed(spec), forecast))


def forecast(
    forecaster: Forecaster,
    specs: Sequence[ModelSpec],
    planned: Iterable[PlannedCase],
    judge: ModelSpec | None,
    *,
    checks_setup: bool = True,
) -> Iterator[Forecast]:
    """Everything that a run of this plan calls a model for."""
    items = list(planned)
    for spec in specs:
        cases = [item.case for item in items if item.model == spec.name and item.action is Action.ASK]
        suite, store = forecaster.suite, forecaster.store
        if checks_setup and setup_is_due(suite, store, spec, has_questions=bool(cases)):
            yield forecaster.setup(spec)
        yield from (forecaster.asking(spec, case) for case in cases)
    chats = [item for item in items if _questions(item.case) and item.action is not Action.KEEP]
    if judge is not None and chats:
        yield forecaster.calibration(judge, chats)
        yield from (forecaster.judging(judge, item) for item in chats)


def _questions(case: Case) -> tuple[Question, ...]:
    return case.content.questions if isinstance(case.content, SessionContent) else ()


def _times(calls: Range, each: Range) -> Range:
    return Range(calls.low * each.low, calls.likely * each.likely, calls.high * each.high)


def _cost(spec: ModelSpec, forecast: Forecast) -> Range | None:
    now = now_utc()

    def usd(calls: float, tokens_in: float, tokens_out: float) -> float | None:
        if not calls:
            return 0.0
        # By the average call: some prices rise with the length of a single prompt.
        cost = cost_of(spec, Usage(round(tokens_in / calls), round(tokens_out / calls)), now)
        return None if cost is None else cost.usd * calls

    calls, tokens_in, tokens_out = forecast.calls, forecast.tokens_in, forecast.tokens_out
    low, likely, high = (
        usd(calls.low, tokens_in.low, tokens_out.low),
        usd(calls.likely, tokens_in.likely, tokens_out.likely),
        usd(calls.high, tokens_in.high, tokens_out.high),
    )
    return None if low is None or likely is None or high is None else Range(low, likely, high)


def _seconds(speed: Speed | None, forecast: Forecast) -> Range | None:
    if speed is None or not speed.tokens_per_s:
        return None
    rate, first_s = speed.tokens_per_s, speed.first_token_s or 0.0
    return forecast.tokens_out.each(lambda tokens: tokens / rate) + forecast.calls.each(lambda calls: calls * first_s)
