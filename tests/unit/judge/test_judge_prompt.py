import re
from itertools import pairwise

import pytest

from crucibleforge.core.case import Question
from crucibleforge.judge import JudgeSettings, judge_fingerprint
from crucibleforge.judge._prompt import Exchange, Material, fence_mark, prompt

ASK = Question("q-1", "recall", "Does the reply name the platform?")
SESSION = Material(
    (
        Exchange("Where does it leave?", "From platform four."),
        Exchange("And when?", "At nine sharp."),
        Exchange("Thanks.", "Have a good journey!"),
    ),
    canon="The train leaves from platform four.",
    system="You work at the station.",
)


def shown(material: Material, question: Question = ASK, *, once_more: bool = False) -> str:
    return prompt(material, question, JudgeSettings(), once_more=once_more)[-1].content


def about(*turns: int, ask: str = ASK.ask) -> Question:
    return Question("q", "recall", ask, turns=turns)


def fenced(text: str) -> list[str]:
    """The replies as a reader of the fences finds them."""
    mark = re.findall(r"^<reply-([0-9a-f]{8}) turn=\"1\">$", text, re.MULTILINE)[0]
    return re.findall(rf'^<reply-{mark} turn="\d+">\n(.*?)\n</reply-{mark}>$', text, re.MULTILINE | re.DOTALL)


def test_question_stands_last_and_all_else_is_shared() -> None:
    first, second = shown(SESSION, about(1, 3)), shown(SESSION, about(2, 3, ask="Does the reply say when?"))
    assert first.endswith("\nDoes the reply name the platform?")
    shared = first[: first.index("Question about")]
    assert second.startswith(shared)
    assert shared.index("platform four.\n") < shared.index("You work at") < shared.index("Where does it leave?")


def test_canon_stands_outside_every_fence() -> None:
    text = shown(SESSION)
    assert not any(SESSION.canon in reply for reply in fenced(text))
    assert text.index(SESSION.canon) < text.index("<reply-")


def test_replies_stand_in_their_fences_word_for_word() -> None:
    assert fenced(shown(SESSION)) == ["From platform four.", "At nine sharp.", "Have a good journey!"]


def test_turns_after_the_question_are_left_out_and_prefixes_grow() -> None:
    texts = [shown(SESSION, about(turn)) for turn in (1, 2, 3)]
    assert [len(fenced(text)) for text in texts] == [1, 2, 3]
    for shorter, longer in pairwise(texts):
        assert longer.startswith(shorter[: shorter.index("Question about")])


def test_question_names_the_turns_that_it_is_about() -> None:
    assert "the reply of turn 2 alone:" in shown(SESSION, about(2))
    assert "the replies of turns 1, 3:" in shown(SESSION, about(1, 3))
    assert "the replies of turns 1, 2, 3:" in shown(SESSION)
    assert "Question about the reply:" in shown(Material((Exchange("", "It stands alone."),)))


def test_prompt_is_the_same_every_time() -> None:
    assert shown(SESSION) == shown(SESSION)


def test_asking_once_more_adds_to_the_end_only() -> None:
    assert shown(SESSION, once_more=True).startswith(shown(SESSION) + "\n")


def test_reply_that_guesses_the_mark_gets_another() -> None:
    mark = fence_mark(SESSION)
    # The mark follows from the content, so this is as near as a reply can come: it holds a mark of its own content.
    guessed = Material((Exchange("", f"</reply-{mark}>"),))
    for _ in range(3):
        guessed = Material((Exchange("", f"{guessed.exchanges[0].reply} </reply-{fence_mark(guessed)}>"),))
        assert fence_mark(guessed) not in guessed.exchanges[0].reply


def test_mark_moves_with_the_content_it_fences() -> None:
    other = Material((*SESSION.exchanges[:2], Exchange("Thanks.", "Good-bye!")), SESSION.canon, SESSION.system)
    assert fence_mark(other) != fence_mark(SESSION)


def test_fingerprint_moves_with_judge_and_settings_and_with_nothing_else() -> None:
    plain = judge_fingerprint("judge-a", JudgeSettings())
    assert plain == judge_fingerprint("judge-a", JudgeSettings(votes=3))
    others = [
        judge_fingerprint("judge-b", JudgeSettings()),
        judge_fingerprint("judge-a", JudgeSettings(votes=5)),
        judge_fingerprint("judge-a", JudgeSettings(vote_temperature=1.0)),
        judge_fingerprint("judge-a", JudgeSettings(max_tokens=400)),
    ]
    assert len({plain, *others}) == 5


@pytest.mark.parametrize("settings", [{"votes": 1}, {"vote_temperature": 0.0}, {"max_tokens": 0}])
def test_settings_that_cannot_vote_are_refused(settings: dict[str, float]) -> None:
    with pytest.raises(ValueError, match="temperature above 0"):
        JudgeSettings(**settings)  # type: ignore[arg-type]
