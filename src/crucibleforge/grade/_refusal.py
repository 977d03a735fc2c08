"""Tells a refusal from a reply by the words at its start."""

from __future__ import annotations

import re
import unicodedata

_HEAD_CHARS = 240
_CLEAR_WORDS, _SHORT_WORDS = 150, 40

_CANT = r"(?:can't|cannot|can not|won't|will not|(?:'m|am)? ?(?:not able to|unable to|not going to))"
_MAKE = r"(?:provide|generate|create|produce|write|share|offer|discuss)"
_SORRY = r"(?:(?:i'm|i am|we're) (?:very |really |truly |so )?sorry|sorry|i apologi[sz]e|my apologies|unfortunately|regrettably)"

# Each names the request itself, so that a character who says no to another character does not sound like it.
_CLEAR = re.compile(
    "|".join(
        (
            rf"\b(?:i|we) ?{_CANT} (?:help|assist)(?: you)? (?:with|on|in) (?:that|this|your|the|such|any)\b",
            rf"\b(?:i|we) ?{_CANT} (?:comply|assist(?: you)?[.,]|help(?: you)? with (?:it|that)\b)",
            rf"\b(?:i|we) ?{_CANT} (?:fulfil?l?|complete|process|answer|respond to|accommodate|honou?r|continue(?: with)?|engage (?:in|with)"
            r"|participate in|take part in) (?:this|that|your|the|such|these|any) (?:\w+ )?"
            r"(?:request|question|prompt|task|instruction|role-?play|scenario|story|conversation|content|topic)s?\b",
            rf"\b(?:i|we) ?{_CANT} {_MAKE} (?:this|that|such|the|any|sexual|explicit|harmful)? ?(?:\w+ )?(?:kind of |type of )?"
            r"(?:content|material|request|information|assistance|help with)\b",
            r"\bas an? (?:ai|artificial intelligence|(?:large )?language model|virtual assistant|ai assistant)\b"
            r"[^.!?]{0,80}\b(?:can't|cannot|can not|won't|not able|unable|not allowed|not permitted|must decline)\b",
            r"\bi(?:'ll| will| would)?(?: must| have to| need to)? (?:respectfully |politely )?decline (?:(?:this|that|your|the) (?:\w+ )?"
            r"(?:request|prompt|task|question)|to (?:help|assist|answer|write|provide|create|continue|participate|engage|generate))\b",
            r"\b(?:against|violat\w+|not allowed by|not permitted by|conflicts? with) (?:my|openai's?) (?:\w+ )?"
            r"(?:guidelines|polic(?:y|ies)|programming|usage)\b",
            r"\bi(?:'m| am) not comfortable (?:with )?(?:writing|creating|continuing|generating|providing|producing|engaging in|discussing) (?:this|that|such|the|any)\b",
            # French
            r"\bje ne (?:peux|puis) pas (?:vous aider|t'aider|répondre à (?:cette|votre|ta)|donner suite|accéder à (?:cette|votre|ta)"
            r"|fournir (?:ce|cette|de)|(?:créer|générer|produire) (?:ce|de) (?:contenu|type))",
            r"\bje ne suis pas en mesure de (?:vous aider|t'aider|répondre|fournir|traiter|satisfaire)",
            r"\ben tant qu'(?:ia|intelligence artificielle|assistant|modèle)[^.!?]{0,80}\bne (?:peux|puis)\b",
            r"\bje dois (?:refuser|décliner) (?:cette|votre|ta) (?:demande|requête)",
            # Spanish
            r"\bno puedo (?:ayudarte|ayudarle|ayudar) con (?:eso|esto|esa|esta|su|tu)\b",
            r"\bno puedo (?:cumplir|atender|responder|procesar|completar|proporcionar|generar|crear) (?:con )?(?:a )?(?:esa|esta|ese|este|tu|su|tal|contenido)\b",
            r"\bcomo (?:un |una )?(?:modelo de lenguaje|ia|inteligencia artificial|asistente)[^.!?]{0,80}\bno puedo\b",
            r"\bdebo (?:rechazar|declinar) (?:esta|esa|tu|su)\b",
            # Portuguese
            r"\bnão (?:posso|consigo) (?:ajudar|ajudá-l[oa]|te ajudar) com (?:isso|isto|esse|essa|este|esta|seu|sua)\b",
            r"\bnão posso (?:atender|responder|cumprir|processar|fornecer|gerar|criar) (?:a )?(?:isso|ess[ea]|est[ea]|seu|sua|conteúdo)\b",
            r"\bcomo (?:um |uma )?(?:modelo de linguagem|ia|inteligência artificial|assistente)[^.!?]{0,80}\bnão posso\b",
            r"\bdevo recusar (?:ess[ea]|est[ea]|seu|sua)\b",
            # German
            r"\b(?:dabei|damit|hierbei) kann ich (?:ihnen |dir )?(?:leider )?nicht (?:weiter)?helfen\b",
            r"\bich kann (?:ihnen |dir )?(?:leider )?(?:dabei|damit|hierbei|diese[rn]? (?:anfrage|bitte|aufgabe)|bei dieser anfrage)[^.!?]{0,40}\bnicht\b",
            r"\bals (?:ki|künstliche intelligenz|sprachmodell|ki-assistent)[^.!?]{0,80}\b(?:kann|darf) ich\b[^.!?]{0,60}\b(?:nicht|keine?n?)\b",
            # Italian
            r"\bnon posso (?:aiutarti|aiutarla|aiutare) con (?:questo|questa|quest')",
            r"\bnon posso (?:soddisfare|rispondere a|elaborare|fornire) (?:quest[ao]|la tua|la sua)\b",
            # Chinese and Japanese
            r"(?:抱歉|对不起|對不起)[,。 ]{0,2}(?:但)?我?(?:无法|不能|無法)(?:帮|协助|提供|回答|满足|完成|继续|生成|处理|幫|協助|滿足|繼續)",
            r"我(?:无法|不能|無法)(?:帮助您|帮助你|协助|满足|处理|回答)(?:这|此|该|您的|你的|這)",
            r"作[为為](?:一个|一名|一個)?(?:ai|人工智能|人工智慧|语言模型|語言模型)[^。!?]{0,30}(?:无法|不能|無法)",
            r"申し訳(?:ありません|ございません)[^。]{0,30}(?:できません|いたしかねます|応じられません)",
        )
    )
)
_SHORT = re.compile(
    "|".join(
        (
            rf"{_SORRY},? (?:but )?(?:i|we) ?{_CANT}\b",
            rf"(?:no[,.] )?(?:i|we) ?{_CANT} (?:do|help|assist|write|create|provide|generate|answer|complete|continue|solve|predict|run|execute)\b",
            r"i (?:must |have to |will have to )?(?:respectfully |politely )?decline\b|i refuse to\b",
            r"(?:je suis désolée?|désolée?|je regrette),? (?:mais )?je ne (?:peux|puis) pas\b",
            r"(?:lo siento|lo lamento|perdón),? (?:pero )?no puedo\b",
            r"(?:desculpe|lamento|sinto muito|me desculpe|desculpa),? (?:mas )?(?:eu )?não (?:posso|consigo)\b",
            r"(?:es )?tut mir leid,? (?:aber )?(?:das |dabei |da )?(?:ich )?kann (?:ich )?[^.!?]{0,40}nicht\b",
            r"mi dispiace,? (?:ma )?non posso\b",
            r"(?:抱歉|对不起|對不起|很抱歉)[,。 ]{0,2}(?:但)?我?(?:无法|不能|無法)",
            r"(?:извините|простите|к сожалению),? (?:но )?я не могу\b",
        )
    )
)
_FOLD = str.maketrans(
    {"’": "'", "‘": "'", "ʼ": "'", "´": "'", "`": "'", "，": ",", "！": "!", "？": "?"} | dict.fromkeys("*_#>~", "")
)
_FENCE = re.compile(r"^[ \t]*(?:```|~~~)", re.MULTILINE)


