import pytest

from crucibleforge.core.case import Rule, RuleKind
from crucibleforge.grade.rules import RuleResult, apply_rule

FIRST = 'I lift the lamp and hold my breath. "You should not be here," he says to me. I turn to him, and my hand finds the rail.'
SECOND = "You lift the lamp. Your hand shakes. The rail is cold under your palm, and you wait for your brother."
THIRD = '"I know you," she said. She lifted her lamp, and he took his coat. They left their house to her mother.'
PAST = '"I am here," she says. '.replace("says", "said") + (
    "Mara walked to the gate, opened it and looked back. The road was empty. She took the lantern and went on."
)
PRESENT = (
    '"I was here," she says. Mara walks to the gate, opens it and looks back. The road is empty. She takes the lantern.'
)
FIRST_PRESENT = "I walk to the gate. I open it, and I look back. I take the lantern and I wait. We go on."


def ruled(kind: RuleKind, text: str, is_: str) -> RuleResult:
    return apply_rule(Rule("r", kind, {"is": is_}), [text])


@pytest.mark.parametrize(("text", "person"), [(FIRST, "first"), (SECOND, "second"), (THIRD, "third")])
def test_person_is_that_of_the_narration(text: str, person: str) -> None:
    assert ruled("person", text, person).passed
    for other in {"first", "second", "third"} - {person}:
        result = ruled("person", text, other)
        assert not result.passed
        assert f"{person} person" in result.evidence
        assert "“" in result.evidence


@pytest.mark.parametrize(("text", "tense"), [(PAST, "past"), (PRESENT, "present"), (FIRST_PRESENT, "present")])
def test_tense_is_that_of_the_narration(text: str, tense: str) -> None:
    assert ruled("tense", text, tense).passed
    (other,) = {"past", "present"} - {tense}
    result = ruled("tense", text, other)
    assert not result.passed
    assert f"{tense} tense" in result.evidence


@pytest.mark.parametrize("text", ["Rain on the roof.", '"I walk, I talk, I open my door," it said.', "She waits."])
def test_little_evidence_decides_nothing(text: str) -> None:
    for person in ("first", "second", "third"):
        assert ruled("person", text, person).passed
    for tense in ("past", "present"):
        assert ruled("tense", text, tense).passed


def test_mixed_tenses_decide_nothing() -> None:
    text = "She walked home. She opens the door. He was late. He is tired. They took tea. They take bread, and it was good."
    assert ruled("tense", text, "past").passed
    assert ruled("tense", text, "present").passed


def test_participles_and_infinitives_are_no_past() -> None:
    text = "She is tired. He has opened the door and will have closed it. It is locked. He does wait. She is pleased."
    assert ruled("tense", text, "present").passed


def puppets(text: str, *names: str) -> RuleResult:
    return apply_rule(Rule("r", "speaks_for_user", {"names": list(names)}), [text])


@pytest.mark.parametrize(
    "text",
    [
        'The rain falls. You take the lantern and step outside. "Good," she says.',
        "Slowly, you nod.",
        "Then you quietly open the door.",
        "The bell rings, and you follow her down.",
        '"I will go," you say.',
        "You whisper something to the dog.",
        "You sit down beside her.",
        'You opened the door. "Well," she said.',
        "Mara nods and takes the cup.",
        "He waits. Mara grabbed the rope.",
        '"I agree," said Mara.',
        '"I agree," Mara says.',
        "Mara: I agree with that.",
        "**You:** Sure, let's go.",
        "*You reach for the latch.*",
    ],
)
def test_acting_or_speaking_for_the_user_fails(text: str) -> None:
    result = puppets(text, "Mara")
    assert not result.passed
    assert "“" in result.evidence


@pytest.mark.parametrize(
    "text",
    [
        "The door you open creaks, and the floor is cold under you.",
        "Do you take the lantern? You step outside?",
        "If you like, you take the lantern.",
        "You can take the lantern, or you could open the gate.",
        "You look tired. You feel the cold. You hear a bell. You know him.",
        '"You take the lantern," she says. "You open it."',
        "(( You step outside whenever you want. ))",
        "She hands Mara the cup and follows Mara's gaze.",
        "You stand in a narrow hallway.",
        "When you are ready, she will open the gate for you.",
        "Her hand stops before Mara, who does not move.",
        "You said you would come, and I believed it.",
        "OOC: you open the next scene.",
        "I told you: take the stairs.",
    ],
)
def test_describing_or_inviting_the_user_passes(text: str) -> None:
    assert puppets(text, "Mara").passed, puppets(text, "Mara").evidence


LANGUAGES = {
    "en": "The harbour was quiet when we came, and there was nobody on the quay who would talk to us.",
    "fr": "Le port était calme quand nous sommes arrivés, et il n'y avait pas une personne sur le quai qui parlait avec nous.",
    "es": "El puerto estaba tranquilo cuando llegamos, y no había nadie en el muelle que quisiera hablar con nosotros del viaje.",
    "pt": "O porto estava calmo quando chegamos, e não havia ninguém no cais que quisesse falar com a gente sobre isso.",
    "de": "Der Hafen war ruhig, als wir kamen, und es war niemand auf dem Kai, der mit uns reden wollte.",
    "zh": "我们到的时候港口很安静，码头上没有一个人愿意跟我们说话。",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_language_is_told_apart_from_the_others(language: str) -> None:
    assert ruled("language", LANGUAGES[language], language).passed
    for other in set(LANGUAGES) - {language}:
        result = ruled("language", LANGUAGES[language], other)
        assert not result.passed, other
        assert LANGUAGES[language].split()[0][:10] in result.evidence


@pytest.mark.parametrize("text", ["Ok!", "Pizza, pasta, Chianti", "42", "Hm… 😀"])
def test_short_text_is_of_any_language(text: str) -> None:
    assert all(ruled("language", text, language).passed for language in LANGUAGES)


@pytest.mark.parametrize("text", ["Привет, как у тебя дела сегодня?", "私たちが着いたとき、港はとても静かでした。"])
def test_foreign_script_is_none_of_the_languages(text: str) -> None:
    assert not any(ruled("language", text, language).passed for language in LANGUAGES)


def test_quotation_in_another_language_does_not_change_the_language() -> None:
    text = f"{LANGUAGES['en']} {LANGUAGES['en']} He said: “Le port est à nous.”"
    assert ruled("language", text, "en").passed
