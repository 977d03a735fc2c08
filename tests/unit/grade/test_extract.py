"""The program is found in whatever shape a model hands it over."""

import json
from pathlib import Path
from time import process_time
from typing import Any

import pytest

from crucibleforge.grade import extract_code

FIELD = Path(__file__).parents[2] / "data" / "field"
INPUTS = [
    case
    for path in sorted(FIELD.glob("B*.json"))
    if (case := json.loads(path.read_text(encoding="utf-8")))["area"] == "extract_code"
]

TRIPLE = "def triple(n):\n    return 3 * n"


def holds(code: str | None, probe: str) -> bool:
    assert code is not None
    names: dict[str, Any] = {}
    exec(code, names)
    return bool(eval(probe, names))


def triples(reply: str, **options: Any) -> bool:
    return holds(extract_code(reply, entry_points=("triple",), **options), "triple(4) == 12")


@pytest.mark.parametrize("case", INPUTS, ids=lambda case: case["id"])
@pytest.mark.parametrize("knows_the_name", [True, False])
def test_field_input_gives_the_right_program(case: dict[str, Any], knows_the_name: bool) -> None:
    entry_points = (case["input"]["entry_point"],) if knows_the_name else ()
    code = extract_code(case["input"]["reply"], entry_points=entry_points)
    assert code == case["expected"]["code"]
    assert holds(code, case["expected"]["probe"])


def test_all_field_inputs_are_here() -> None:
    assert len(INPUTS) == 8


SHAPES = {
    "python fence": f"```python\n{TRIPLE}\n```",
    "unnamed fence": f"```\n{TRIPLE}\n```",
    "other spelling": f"```Python3\n{TRIPLE}\n```",
    "version in the name": f"```python3.14\n{TRIPLE}\n```",
    "pandoc attributes": f"```{{.python .numberLines}}\n{TRIPLE}\n```",
    "notebook braces": f"```{{python}}\n{TRIPLE}\n```",
    "line numbers": f"```python {{linenos=true, hl_lines=[2]}}\n{TRIPLE}\n```",
    "file after the language": f"```python:src/triple.py\n{TRIPLE}\n```",
    "only a file": f"```triple.py\n{TRIPLE}\n```",
    "space before the language": f"``` python\n{TRIPLE}\n```",
    "comma options": f"```python,editable\n{TRIPLE}\n```",
    "four backticks": f"````python\n{TRIPLE}\n````",
    "longer closer": f"```python\n{TRIPLE}\n`````",
    "tildes": f"~~~\n{TRIPLE}\n~~~",
    "windows lines": f"```python\r\n{TRIPLE}\r\n```\r\n".replace("\n    ", "\r\n    "),
    "bare": TRIPLE,
    "bare with a comment": f"# the answer\n{TRIPLE}\n",
    "bare between prose": f"This does it:\n\n{TRIPLE}\n\nIt multiplies by three, as the task says.",
    "bare behind a tag line": f"python\n{TRIPLE}\n",
    "closer without opener, then words": f"{TRIPLE}\n```\nThat is all.\n",
    "code glued to the opener": "```def triple(n):\n    return 3 * n\n```",
    "code glued behind the language": "```python def triple(n):\n    return 3 * n\n```",
    "import glued to the opener": "```import operator\ndef triple(n):\n    return operator.mul(3, n)\n```",
    "closer glued to the code": f"```python\n{TRIPLE}```\nDone.",
    "closer glued, more blocks": f"```python\n{TRIPLE}```\nUse it:\n```python\ntriple(2)\n```",
    "all on one line": "```def triple(n): return 3 * n```",
    "unclosed": f"```python\n{TRIPLE}",
    "end token behind the closer": f"```python\n{TRIPLE}\n```<|im_end|>",
    "end token behind the code": f"```python\n{TRIPLE}\n</s>",
    "in a list": f"1. The code:\n\n   ```python\n   {TRIPLE.replace(chr(10), chr(10) + '   ')}\n   ```\n",
    "list mark before the fence": f"- ```python\n  {TRIPLE.replace(chr(10), chr(10) + '  ')}\n  ```\n",
    "in a quotation": "> ```python\n> def triple(n):\n>     return 3 * n\n> ```",
    "indented as a whole": "```python\n    def triple(n):\n        return 3 * n\n```",
    "whole reply in a markdown fence": f"```markdown\nHere:\n```python\n{TRIPLE}\n```\nBye.\n```",
    "markdown fence of four": f"````markdown\n# Answer\n```python\n{TRIPLE}\n```\n````",
    "mislabelled": f"```text\n{TRIPLE}\n```",
    "assignment": "```python\ntriple = lambda n: 3 * n\n```",
    "decorated": "```python\nimport functools\n\n@functools.cache\ndef triple(n):\n    return 3 * n\n```",
    "code tags": f"[PYTHON]\n{TRIPLE}\n[/PYTHON]",
    "thought before a fence": f"<think>\nEasy.\n</think>\n```python\n{TRIPLE}\n```",
    "thought in another spelling": f"[THINK]3 + n? No.[/THINK]\n{TRIPLE}",
    "thought with a longer fence": "<think>\n```python\ndef triple(n):\n    total = 0\n    for _ in range(3):\n"
    f"        total += 1\n    return total\n```\n</think>\n```python\n{TRIPLE}\n```",
    "thought that names its closer": f"<think>I end with `</think>` soon.\n```python\ndef triple(n): return 0\n```\n</think>\n{TRIPLE}",
    "stray closer": f"```python\ndef triple(n):\n    return 0\n```\nno.\n</think>\n\n{TRIPLE}",
    "channels": "<|channel|>analysis<|message|>```python\ndef triple(n): return 0\n```<|end|><|start|>assistant"
    f"<|channel|>final<|message|>```python\n{TRIPLE}\n```<|return|>",
}


