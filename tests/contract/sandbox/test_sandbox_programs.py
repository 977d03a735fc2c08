"""Whole programs."""

from __future__ import annotations

import pytest

from crucibleforge.sandbox import ProgramRun, Sandbox

FUEL = 500_000_000


def run(sandbox: Sandbox, source: str) -> ProgramRun:
    return sandbox.run_program(source, fuel=FUEL)


@pytest.mark.parametrize(
    ("source", "stdout"),
    [
        ("print('a', 1)\nprint()\nprint('é', end='')", "a 1\n\né"),
        ("import sys\nsys.stdout.write('x\\r\\ny\\n')\nsys.stdout.buffer.write(b'z')", "x\r\ny\nz"),
        ("if __name__ == '__main__':\n    print(__name__)", "__main__\n"),
        ("import sys\nprint('out')\nprint('err', file=sys.stderr)", "out\n"),
        ("def f():\n    global n\n    n = 2\nn = 1\nf()\nprint(n, [n for n in range(3)])", "2 [0, 1, 2]\n"),
        ("import dataclasses\n@dataclasses.dataclass\nclass A:\n    x: int\nprint(A(1))", "A(x=1)\n"),
        ("print('before')\nexit()\nprint('after')", "before\n"),
        ("import sys\nsys.exit(0)", ""),
        ("import time\ntime.sleep(3600)\nprint('slept')", "slept\n"),
        ("", ""),
    ],
)
def test_output_is_kept_exactly(either_sandbox: Sandbox, source: str, stdout: str) -> None:
    result = run(either_sandbox, source)
    assert (result.stdout, result.error) == (stdout, "")
    assert result.fuel > 0


@pytest.mark.parametrize(
    ("source", "stdout", "error"),
    [
        ("print(1)\nint('x')", "1\n", "ValueError: invalid literal for int() with base 10: 'x'"),
        ("class Odd(Exception): pass\nraise Odd", "", "Odd: "),
        ("import sys\nprint(1)\nsys.exit(3)", "1\n", "SystemExit: 3"),
        ("print(1", "", "SyntaxError: '(' was never closed (main.py, line 1)"),
        ("print(1)\ninput()", "1\n", "EOFError: EOF when reading a line"),
        ("while True: pass", "", "out of fuel"),
        ("import os\nos._exit(0)", "", "exit: exit status 0"),
        ("class Odd(Exception):\n    def __str__(self): return 1 / 0\nraise Odd", "", "ZeroDivisionError: division by zero"),
    ],
)  # fmt: skip
def test_what_stops_a_program_is_told(either_sandbox: Sandbox, source: str, stdout: str, error: str) -> None:
    result = run(either_sandbox, source)
    assert (result.stdout, result.error.strip()) == (stdout, error.strip())


def test_output_beyond_the_cap_is_an_error(either_sandbox: Sandbox) -> None:
    result = run(either_sandbox, "for _ in range(100): print('x' * 999)")
    assert len(result.stdout) == 65_536
    assert result.error == "printed more than is kept"


def test_output_is_always_storable_text(either_sandbox: Sandbox) -> None:
    result = run(either_sandbox, "import sys\nsys.stdout.buffer.write(b'\\xff\\xed\\xa0\\x80')")
    assert result.stdout.encode()
    assert result.error == ""


def test_forged_results_of_a_program_are_a_death(either_sandbox: Sandbox) -> None:
    result = run(either_sandbox, 'import wit_world\nwit_world.exchange(\'{"ok": [1, ""]}\')')
    assert (result.stdout, result.error) == ("", "protocol: a program's result that is none")
    assert run(either_sandbox, "print(1)").stdout == "1\n"


def test_the_same_program_costs_the_same(sandbox: Sandbox) -> None:
    source = "print(sum(hash(str(n)) for n in range(1000)), {'b', 'a', 'c'})"
    one, other = run(sandbox, source), run(sandbox, source)
    assert one == other
    assert one.error == ""
