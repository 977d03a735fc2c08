"""Tasks about text."""

from __future__ import annotations

import random

from .task import Arguments, Task, inputs


def _letters(rng: random.Random) -> Arguments:
    return ("".join(rng.choice("aab ") for _ in range(rng.randint(1, 40))),)


def _brackets(rng: random.Random) -> Arguments:
    pairs = "".join(rng.choice(["()", "[]", "([])", "()[]", "[()]"]) for _ in range(rng.randint(1, 8)))
    cut = rng.randint(0, len(pairs) - 1)
    return (rng.choice([pairs, pairs, pairs[:cut] + pairs[cut + 1 :], pairs[::-1]]),)


def _sentence(rng: random.Random) -> Arguments:
    words = ["slow", "brown", "river", "at", "a", "mill", "turning"]
    return (" ".join(rng.choice(words) for _ in range(rng.randint(1, 15))), rng.randint(7, 24))


TASKS = (
    Task(
        "shorten_runs",
        right="""
def shorten_runs(text):
    parts = []
    start = 0
    for end in range(1, len(text) + 1):
        if end == len(text) or text[end] != text[start]:
            length = end - start
            parts.append(text[start] + (str(length) if length > 1 else ""))
            start = end
    return "".join(parts)
""",
        wrong="""
def shorten_runs(text):
    counts = {}
    for letter in text:
        counts[letter] = counts.get(letter, 0) + 1
    return "".join(letter + (str(n) if n > 1 else "") for letter, n in counts.items())
""",
        inputs=inputs("shorten_runs", _letters, ("",), ("aaa",), ("ab",)),
    ),
    Task(
        "is_closed",
        right="""
def is_closed(text):
    partner = {")": "(", "]": "["}
    open_ones = []
    for sign in text:
        if sign in "([":
            open_ones.append(sign)
        elif not open_ones or open_ones.pop() != partner[sign]:
            return False
    return not open_ones
""",
        wrong="""
def is_closed(text):
    return text.count("(") == text.count(")") and text.count("[") == text.count("]")
""",
        inputs=inputs("is_closed", _brackets, ("",), ("()",), ("(",)),
    ),
    Task(
        "wrap",
        right="""
def wrap(text, width):
    lines = []
    for word in text.split():
        if lines and len(lines[-1]) + 1 + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines
""",
        wrong="""
def wrap(text, width):
    lines = []
    for word in text.split():
        if lines and len(lines[-1]) + len(word) <= width:
            lines[-1] += " " + word
        else:
            lines.append(word)
    return lines
""",
        inputs=inputs("wrap", _sentence, ("", 10), ("one", 10)),
    ),
)
