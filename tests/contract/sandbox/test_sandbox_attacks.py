"""Solutions that would rather win than be right. None may pass, get out, or leave a trace."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.sandbox import Sandbox, Solution

FUEL = 300_000_000

HONEST = "def add(a, b):\n    return a + b\n"


def adds(solution: Solution) -> None:
    assert solution.add(2, 3) == 5
    assert solution.add(40, 2) == 42
    assert [solution.add("a", "b")] == ["ab"]


FORGE = """
import json, wit_world
def reply(**frame):
    wit_world.send(json.dumps(frame))
    return json.loads(wit_world.recv())
"""

ATTACKS = {
    "equals everything": "class Yes:\n    def __eq__(self, other): return True\n    __ne__ = lambda self, other: False\n"
    "    __hash__ = lambda self: 5\ndef add(a, b): return Yes()",
    "class that equals everything": "class Meta(type):\n    def __eq__(self, other): return True\n    __hash__ = type.__hash__\n"
    "class Yes(metaclass=Meta): pass\ndef add(a, b): return Yes",
    "integer that equals everything": "class Yes(int):\n    def __eq__(self, other): return True\n"
    "    __hash__ = int.__hash__\ndef add(a, b): return Yes(7)",
    "text that equals everything": "class Yes(str):\n    def __eq__(self, other): return True\n"
    "    __hash__ = str.__hash__\ndef add(a, b): return Yes('x')",
    "list that equals everything": "class Yes(list):\n    def __eq__(self, other): return True\n"
    "    def __iter__(self): return iter([5])\ndef add(a, b): return Yes([1])",
    "not a number": "def add(a, b): return float('nan')",
    "exit": "import os\ndef add(a, b): os._exit(0)",
    "exit while loading": "import os\nos._exit(0)",
    "polite exit": "import sys\ndef add(a, b): sys.exit(0)",
    "abort": "import os\ndef add(a, b): os.abort()",
    "kill": "import os, signal\ndef add(a, b): signal.raise_signal(signal.SIGKILL)",
    "interrupt": "def add(a, b): raise KeyboardInterrupt",
    "end of iteration": "def add(a, b): raise StopIteration(5)",
    "end of generator": "def add(a, b): raise GeneratorExit",
    "skip": "import unittest\ndef add(a, b): raise unittest.SkipTest('not today')",
    "assertion of its own": "def add(a, b): raise AssertionError",
    "error without text": "class Odd(Exception):\n    def __str__(self): raise self\n    args = property(lambda self: 1 / 0)\n"
    "def add(a, b): raise Odd",
    "frames above": "import sys\ndef add(a, b):\n    frame, found = sys._getframe(), []\n"
    "    while frame:\n        found += [v for v in frame.f_locals.values() if isinstance(v, int) and v not in (a, b)]\n"
    "        frame = frame.f_back\n    return (found or [0])[-1]",
    "everything alive": "import gc\ndef add(a, b):\n    texts = [o for o in gc.get_objects() if isinstance(o, str) and 'assert' in o]\n"
    "    return texts[0] if texts else None",
    "loaded modules": "import sys\ndef add(a, b):\n    return [m for m in sys.modules if 'test' in m and 'unittest' not in m and 'doctest' not in m]",
    "builtins replaced": "import builtins\nbuiltins.len = builtins.abs = builtins.isinstance = lambda *a: True\n"
    "builtins.AssertionError = Exception\nbuiltins.__build_class__ = None\ndef add(a, b): return 5",
    "operators replaced": "import operator\noperator.eq = operator.ne = lambda a, b: True\n"
    "import guest.operations as o\no.OPERATIONS['eq'] = o.OPERATIONS['call'] = lambda *a: True\ndef add(a, b): return 0",
    "json replaced": "import json\njson.dumps = lambda o: '{\"ok\": true}'\ndef add(a, b): return 0",
    "codec replaced": "import guest.app\nguest.app.encode = lambda value: {'t': 'i', 'v': '0x5'}\ndef add(a, b): return 0",
    "everything raises": "import guest.app\nguest.app.encode = None\ndef add(a, b): return a + b",
    "hooked imports": "import sys\nclass Hook:\n    def find_spec(self, *a): raise SystemExit\nsys.meta_path.insert(0, Hook())\n"
    "sys.modules.clear()\ndef add(a, b): import decimal",
    "stolen turn": FORGE + "def add(a, b):\n    while True: reply(ok=5)",
    "reply before being asked": FORGE + "wit_world.send('{\"ok\": null}')\nwit_world.send('{\"ok\": 5}')\ndef add(a, b): return 5",
    "frame asked for twice": "import wit_world\ndef add(a, b): return wit_world.recv()",
    "invented callback": FORGE + "def add(a, b): return reply(callback=0, a=[], k={})['ok']",
    "invented argument": FORGE + "def add(a, b): reply(ok=1, same=1)",
    "invented change": FORGE + "def add(a, b): reply(ok=5, changed=[[0, []]])",
    "invented handle": FORGE + "def add(a, b): reply(ok={'t': 'h', 'i': 10**18, 'c': 'int'})",
    "invented exception": FORGE + "def add(a, b): reply(err=['AssertionError', 'SystemExit'], msg='', args=None, h=None)",
    "pickle": FORGE + "def add(a, b): reply(ok={'t': 'pickle', 'v': 'Y29zCnN5c3RlbQo='})",
    "builtin by name": FORGE + "def add(a, b): reply(ok={'t': 'builtin', 'v': 'exec'})",
    "not json": "import wit_world\ndef add(a, b): wit_world.send('{'); wit_world.recv()",
    "deep frame": "import wit_world\ndef add(a, b): wit_world.send('[' * 1000000); wit_world.recv()",
    "deep value": FORGE + "def add(a, b):\n    wit_world.send('{\"ok\":' + '[' * 500 + ']' * 500 + '}')\n    wit_world.recv()",
    "wide value": "import wit_world\ndef add(a, b): wit_world.send('{\"ok\":[' + '0,' * 400000 + '0]}'); wit_world.recv()",
    "huge frame": "import wit_world\ndef add(a, b): wit_world.send('\"' + 'x' * (9 << 20) + '\"'); wit_world.recv()",
    "colliding members": FORGE + "def add(a, b): reply(ok={'t': 'set', 'v': [{'t': 'i', 'v': hex(k * (2**61 - 1))} for k in range(11000)]})",
    "long integer": "import wit_world\ndef add(a, b): wit_world.send('{\"ok\":' + '9' * 2000000 + '}'); wit_world.recv()",
    "huge integer": "def add(a, b): return 1 << 30_000_000",
    "huge exponent": FORGE + "def add(a, b): reply(ok={'t': 'decimal', 'v': '1E+999999999'})",
    "object that holds itself": "def add(a, b):\n    held = []\n    held.append(held)\n    return held",
    "loop": "def add(a, b):\n    while True: pass",
    "loop while loading": "while True: pass",
    "loop in C": "def add(a, b): return sum(iter(int, 1))",
    "loop in a pattern": "import re\ndef add(a, b): return re.match('(a*)*b', 'a' * 60)",
    "loop in equality": "class Slow:\n    def __eq__(self, other):\n        while True: pass\ndef add(a, b): return [Slow() == 1]",
    "loop in text": "class Slow(Exception):\n    def __str__(self):\n        while True: pass\ndef add(a, b): raise Slow",
    "large power": "def add(a, b): return 7 ** 10**8",
    "output": "def add(a, b):\n    while True: print('x' * 1000)",
    "raw output": "import os\ndef add(a, b):\n    while True: os.write(1, b'x' * 1000)",
    "recursion": "def add(a, b): return add(a, b)",
    "unlimited recursion": "import sys\nsys.setrecursionlimit(10**8)\ndef add(a, b): return add(a, b)",
    "deep destruction": "def add(a, b):\n    held = None\n    for _ in range(10**6): held = (held,)\n    del held\n    return 0",
    "memory": "def add(a, b): return [bytearray(1 << 22) for _ in range(10**6)]",
    "text bomb": "def add(a, b): return 'x' * (1 << 31 - 1)",
    "chance flood": "import os\ndef add(a, b):\n    while True: os.urandom(4096)",
    "clock flood": "import time\ndef add(a, b):\n    while True: time.monotonic()",
    "sleep": "import time\ndef add(a, b):\n    while True: time.sleep(10**6)",
    "wait for input": "def add(a, b): return input()",
    "wait for a lock": "import threading\ndef add(a, b):\n    lock = threading.Lock()\n    lock.acquire()\n    lock.acquire()",
    "wait for a queue": "import queue\ndef add(a, b): return queue.Queue().get()",
    "wait for the world": "import select\ndef add(a, b): return select.select([0], [], [], 1000)",
    "wait for the loop": "import asyncio\ndef add(a, b): asyncio.new_event_loop().run_forever()",
    "threads": "import threading\ndef add(a, b):\n    threading.Thread(target=print).start()\n    return 0",
    "foreign code": "import ctypes\ndef add(a, b): return ctypes.CDLL(None).system(b'true')",
    "tracing": "import sys\nsys.settrace(lambda *a: None)\nsys.setprofile(lambda f, e, a: f.f_locals.clear() or 1)\ndef add(a, b): return 0",
    "last words": "import atexit\nclass Last:\n    def __del__(self):\n        import wit_world\n        wit_world.send('{\"ok\": 5}')\n"
    "def add(a, b):\n    Last()\n    return 0",
}  # fmt: skip


@pytest.mark.parametrize("name", ATTACKS)
def test_no_attack_passes_and_none_costs_the_worker(sandbox: Sandbox, name: str) -> None:
    pid = sandbox._worker.pid
    result = sandbox.run_group(ATTACKS[name], adds, fuel=FUEL)
    assert not result.passed
    assert result.ended != "infrastructure"
    assert result.reason
    honest = sandbox.run_group(HONEST, adds, fuel=FUEL)
    assert honest.passed
    assert sandbox._worker.pid == pid


PROBES = {
    "read a file": "open('/etc/passwd').read()",
    "read a file in here": "open('solution.py').read()",
    "list folders": "os.listdir('/')",
    "write a file": "open('/tmp/cheat_marker', 'w').write('x')",
    "write into a descriptor": "[os.write(fd, b'x') for fd in range(3, 50)]",
    "read a descriptor": "[os.read(fd, 1) for fd in range(3, 50)]",
    "temporary file": "tempfile.TemporaryFile()",
    "connect": "socket.create_connection(('127.0.0.1', 80), 1)",
    "connect plainly": "socket.socket().connect(('127.0.0.1', 80))",
    "send": "socket.socket(type=socket.SOCK_DGRAM).sendto(b'x', ('127.0.0.1', 9))",
    "listen": "socket.create_server(('127.0.0.1', 0))",
    "look up a name": "socket.getaddrinfo('localhost', 80)",
    "start a process": "subprocess.run(['true'])",
    "fork": "os.fork()",
    "user": "os.getuid()",
    "database file": "__import__('sqlite3').connect('/tmp/cheat_marker').execute('create table t (x)')",
}


@pytest.mark.parametrize("name", PROBES)
def test_nothing_outside_can_be_reached(sandbox: Sandbox, name: str) -> None:
    source = f"import os, socket, subprocess, tempfile\ndef probe():\n    return repr({PROBES[name]})\n"
    result = sandbox.run_group(source, lambda solution: solution.probe(), fuel=FUEL)
    assert result.ended in ("exception", "died"), result
    assert not Path("/tmp/cheat_marker").exists()


def test_nothing_of_the_machine_can_be_seen(sandbox: Sandbox) -> None:
    source = (
        "import os, sys, time, random, socket\ndef seen():\n    return dict(os.environ), sys.argv, sys.path, time.time(),"
        " time.monotonic(), random.random(), os.urandom(4), sys.platform\n"
    )
    found: list[Any] = []
    for _ in range(2):
        result = sandbox.run_group(source, lambda solution: found.append(solution.seen()), fuel=FUEL)
        assert result.passed, result
    environment, _, path, now, *_, platform = found[0]
    assert (environment, path, platform) == ({}, [], "wasi")
    assert now < 1_700_000_100
    assert found[0] == found[1]


def test_a_test_that_catches_everything_does_not_pass_a_dead_solution(sandbox: Sandbox) -> None:
    def gullible(solution: Any) -> None:
        try:
            solution.add(1, 2)
        except BaseException:  # noqa: BLE001 - the point
            return

    result = sandbox.run_group("import os\ndef add(a, b): os._exit(0)", gullible, fuel=FUEL)
    assert (result.passed, result.ended) == (False, "died")


def test_a_test_that_expects_any_exception_does_not_pass_a_dead_solution(sandbox: Sandbox) -> None:
    def expecting(solution: Any) -> None:
        with pytest.raises(Exception):  # noqa: B017 - the point
            solution.add(1, 2)

    result = sandbox.run_group("def add(a, b):\n    while True: pass", expecting, fuel=FUEL)
    assert (result.passed, result.ended, result.fuel) == (False, "limit", FUEL)


def test_an_endless_iterator_meets_the_limit(sandbox: Sandbox) -> None:
    source = "import itertools\ndef numbers(): return itertools.count()"
    result = sandbox.run_group(source, lambda solution: max(solution.numbers()), fuel=FUEL)
    assert result.ended == "limit"


def test_endless_callbacks_meet_the_limit(sandbox: Sandbox) -> None:
    source = "def call(f):\n    while True: f()"
    result = sandbox.run_group(source, lambda solution: solution.call(lambda: 1), fuel=FUEL)
    assert result.ended == "limit"


def test_floods_end_long_before_the_wall_guard(sandbox: Sandbox) -> None:
    start = time.monotonic()
    for name in ("chance flood", "clock flood", "raw output", "output", "sleep"):
        sandbox.run_group(ATTACKS[name], adds, fuel=FUEL)
    assert time.monotonic() - start < 50
