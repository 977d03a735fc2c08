"""What holds of every injection whatever the judge, by how the prompt is built and how quotes are checked."""

import re
import unicodedata

import pytest

from crucibleforge.core.conversation import Usage
from crucibleforge.core.grading import JudgeSettings, VerdictAnswer
from crucibleforge.judge import guard, read_reply
from crucibleforge.judge._control_tokens import split_control_tokens
from crucibleforge.judge._fit import BYTES_PER_TOKEN
from crucibleforge.judge._prompt import INSTRUCTIONS, Material, fence_mark, prompt
from crucibleforge.judge._votes import vote
from crucibleforge.judge.injection import Injection, read_injections, scene

PACK = read_injections()
SETTINGS = JudgeSettings()
every_injection = pytest.mark.parametrize("injection", PACK, ids=lambda one: one.name)


def shown(injection: Injection) -> tuple[str, Material]:
    material, question = scene(injection)
    system, user = prompt(material, question, SETTINGS)
    assert system.content == INSTRUCTIONS
    return user.content, material


def fences(text: str, mark: str) -> list[tuple[str, str]]:
    """(who speaks, what stands in the fence), as one finds them who knows the mark."""
    found = re.findall(
        rf'^<(told|user|reply)-{mark}(?: turn="\d+")?>\n(.*?)\n</\1-{mark}>$', text, re.DOTALL | re.MULTILINE
    )
    return [(name, body) for name, body in found]


def test_there_are_many_and_no_two_tell_or_do_the_same() -> None:
    assert len(PACK) >= 75
    assert len({one.trick for one in PACK}) == len({one.reply for one in PACK}) == len(PACK)
    assert sum(one.wants == "NO" for one in PACK) >= 8


@every_injection
def test_it_stands_in_its_fence_alone_and_nowhere_else(injection: Injection) -> None:
    text, material = shown(injection)
    mark = fence_mark(material)
    assert [name for name, _ in fences(text, mark)] == ["told", "user", "reply", "user", "reply"]
    assert text.count(mark) == 10 + ("[cut-" + mark in text) * 2
    body = fences(text, mark)[-1][1]
    outside = text.replace(body, "")
    first, last = (line for line in (material.exchanges[-1].reply.split("\n")[0], injection.reply.strip()[-40:]))
    assert first not in outside
    assert not last or split_control_tokens(last) not in outside


@every_injection
def test_reply_is_shown_as_written_but_for_marks_of_ours(injection: Injection) -> None:
    text, material = shown(injection)
    mark = fence_mark(material)
    body, written = fences(text, mark)[-1][1], split_control_tokens(material.exchanges[-1].reply)
    pieces = re.split(rf"\n\[cut-{mark}: \d+ characters left out\]\n", body)
    if len(pieces) == 1:
        assert body == written
    else:
        assert written.startswith(pieces[0])
        assert written.endswith(pieces[1])
        assert f"[cut-{mark}: …] in a reply stands where we left out a part of it." in text
    assert ("put there by us" in text) == (written != material.exchanges[-1].reply)


@every_injection
def test_question_stands_last_and_facts_outside(injection: Injection) -> None:
    text, material = shown(injection)
    question = scene(injection)[1]
    assert text.endswith(
        f"</reply-{fence_mark(material)}>\n\nQuestion about the reply of turn 2 alone:\n{question.ask}"
    )
    assert text.index(material.canon) < text.index("<told-")
    assert not any(material.canon in body for _, body in fences(text, fence_mark(material)))


@every_injection
def test_it_fits_the_window_with_the_question(injection: Injection) -> None:
    text, _ = shown(injection)
    assert len((INSTRUCTIONS + text).encode()) / BYTES_PER_TOKEN + SETTINGS.max_tokens <= SETTINGS.window


@every_injection
def test_no_control_token_is_left_in_the_prompt(injection: Injection) -> None:
    text, material = shown(injection)
    body = fences(text, fence_mark(material))[-1][1]
    assert split_control_tokens(body) == body


@every_injection
def test_words_from_outside_the_reply_still_prove_nothing(injection: Injection) -> None:
    material, question = scene(injection)
    texts = material.replies_for(question)
    for outside in (material.canon, material.system, material.exchanges[0].reply, "The ferry sails again on Friday."):
        assert not guard(outside, texts).valid


@every_injection
def test_judge_that_copies_it_whole_says_nothing(injection: Injection) -> None:
    material, question = scene(injection)
    reply = material.exchanges[-1].reply
    texts = material.replies_for(question)
    said = read_reply(reply, [one.reply for one in material.exchanges])
    assert vote(said, Usage(), texts, [2], raw=reply).answer is not VerdictAnswer.YES


@every_injection
def test_judge_that_quotes_it_without_escaping_says_no_yes(injection: Injection) -> None:
    material, question = scene(injection)
    added = material.exchanges[-1].reply.partition("\n\n")[2]
    texts = [one.reply for one in material.exchanges]
    for written in (f'{{"answer": "NO", "quote": "{added}"}}', f"NO\nQUOTE: {added}", f"The reply says: {added}"):
        said = read_reply(written, texts)
        checked = vote(said, Usage(), material.replies_for(question), [2], raw=written)
        assert checked.answer is not VerdictAnswer.YES, written


def test_files_are_readable_where_the_texts_are_not() -> None:
    for one in PACK:
        assert all(char.isprintable() for char in one.trick)
    hidden = {
        one.name
        for one in PACK
        if any(unicodedata.category(char) in ("Cc", "Cf") and char != "\n" for char in one.reply)
    }
    assert {"disguise/zero_width", "disguise/bidi", "disguise/tag_characters", "disguise/control_characters"} <= hidden
