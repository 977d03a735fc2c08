import pytest

from crucibleforge.judge import MIN_QUOTE_CHARS, guard

REPLY = "Take bus 9. The train leaves at nine sharp, from *platform four* – “never” from platform three.\nIt’s the last one."


@pytest.mark.parametrize(
    ("written", "quote"),
    [
        pytest.param(REPLY, "The train leaves at nine sharp", id="word for word"),
        pytest.param(REPLY, "from platform four", id="emphasis dropped"),
        pytest.param(REPLY, "from **platform** four", id="emphasis elsewhere"),
        pytest.param(REPLY, "_The train leaves_ at nine", id="emphasis added"),
        pytest.param(REPLY, 'four - "never" from', id="plain dash and quotation marks"),
        pytest.param(REPLY, "It's the last one", id="plain apostrophe"),
        pytest.param(REPLY, "platform three. It’s the last", id="line break made a space"),
        pytest.param(REPLY, "  The train\t\tleaves\nat   nine  ", id="white space"),
        pytest.param("It's plain — here.", "It’s plain ‑ here.", id="typography only in the quote"),
        pytest.param("The café is open until ten.", "cafe\u0301 is open until", id="decomposed quote"),
        pytest.param("The cafe\u0301 is open until ten.", "café is open until", id="decomposed reply"),
        pytest.param("Non\u00a0breaking\u202fspaces here.", "Non breaking spaces", id="other spaces"),
        pytest.param("***Stop!*** he said to them.", "Stop! he said to them", id="bold italics beside a mark"),
        pytest.param("Then… nothing at all came.", "Then… nothing at all", id="dots that the reply has itself"),
        pytest.param("列车九点整从四号站台准时出发,请提前到达。", "九点整从四号站台准时出发", id="unspaced script"),
    ],
)
def test_true_quote_is_valid_in_any_allowed_spelling(written: str, quote: str) -> None:
    assert guard(quote, [written]).valid


@pytest.mark.parametrize(
    ("quote", "reason"),
    [
        pytest.param("", "no quote", id="nothing"),
        pytest.param(" * ", "characters", id="only a mark"),
        pytest.param("Take bus 9.", "11 characters", id="one too short"),
        pytest.param("**bus**  9. T", "8 characters", id="marks and spaces do not add length"),
        pytest.param("The train leaves at ten sharp", "not word for word", id="changed word"),
        pytest.param("the train leaves at nine sharp", "not word for word", id="changed case"),
        pytest.param("The train leaves nine sharp", "not word for word", id="dropped word"),
        pytest.param("Take bus 9. from platform four", "not word for word", id="joined places"),
        pytest.param("The train … platform four", "leaves words out", id="elided with a sign"),
        pytest.param("The train ... platform four", "leaves words out", id="elided with dots"),
        pytest.param("The train leaves at nine sharp!", "not word for word", id="added mark"),
    ],
)
def test_quote_that_proves_nothing_is_rejected_with_the_reason(quote: str, reason: str) -> None:
    check = guard(quote, [REPLY])
    assert not check.valid
    assert reason in check.reason
    assert (check.turn, check.start, check.end) == (None, None, None)


def test_shortest_quote_has_twelve_characters() -> None:
    assert MIN_QUOTE_CHARS == 12
    assert guard("Take bus 9. T", [REPLY]).valid
    assert guard("ake bus 9. T", [REPLY]).valid
    assert not guard("ke bus 9. T", [REPLY]).valid


def test_quote_must_stand_in_one_turn() -> None:
    turns = ["I have packed the lamp.", "The rope is still missing."]
    assert guard("The rope is still", turns).turn == 2
    assert not guard("packed the lamp. The rope is", turns).valid


@pytest.mark.parametrize(
    ("written", "quote", "stretch"),
    [
        ("Yes.  The **brass\n key** is there.", "The brass key is there", "The **brass\n key** is there"),
        ("**The brass key** is there.", "The brass key", "The brass key"),
        ("In the cafe\u0301 at noon – ok.", "café at noon - ok", "cafe\u0301 at noon – ok"),
        ("\n\n  The last words, at the end.  \n", "at the end.", None),
        ("\n\n  The last words, at the end.  \n", "words, at the end.", "words, at the end."),
    ],
)
def test_positions_cut_the_quote_out_of_the_reply_as_written(written: str, quote: str, stretch: str | None) -> None:
    check = guard(quote, [written])
    assert (written[check.start : check.end] if check.valid else None) == stretch


@pytest.mark.parametrize(
    ("written", "quote"),
    [
        ("So 12*34 makes four hundred and eight.", "So 1234 makes four"),
        ("Call load_all_rows before that.", "Call loadallrows before"),
        ("Buy 2 * 30 eggs for it, no more.", "Buy 2 30 eggs for it"),
    ],
)
def test_stars_and_underscores_that_are_no_emphasis_stay(written: str, quote: str) -> None:
    assert not guard(quote, [written]).valid


def test_words_struck_out_are_not_plain_words() -> None:
    assert not guard("The train leaves at nine", ["The train ~~leaves~~ at nine."]).valid


def test_many_combining_marks_are_read_in_no_time() -> None:
    noise = "a" + "\u0301\u0316" * 20_000
    assert guard("the end of it all", [f"{noise} the end of it all"]).valid
