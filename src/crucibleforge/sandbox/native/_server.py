"""The native worker: forks one locked-in child for each guest, and stands between it and the grader.

It holds no tests and no expected values. It never understands what a child says: it counts bytes and passes frames on.
It lives as long as its pipe.
"""

from __future__ import annotations

import ctypes
import json
import math
import os
import random
import resource
import site
import socket
import sys
from collections.abc import Callable
from dataclasses import asdict
from importlib import import_module
from typing import IO, NoReturn

from crucibleforge.sandbox._limits import FRAME_BYTES, NATIVE_LEAST_NS
from crucibleforge.sandbox._owner import claim_pipes, fail
from crucibleforge.sandbox.jail._jail import Jail
from crucibleforge.sandbox.protocol._frames import (
    ENDED,
    LENGTH_IN_ROW,
    REPLY,
    ROW,
    STATUS,
    PipeClosed,
    WorkerFrame,
    frames_of,
    read_frame,
    row_of,
    write_worker_frame,
)

from . import _world as _native_world
from ._child import Birth, NoWall, become_guest, give_up_rights
from ._watched import Over, Watched

_OPEN_FILES = 64


def main() -> NoReturn:
    """Serves the grader on the standard streams."""
    requests, replies = claim_pipes()
    try:
        _serve(requests, replies)
    except PipeClosed:
        os._exit(0)


def _serve(requests: IO[bytes], replies: IO[bytes]) -> NoReturn:
    os.environ.clear()
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (_OPEN_FILES, hard))
    libc = ctypes.CDLL(None, use_errno=True)
    nursery = _Nursery(libc, requests.fileno(), _loaded_guest())
    try:
        abi = give_up_rights(libc)
        nursery.born(NATIVE_LEAST_NS).bury()
    except NoWall as error:
        fail(replies, "walls", error)
    jail = Jail(no_new_privs=True, landlock_abi=abi, seccomp=True)
    status = {"jail": asdict(jail)}
    write_worker_frame(replies, WorkerFrame(STATUS, 0, json.dumps(status).encode()))
    while True:
        start = json.loads(read_frame(requests))
        child = nursery.born(start["fuel"])
        try:
            over = _relayed(child, requests, replies)
            left = child.fuel_left
        finally:
            child.bury()
        told = json.dumps({"end": over.end, "detail": over.detail}).encode()
        write_worker_frame(replies, WorkerFrame(ENDED, left, told))


def _relayed(child: Watched, requests: IO[bytes], replies: IO[bytes]) -> Over:
    """Passes frames on, strictly in turn, until one side has enough; the grader waits for an answer then."""
    child.start_counting()
    try:
        while True:
            request = read_frame(requests)
            if not request:
                return Over("end")
            answer = _row_asked(child, request) if request.startswith(ROW) else _asked(child, request)
            write_worker_frame(replies, WorkerFrame(REPLY, child.fuel_left, answer))
    except Over as over:
        return over


def _asked(child: Watched, request: bytes) -> bytes:
    child.give(request)
    return child.take()


def _row_asked(child: Watched, row: bytes) -> bytes:
    """The replies to a row of frames, of which the child never sees more than one."""
    answers, room = [], FRAME_BYTES + LENGTH_IN_ROW
    for request in frames_of(row):
        answers.append(_asked(child, request))
        room -= len(answers[-1]) + LENGTH_IN_ROW
        if room < 0:
            raise Over("protocol", "replies too long for one row")
    return row_of(answers)


def _loaded_guest() -> Callable[[], None]:
    """The guest's own code, loaded once, with a world around it that needs no WebAssembly; children inherit it."""
    _native_world.still_clocks()
    sys.modules["wit_world"] = _native_world
    site.setquit()
    site.setcopyright()
    site.sethelper()
    session = import_module("guest.app").Session
    chance = random.getstate()

    def serve() -> None:
        random.setstate(chance)  # a fork seeds it anew
        session().serve()

    return serve


class _Nursery:
    """Where children come from; the process that forks has a single thread."""

    def __init__(self, libc: ctypes.CDLL, grader: int, serve: Callable[[], None]) -> None:
        self._libc = libc
        self._grader = grader
        self._serve = serve
        self._nowhere = os.open(os.devnull, os.O_RDWR)

    def born(self, fuel: int) -> Watched:
        """A new child that is locked in and has said so; nothing hostile has run in it.

        Raises:
            NoWall: it could not be locked in.
        """
        child = self._forked(fuel)
        try:
            if (missing := json.loads(child.take()).get("no_wall")) is not None:
                raise NoWall(missing)
        except Over as over:
            child.bury()
            raise NoWall(f"a child ended before its greeting: {over.end} {over.detail}") from None
        except NoWall:
            child.bury()
            raise
        return child

    def _forked(self, fuel: int) -> Watched:
        ours, its_own = socket.socketpair()
        with its_own:
            birth = Birth(os.getpid(), its_own.fileno(), self._nowhere, cpu_s=math.ceil(fuel / 1e9) + 1)
            pid = os.fork()
            if pid == 0:
                become_guest(birth, self._libc, self._serve)
        return Watched(pid, ours, self._grader, fuel=fuel)