@pytest.mark.parametrize("shape", SHAPES)
def test_program_is_found(shape: str) -> None:
    assert triples(SHAPES[shape])


VERSIONS = {
    "example of use afterwards": f"```python\n{TRIPLE}\n```\nUse:\n```python\nprint(triple(2))\n```",
    "example of use before": f"Called like this:\n```python\nprint(triple(2))\n```\n```python\n{TRIPLE}\n```",
    "tests afterwards": f"```python\n{TRIPLE}\n```\n```python\nfrom solution import triple\nassert triple(1) == 3\n```",
    "a test class afterwards": f"```python\n{TRIPLE}\n```\n```python\nimport unittest\nclass T(unittest.TestCase):\n"
    "    def test(self):\n        self.assertEqual(triple(1), 3)\nunittest.main()\n```",
    "output afterwards": f"```python\n{TRIPLE}\n```\nIt prints\n```\n12\n```",
    "signature recalled afterwards": f"```python\n{TRIPLE}\n```\nIts signature is\n```python\ndef triple(n): ...\n```",
    "stub first": f"```python\ndef triple(n):\n    pass\n```\nFilled in:\n```python\n{TRIPLE}\n```",
    "three drafts": f"```python\ndef triple(n):\n    return n\n```\n```python\ndef triple(n):\n    return 2 * n\n```\n```python\n{TRIPLE}\n```",
    "outline after the program": f"```python\n{TRIPLE}\n```\nIn short:\n```python\ndef triple(n):\n    # ... as before\n    return result\n```",
    "broken draft first": f"```python\ndef triple(n:\n    return (3 * n\n```\nOops:\n```python\n{TRIPLE}\n```",
    "wrong draft in bare text": f"def triple(n):\n    return n\n\nNo:\n\n```python\n{TRIPLE}\n```",
    "shell first": f"```bash\npip install nothing\n```\n```python\n{TRIPLE}\n```",
    "javascript too": "```python\n"
    + TRIPLE
    + "\n```\nand in JavaScript\n```js\nfunction triple(n) { return 2 * n }\n```",
    "a diff afterwards": f"```python\n{TRIPLE}\n```\n```diff\n-    return n\n+    return 3 * n\n```",
}


