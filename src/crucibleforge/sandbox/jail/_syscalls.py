"""Numbers of the system calls that a worker or a native child still needs once it has everything open."""

from __future__ import annotations

from dataclasses import dataclass

_X86_64 = """
read=0 write=1 close=3 fstat=5 poll=7 lseek=8 mmap=9 mprotect=10 munmap=11 brk=12 rt_sigaction=13 rt_sigprocmask=14
rt_sigreturn=15 readv=19 writev=20 select=23 sched_yield=24 mremap=25 mincore=27 madvise=28 nanosleep=35 getpid=39 exit=60
gettimeofday=96 getrusage=98 sysinfo=99 times=100 sigaltstack=131 gettid=186 time=201 futex=202 sched_getaffinity=204
restart_syscall=219 clock_gettime=228 clock_getres=229 clock_nanosleep=230 exit_group=231 epoll_wait=232 epoll_ctl=233
set_robust_list=273 epoll_pwait=281 getrandom=318 membarrier=324 rseq=334 futex_waitv=449
"""

_AARCH64 = """
read=63 write=64 close=57 fstat=80 ppoll=73 lseek=62 mmap=222 mprotect=226 munmap=215 brk=214 rt_sigaction=134
rt_sigprocmask=135 rt_sigreturn=139 readv=65 writev=66 pselect6=72 sched_yield=124 mremap=216 mincore=232 madvise=233
nanosleep=101 getpid=172 exit=93 gettimeofday=169 getrusage=165 sysinfo=179 times=153 sigaltstack=132 gettid=178 futex=98
sched_getaffinity=123 restart_syscall=128 clock_gettime=113 clock_getres=114 clock_nanosleep=115 exit_group=94 epoll_ctl=21
set_robust_list=99 epoll_pwait=22 getrandom=278 membarrier=283 rseq=293 futex_waitv=449
"""


@dataclass(frozen=True, slots=True)
class Architecture:
    """What a filter has to know of one kind of processor."""

    audit: int
    """AUDIT_ARCH_*, by which the kernel says whose numbers a call uses."""
    seccomp: int
    clone: int
    madvise: int
    futex: int
    allowed: tuple[int, ...]
    """What the worker that holds wasmtime needs."""
    lone: tuple[int, ...]
    """What one native interpreter with a single thread needs."""
    waiting: tuple[int, ...]
    """Ways to wait for what a lone interpreter will never see."""


_WORKER = """
read write readv writev close fstat poll ppoll mmap mprotect munmap brk mremap rt_sigaction rt_sigprocmask rt_sigreturn
sigaltstack sched_yield nanosleep getpid gettid exit exit_group gettimeofday time sysinfo futex sched_getaffinity
restart_syscall clock_gettime clock_getres clock_nanosleep epoll_wait epoll_pwait epoll_ctl set_robust_list getrandom
membarrier rseq
"""
_LONE = """
read write readv writev close fstat lseek mmap mprotect munmap brk mremap mincore rt_sigaction rt_sigprocmask
rt_sigreturn sigaltstack sched_yield getpid gettid exit exit_group gettimeofday time times getrusage sysinfo
sched_getaffinity restart_syscall clock_gettime clock_getres getrandom set_robust_list rseq membarrier
"""
_WAITING = "poll ppoll select pselect6 nanosleep clock_nanosleep epoll_wait epoll_pwait futex_waitv"


def _architecture(table: str, *, audit: int, seccomp: int, clone: int) -> Architecture:
    numbers = {name: int(number) for name, _, number in (entry.partition("=") for entry in table.split())}

    def known(names: str) -> tuple[int, ...]:
        return tuple(sorted(numbers[name] for name in names.split() if name in numbers))

    return Architecture(
        audit=audit,
        seccomp=seccomp,
        clone=clone,
        madvise=numbers["madvise"],
        futex=numbers["futex"],
        allowed=known(_WORKER),
        lone=known(_LONE),
        waiting=known(_WAITING),
    )


ARCHITECTURES = {
    "x86_64": _architecture(_X86_64, audit=0xC000003E, seccomp=317, clone=56),
    "aarch64": _architecture(_AARCH64, audit=0xC00000B7, seccomp=277, clone=220),
}
"""Keyed as `platform.machine()` spells them."""

CLONE3 = 435
LANDLOCK_CREATE_RULESET = 444
LANDLOCK_RESTRICT_SELF = 446
"""The same number everywhere, as of all calls added since 2019."""
