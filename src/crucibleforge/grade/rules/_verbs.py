"""Verbs that narrations are made of, in the forms that tell tense and person apart."""

from __future__ import annotations

from ._text import word_set

_REGULAR = word_set(
    "accept add agree answer approach arrive ask attack beckon bow brush call carry chase check clear climb close cross decide "
    "dodge drag drop enter exhale explain follow gesture glance grab grip grin hesitate hurry insist jump kick kneel knock laugh lean "
    "lift linger listen lock look lower march murmur move mutter nod offer open order pass pause pick place point pour press promise "
    "pull push raise reach refuse release remain remember remove repeat reply rest return scream settle shout shove shrug sigh slip "
    "smile snap sniff squeeze stare start stay step stop stumble tap thank toss touch trace try turn unlock wait walk wander watch "
    "wave whisper wipe wonder work yell"
)
_IRREGULAR = (
    "begin began,bend bent,bite bit,break broke,bring brought,buy bought,catch caught,choose chose,come came,crouch crouched,"
    "do did,draw drew,drink drank,drive drove,eat ate,fall fell,feel felt,fight fought,find found,fly flew,forget forgot,get got,"
    "give gave,go went,grow grew,hang hung,hear heard,hide hid,hold held,keep kept,know knew,lead led,leave left,let let,lie lay,"
    "lose lost,make made,mean meant,meet met,pay paid,put put,read read,ride rode,ring rang,rise rose,run ran,say said,see saw,"
    "sell sold,send sent,set set,shake shook,shine shone,shut shut,sing sang,sit sat,sleep slept,slide slid,speak spoke,"
    "spend spent,spin spun,stand stood,steal stole,stick stuck,strike struck,sweep swept,swim swam,swing swung,take took,"
    "tell told,think thought,throw threw,understand understood,wake woke,wear wore,weep wept,win won,write wrote,kiss kissed"
)
AUXILIARIES = word_set(
    "am is are was were be been being have has had having do does did will would shall should can could may might must to let's "
    "isn't aren't wasn't weren't haven't hasn't hadn't don't doesn't didn't won't wouldn't can't couldn't shouldn't i'll you'll "
    "he'll she'll we'll they'll i'd you'd he'd she'd we'd they'd i've you've we've they've it's he's she's i'm you're we're they're"
)
"""Words behind which a verb is an infinitive or a participle."""


def _third(verb: str) -> str:
    if verb.endswith(("s", "sh", "ch", "x", "o")):
        return f"{verb}es"
    return f"{verb[:-1]}ies" if verb.endswith("y") and verb[-2] not in "aeiou" else f"{verb}s"


def _past(verb: str) -> str:
    if verb.endswith("e"):
        return f"{verb}d"
    if verb.endswith("y") and verb[-2] not in "aeiou":
        return f"{verb[:-1]}ied"
    doubled = verb[-1] in "bdgmnprt" and verb[-2] in "aeiou" and verb[-3:-2] not in tuple("aeiou") and _is_short(verb)
    return f"{verb}{verb[-1]}ed" if doubled else f"{verb}ed"


def _is_short(verb: str) -> bool:
    return sum(letter in "aeiou" for letter in verb) == 1


_PAIRS = [*((verb, _past(verb)) for verb in _REGULAR), *(tuple(pair.split()) for pair in _IRREGULAR.split(","))]
PLAIN = frozenset(pair[0] for pair in _PAIRS)
THIRD = frozenset(_third(pair[0]) for pair in _PAIRS)
PAST = frozenset(pair[1] for pair in _PAIRS)
PAST_OF = {pair[0]: pair[1] for pair in _PAIRS}
THIRD_OF = {pair[0]: _third(pair[0]) for pair in _PAIRS}
DELIBERATE = word_set(
    "accept agree approach attack beckon bow brush carry chase choose climb close cross crouch decide dodge drag draw drink drop "
    "enter follow gesture grab grip grin hurry jump kick kiss kneel knock laugh lean lift lock march nod offer open pick place point "
    "pour press pull push put raise reach refuse release return run shake shout shove shrug sigh smile speak squeeze "
    "stand step stumble swing take tap throw toss touch turn unlock walk wander wave whisper wipe write murmur mutter yell"
)
"""What only its doer decides to do; perceptions and states are not among them."""
SPEAKING = word_set("say ask answer reply whisper shout murmur mutter yell call add tell explain insist repeat")
