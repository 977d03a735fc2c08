from __future__ import annotations

import struct
from collections.abc import Callable

import pytest

from crucibleforge.sandbox.jail._landlock import ruleset
from crucibleforge.sandbox.jail._seccomp import filter_program, lone_filter_program
from crucibleforge.sandbox.jail._syscalls import ARCHITECTURES, CLONE3, Architecture

_ALLOW, _EPERM, _ENOSYS, _KILL = 0x7FFF0000, 0x00050001, 0x00050026, 0x80000000

_FORBIDDEN = {
    "x86_64": {
        "open": 2,
        "socket": 41,
        "connect": 42,
        "fork": 57,
        "execve": 59,
        "kill": 62,
        "ptrace": 101,
        "openat": 257,
    },
    "aarch64": {"openat": 56, "socket": 198, "connect": 203, "execve": 221, "kill": 129, "ptrace": 117, "prctl": 167},
}


def verdict(
    machine: str,
    number: int,
    *,
    flags: int = 0,
    second: int = 0,
    third: int = 0,
    audit: int | None = None,
    program_for: Callable[[Architecture], bytes] = filter_program,
) -> int:
    """What a filter says of a system call: the instructions that it uses, executed."""
    architecture = ARCHITECTURES[machine]
    data = {0: number, 4: architecture.audit if audit is None else audit, 16: flags, 24: second, 32: third}
    program = list(struct.iter_unpack("<HBBI", program_for(architecture)))
    at = held = 0
    while True:
        code, then, otherwise, operand = program[at]
        at += 1
        if code == 0x06:
            return int(operand)
        if code == 0x20:
            held = data[operand]
            continue
        if code == 0x54:
            held &= operand
            continue
        matches = {0x15: held == operand, 0x35: held >= operand, 0x45: bool(held & operand)}[code]
        at += then if matches else otherwise


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_needed_calls_pass_and_all_others_are_refused(machine: str) -> None:
    allowed = set(ARCHITECTURES[machine].allowed)
    for number in range(600):
        if number not in (CLONE3, ARCHITECTURES[machine].clone, ARCHITECTURES[machine].madvise):
            assert verdict(machine, number) == (_ALLOW if number in allowed else _EPERM)


@pytest.mark.parametrize(("machine", "name"), [(m, name) for m, names in _FORBIDDEN.items() for name in names])
def test_calls_that_reach_out_are_not_on_the_list(machine: str, name: str) -> None:
    assert verdict(machine, _FORBIDDEN[machine][name]) == _EPERM


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_threads_may_start_and_processes_may_not(machine: str) -> None:
    clone = ARCHITECTURES[machine].clone
    assert verdict(machine, clone, flags=0x00010000) == _ALLOW
    assert verdict(machine, clone, flags=0x00000011) == _EPERM
    assert verdict(machine, CLONE3) == _ENOSYS


@pytest.mark.parametrize("machine", ARCHITECTURES)
@pytest.mark.parametrize("namespace", [0x00020000, *(1 << bit for bit in range(25, 31))])
def test_no_thread_starts_in_a_namespace_of_its_own(machine: str, namespace: int) -> None:
    assert verdict(machine, ARCHITECTURES[machine].clone, flags=0x00010000 | namespace) == _EPERM


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_advice_about_memory_is_heard_unless_it_breaks_pages_of_the_machine(machine: str) -> None:
    refused = {
        advice for advice in range(200) if verdict(machine, ARCHITECTURES[machine].madvise, third=advice) != _ALLOW
    }
    assert refused == {100, 101}


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_calls_of_another_architecture_kill(machine: str) -> None:
    assert verdict(machine, 1, audit=0x40000003) == _KILL
    assert verdict(machine, 0x40000001) == _KILL


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_a_lone_interpreter_gets_less_and_dies_of_waiting(machine: str) -> None:
    architecture = ARCHITECTURES[machine]
    assert not set(architecture.lone) & set(architecture.waiting)
    for number in range(600):
        if number in (CLONE3, architecture.futex, architecture.madvise):
            continue
        wanted = _KILL if number in architecture.waiting else _ALLOW if number in architecture.lone else _EPERM
        assert verdict(machine, number, program_for=lone_filter_program) == wanted


@pytest.mark.parametrize("machine", ARCHITECTURES)
@pytest.mark.parametrize("private", [0, 128])
def test_a_lone_interpreter_may_wake_others_and_not_wait_for_them(machine: str, private: int) -> None:
    futex = ARCHITECTURES[machine].futex
    wait, wake, wait_bitset = (
        verdict(machine, futex, second=command | private, program_for=lone_filter_program) for command in (0, 1, 9)
    )
    assert (wait, wake, wait_bitset) == (_KILL, _ALLOW, _KILL)


@pytest.mark.parametrize("machine", ARCHITECTURES)
def test_a_lone_interpreter_starts_no_thread_either(machine: str) -> None:
    clone = ARCHITECTURES[machine].clone
    assert verdict(machine, clone, flags=0x00010000, program_for=lone_filter_program) == _EPERM
    assert verdict(machine, CLONE3, program_for=lone_filter_program) == _ENOSYS
    assert verdict(machine, 1, audit=0x40000003, program_for=lone_filter_program) == _KILL


@pytest.mark.parametrize(
    ("abi", "size", "files"), [(1, 8, 13), (2, 8, 14), (3, 8, 15), (4, 16, 15), (5, 16, 16), (6, 24, 16), (7, 24, 16)]
)
def test_every_right_that_a_kernel_knows_is_governed(abi: int, size: int, files: int) -> None:
    rules = ruleset(abi)
    assert len(rules) == size
    assert struct.unpack_from("<Q", rules)[0] == (1 << files) - 1
    assert rules[8:16] in (b"", struct.pack("<Q", 3))
