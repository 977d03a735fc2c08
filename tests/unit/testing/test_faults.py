from __future__ import annotations

import json
import subprocess
import sys
import urllib.request

import pytest

from crucibleforge.core.conversation import NOT_ASKED_REASONS, Outcome
from crucibleforge.testing import FAULTS, Reply, fault
from crucibleforge.testing.__main__ import main
from crucibleforge.testing.faults import GOOD, KINDS, ScriptedFault

ASK = {"model": "m", "messages": [{"role": "user", "content": "Which colour?"}], "stream": True}


def test_every_name_stands_once() -> None:
    assert sum(map(len, KINDS.values())) == len(FAULTS) >= 30


@pytest.mark.parametrize("entry", FAULTS.values(), ids=lambda entry: entry.name)
def test_an_entry_says_what_happens_and_what_follows(entry: ScriptedFault) -> None:
    expected = entry.leads_to
    assert entry.does.endswith(".")
    assert (expected.reason in NOT_ASKED_REASONS) is (expected.outcome is Outcome.NOT_ASKED)
    assert not (expected.text and expected.outcome in {Outcome.NOT_ASKED, Outcome.EMPTY, Outcome.ONLY_THINKING})


def test_an_unknown_name_is_an_error() -> None:
    with pytest.raises(KeyError):
        fault("no-such-fault")


def test_a_fault_may_pass_after_some_requests() -> None:
    behaviour = fault("down", times=2)
    assert [behaviour(ASK).status for _ in range(2)] == [500, 500]
    assert behaviour(ASK) == behaviour(ASK) == Reply(GOOD)


def test_the_list_names_every_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--list"]) == 0
    printed = capsys.readouterr().out
    assert [name for name in FAULTS if f"| `{name}` |" not in printed] == []


def test_a_fault_is_served_from_the_command_line() -> None:
    command = [sys.executable, "-m", "crucibleforge.testing", "--fault", "error-after-text"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().split()[0]
            request = urllib.request.Request(f"{address}/chat/completions", json.dumps(ASK).encode())
            with urllib.request.urlopen(request, timeout=10) as reply:
                assert b"slot was lost" in reply.read()
        finally:
            server.terminate()
