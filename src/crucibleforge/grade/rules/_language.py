"""Which language a text is written in, from its script and its commonest words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from ._result import Params, RuleResult, each
from ._text import excerpt, is_unspaced, plain_words, word_set

_COMMON: Mapping[str, frozenset[str]] = {
    "en": word_set(
        "the and of to is are was were with for that this it you he she they his her not but have has had be been at on by from "
        "what which who when there their would will can my your we our as if or i an"
    ),
    "fr": word_set(
        "le les des une et est dans pour que qui pas avec sur ce cette il elle nous vous je sont était mais ou plus au aux du "
        "son ses leur très être avoir fait comme tout ne se sa d'une c'est qu'il l'on mes"
    ),
    "es": word_set(
        "el los las una y en es con por para que del al no está pero más muy como su sus se lo le hay fue era son ser yo él ella "
        "nos mi tu esta este cuando donde porque sin sobre también hasta"
    ),
    "pt": word_set(
        "o os as um uma e em é com por para que do da dos das no na nos nas não está mas mais muito como seu sua se ao à foi era "
        "são ser eu ele ela você meu minha quando onde porque sem sobre também até isso"
    ),
    "de": word_set(
        "der die das und ist in den dem ein eine einen mit für nicht auf sich von zu es er sie ich wir auch als wie war hat haben "
        "sind wird aber noch nur bei nach aus oder wenn dass im am zum zur"
    ),
}
_FEWEST_WORDS = 6
_FEWEST_HITS = 4
_FEWEST_LETTERS = 12
_LEAD = 1.5


def _language(params: Params, text: str) -> RuleResult:
    written = _written_in(text)
    if not written or written == params["is"]:
        return RuleResult(True, f"written in {written}" if written else "too little to tell")
    start = len(text) - len(text.lstrip())
    return RuleResult(False, f"reads as {written}, not {params['is']}: {excerpt(text, start, start, around=80)}")


def _written_in(text: str) -> str:
    """The language's code, a script's name, or nothing where the text is too short or too mixed to tell."""
    scripts = Counter(map(_script, filter(str.isalpha, text)))
    script, letters = next(iter(scripts.most_common(1)), ("", 0))
    if letters < max(_FEWEST_LETTERS if script == "latin" else _FEWEST_WORDS, 0.6 * scripts.total()):
        return ""
    if script == "han":
        return "ja" if scripts["kana"] > 0.1 * letters else "zh"
    return _by_common_words(plain_words(text)) if script == "latin" else script


def _by_common_words(words: list[str]) -> str:
    counts = Counter(words)
    hits = sorted(((sum(counts[word] for word in common), code) for code, common in _COMMON.items()), reverse=True)
    (most, code), (second, _) = hits[:2]
    clear = len(words) >= _FEWEST_WORDS and most >= _FEWEST_HITS and most >= _LEAD * second
    return code if clear else ""


_SCRIPTS = (
    (0x250, "latin"),
    (0x400, "greek"),
    (0x530, "cyrillic"),
    (0x600, "hebrew"),
    (0x780, "arabic"),
    (0x1100, "other script"),
    (0x1200, "hangul"),
    (0x1E00, "other script"),
    (0x1F00, "latin"),
    (0xAC00, "other script"),
    (0xD7B0, "hangul"),
)


def _script(char: str) -> str:
    code = ord(char)
    if is_unspaced(char):
        return "kana" if 0x3040 <= code < 0x3100 or (code >= 0xFF66 and code < 0xFFA0) else "han"
    return next((name for limit, name in _SCRIPTS if code < limit), "other script")


language = each(_language)