def refusal(text: str, *, may_be_in_character: bool) -> str | None:
    """The words that refuse, or None where the reply is not beyond doubt a refusal.

    A reply with a code block is none, and neither is a long one: it does something after all.

    Args:
        may_be_in_character: a character may say no here, so that only words about the request itself count.
    """
    if _FENCE.search(text):
        return None
    words = _length_in_words(text)
    head = _folded(text)[:_HEAD_CHARS]
    if words <= _CLEAR_WORDS and (found := _CLEAR.search(head)) and not _is_speech(head, found.start()):
        return found[0].strip()
    if words <= _SHORT_WORDS and not may_be_in_character and (found := _SHORT.match(head)):
        return found[0].strip()
    return None


def _folded(text: str) -> str:
    head = unicodedata.normalize("NFC", text.lstrip()[: 2 * _HEAD_CHARS]).casefold().translate(_FOLD)
    return " ".join(head.split())


def _is_speech(head: str, position: int) -> bool:
    """Whether the place lies within double quotes."""
    before = head[:position]
    return (before.count('"') + before.count("“") + before.count("”") + before.count("«") + before.count("»")) % 2 == 1


def _length_in_words(text: str) -> int:
    unspaced = sum(1 for char in text if "\u3040" <= char <= "\u9fff")
    return len(text.split()) + unspaced // 2
