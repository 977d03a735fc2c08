"""One grader with one form of the tests, measured round by round."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field

from benchmarks.grading.grader import Grader
from benchmarks.grading.tasks.catalogue import Item
from benchmarks.processes import cpu_s


@dataclass(slots=True)
class Contender:
    """A grader, started once or several times, and what its rounds gave."""

    name: str
    start: Callable[..., Grader]
    items: list[Item]
    rates: list[float] = field(default_factory=list)
    """Solutions per second and process, one a round."""
    cpu_ms: list[float] = field(default_factory=list)
    """Processor milliseconds per solution, one a round."""
    found: list[bool] = field(default_factory=list)
    """The last verdicts."""
    _graders: list[Grader] = field(default_factory=list)

    @contextmanager
    def running(self, graders: int, cores: set[int] | None) -> Iterator[None]:
        """Starts so many processes and lets each grade everything once, so that all is warm and the items are there."""
        with ExitStack() as stack:
            self._graders = [stack.enter_context(self.start(cores=cores)) for _ in range(graders)]
            self._grade(items=self.items)
            yield

    def measure(self) -> None:
        """One round: every process grades all items at the same time."""
        count = len(self.items) * len(self._graders)
        cpu_before, start = self._cpu_s(), time.perf_counter()
        self._grade(items=None)
        taken = time.perf_counter() - start
        self.rates.append(len(self.items) / taken)
        self.cpu_ms.append((self._cpu_s() - cpu_before) / count * 1000)

    def _grade(self, items: list[Item] | None) -> None:
        for grader in self._graders:
            grader.send("grade", items=items)
        for grader in self._graders:
            self.found = [passed for passed, _ in grader.receive()]

    def _cpu_s(self) -> float:
        return sum(cpu_s(grader.pid) for grader in self._graders)