@pytest.mark.parametrize("version", VERSIONS)
def test_program_is_told_from_drafts_and_examples(version: str) -> None:
    assert triples(VERSIONS[version])


OUTLINES = [
    "# ...",
    "# unchanged",
    "# same as before",
    "# existing code here",
    "# other methods unchanged",
    "# (rest of the class stays the same)",
]


@pytest.mark.parametrize("comment", OUTLINES)
def test_outline_of_the_program_does_not_replace_it(comment: str) -> None:
    assert triples(f"```python\n{TRIPLE}\n```\nSo:\n```python\ndef triple(n):\n    {comment}\n    return result\n```")


@pytest.mark.parametrize("comment", ["# check existing values", "# leave zero unchanged", "# as before, but right"])
def test_comment_of_a_final_version_does_not_make_it_an_outline(comment: str) -> None:
    assert triples(f"```python\ndef triple(n):\n    return n\n```\nSo:\n```python\n{TRIPLE}  {comment}\n```")


def test_helper_of_another_block_is_joined() -> None:
    reply = "First:\n```python\nFACTOR = 3\n\ndef scaled(n):\n    return FACTOR * n\n```\nThen:\n```python\ndef triple(n):\n    return scaled(n)\n```"
    assert triples(reply)


def test_helper_that_comes_later_is_joined() -> None:
    assert triples(
        "```python\ndef triple(n):\n    return scaled(n)\n```\n```python\ndef scaled(n):\n    return 3 * n\n```"
    )


def test_imports_of_another_block_are_joined() -> None:
    assert triples("```python\nfrom operator import mul\n```\n```python\ndef triple(n):\n    return mul(3, n)\n```")


def test_helper_of_a_draft_is_kept_when_the_final_version_needs_it() -> None:
    reply = (
        "```python\ndef thrice():\n    return 3\n\ndef triple(n):\n    return thrice() + n\n```\nThe last line is wrong:\n"
        "```python\ndef triple(n):\n    return thrice() * n\n```"
    )
    assert triples(reply)


def test_two_wanted_names_come_from_two_blocks() -> None:
    reply = "```python\ndef triple(n):\n    return 3 * n\n```\nand\n```python\ndef double(n):\n    return 2 * n\n```"
    code = extract_code(reply, entry_points=("triple", "double"))
    assert holds(code, "triple(2) + double(2) == 10")


def test_example_is_not_joined_for_a_name_that_is_a_parameter() -> None:
    reply = "```python\ndef triple(value):\n    return 3 * value\n```\n```python\nvalue = open('nothing')\n```"
    assert extract_code(reply, entry_points=("triple",)) == "def triple(value):\n    return 3 * value"


STRINGS = {
    "docstring with a fence": '```python\ndef triple(n):\n    """Say\n\n```\ntriple(2)\n```\n    """\n    return 3 * n\n```',
    "fence with a language in a string": '```python\nNOTE = """\n```python\nx\n```\n"""\ndef triple(n):\n    return 3 * n\n```',
    "single quotes": "```python\nNOTE = '''\n```\n'''\ndef triple(n):\n    return 3 * n\n```",
    "think tag in a string": '```python\nTAG = "<think>"\ndef triple(n):\n    return 3 * n\n```',
    "think block in a long string, bare": 'NOTE = """\n<think>\nx\n</think>\n"""\ndef triple(n):\n    return 3 * n\n',
    "think block in a fenced string": '```python\nNOTE = """\n<think>\n"""\ndef triple(n):\n    return 3 * n\n```',
    "backticks in a comment": "```python\n# like ```\ndef triple(n):\n    return 3 * n\n```",
    "hash in a string": '```python\nMARK = "# ```"\ndef triple(n):\n    return 3 * n\n```',
    "escaped quotes": '```python\nMARK = "\\"\\"\\""\ndef triple(n):\n    return 3 * n\n```',
    "brackets in a string": '```python\nMARK = "((["\ndef triple(n):\n    return 3 * n\n```',
    "apostrophe in prose": f"It's the n's triple: don't worry.\n\n{TRIPLE}\n\nThat's it.",
}


