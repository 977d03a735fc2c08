"""Numbers of the system calls that a worker still needs once it has everything open."""

from __future__ import annotations

from dataclasses import dataclass

_X86_64 = """
read=0 write=1 close=3 fstat=5 poll=7 mmap=9 mprotect=10 munmap=11 brk=12 rt_sigaction=13 rt_sigprocmask=14
rt_sigreturn=15 readv=19 writev=20 sched_yield=24 mremap=25 nanosleep=35 getpid=39 exit=60 gettimeofday=96 sysinfo=99
sigaltstack=131 gettid=186 time=201 futex=202 sched_getaffinity=204 restart_syscall=219 clock_gettime=228
clock_getres=229 clock_nanosleep=230 exit_group=231 epoll_wait=232 epoll_ctl=233 set_robust_list=273 epoll_pwait=281
getrandom=318 membarrier=324 rseq=334
"""

_AARCH64 = """
read=63 write=64 close=57 fstat=80 ppoll=73 mmap=222 mprotect=226 munmap=215 brk=214 rt_sigaction=134
rt_sigprocmask=135 rt_sigreturn=139 readv=65 writev=66 sched_yield=124 mremap=216 nanosleep=101 getpid=172 exit=93
gettimeofday=169 sysinfo=179 sigaltstack=132 gettid=178 futex=98 sched_getaffinity=123 restart_syscall=128
clock_gettime=113 clock_getres=114 clock_nanosleep=115 exit_group=94 epoll_ctl=21 set_robust_list=99 epoll_pwait=22
getrandom=278 membarrier=283 rseq=293
"""


@dataclass(frozen=True, slots=True)
class Architecture:
    """What a filter has to know of one kind of processor."""

    audit: int
    """AUDIT_ARCH_*, by which the kernel says whose numbers a call uses."""
    seccomp: int
    clone: int
    madvise: int
    allowed: tuple[int, ...]


def _numbers(table: str) -> tuple[int, ...]:
    return tuple(sorted(int(entry.partition("=")[2]) for entry in table.split()))


ARCHITECTURES = {
    "x86_64": Architecture(audit=0xC000003E, seccomp=317, clone=56, madvise=28, allowed=_numbers(_X86_64)),
    "aarch64": Architecture(audit=0xC00000B7, seccomp=277, clone=220, madvise=233, allowed=_numbers(_AARCH64)),
}
"""Keyed as `platform.machine()` spells them."""

CLONE3 = 435
LANDLOCK_CREATE_RULESET = 444
LANDLOCK_RESTRICT_SELF = 446
"""The same number everywhere, as of all calls added since 2019."""