@pytest.mark.parametrize("shape", STRINGS)
def test_what_stands_in_a_string_is_text(shape: str) -> None:
    assert triples(STRINGS[shape])


def test_string_that_never_ends_does_not_swallow_the_next_block() -> None:
    assert triples(f'```python\nbroken = """oops\n```\nAgain:\n```python\n{TRIPLE}\n```')


def test_grammar_newer_than_the_host_is_no_obstacle() -> None:
    reply = "Here:\n\ndef first[T](items: list[T]) -> T:\n    try:\n        return items[0]\n    except IndexError, KeyError:\n        raise\n\nDone."
    assert extract_code(reply, entry_points=("first",)) == reply[7:-7]


NO_PROGRAM = {
    "nothing": "",
    "prose": "I would multiply the number by three and return it.",
    "prose that sounds like code": "if you want, use a loop; for each n in the list: multiply.\nfrom there, import the rest.",
    "only a shell command": "```sh\npython triple.py\n```",
    "empty fence": "```python\n```",
    "unclosed thought": f"<think>\n```python\n{TRIPLE}\n```\nbut wait",
    "only thought": f"<think>\n{TRIPLE}\n</think>\n",
    "only analysis": f"<|channel|>analysis<|message|>```python\n{TRIPLE}\n```",
}


@pytest.mark.parametrize("shape", NO_PROGRAM)
def test_reply_without_a_program_gives_none(shape: str) -> None:
    assert extract_code(NO_PROGRAM[shape], entry_points=("triple",)) is None


def test_unclosed_block_of_a_cut_reply_is_no_answer() -> None:
    assert extract_code(f"```python\n{TRIPLE}", entry_points=("triple",), cut_off=True) is None


def test_bare_program_that_ends_where_the_reply_was_cut_is_no_answer() -> None:
    assert extract_code(f"Here:\n\n{TRIPLE}", entry_points=("triple",), cut_off=True) is None


def test_whole_block_of_a_cut_reply_is_an_answer() -> None:
    assert triples(f"```python\n{TRIPLE}\n```\nAs an example, take", cut_off=True)
    assert triples(f"```python\n{TRIPLE}\n```\nTests:\n```python\nassert tri", cut_off=True)
    assert triples(f"{TRIPLE}\n\nThis function mul", cut_off=True)


def test_program_without_functions_is_the_largest_block() -> None:
    assert extract_code("```\n1\n```\n```python\nprint(1)\nprint(2)\n```") == "print(1)\nprint(2)"


def test_misnamed_function_is_still_the_program() -> None:
    assert extract_code(f"```python\n{TRIPLE}\n```", entry_points=("thrice",)) == TRIPLE


HOSTILE = (
    *("```\n", '"""\n```\n', " ", "\n", "a", "(", "def f(", "x = 3\nand\n", "```python\ndef f(): g()\n```\n"),
    *("<think>\n", "</think>", '"<think>"\n', "a, ", "f'{", "for x", "<|end|> ", "* ", "lambda a", "- ", "> "),
)


@pytest.mark.parametrize("unit", HOSTILE)
def test_hostile_reply_takes_no_longer_than_its_length(unit: str) -> None:
    started = process_time()
    extract_code("x: " + unit * (12_000 // len(unit)), entry_points=("triple",))
    assert process_time() - started < 1


SLOW = {
    "documents in documents": "```markdown\n" * 3000,
    "documents in ever shorter fences": "\n".join("`" * n + "markdown" for n in range(900, 2, -1)),
    "channel after channel": "<|channel|>final<|message|>" * 6000,
    "a chain of blocks": "\n".join(f"```python\ndef f{n}(): return f{n + 1}()\n```" for n in range(3000)),
}


@pytest.mark.parametrize("name", SLOW)
def test_replies_made_to_be_slow_are_read_to_their_end(name: str) -> None:
    code = extract_code(SLOW[name], entry_points=["f0"])
    assert (code is not None and "def f2999" in code) is (name == "a chain of blocks")
