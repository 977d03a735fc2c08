"""What was learnt of one endpoint's manners, as it is kept from one run to the next."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from crucibleforge.core.stamps import digest

from ._spec import ModelSpec
from ._values import text

SYSTEM_ROLE = "system role"


@dataclass(frozen=True, slots=True)
class Learned:
    """The manners of an endpoint, as far as replies and refusals have shown them."""

    refused: Mapping[str, str] = field(default_factory=dict)
    """What is left out of requests, by its name, and in words what is done instead."""
    thinks: bool = False
    """A reply came with thinking, or with a count of it."""
    thinking_field: str = ""
    """The field in which thinking came last, and goes back."""
    tags: bool = False
    """Thinking came in tags within the content."""
    only_closed: bool = False
    """Thinking came with its closing tag only: the template writes the opening one."""
    off_refused: tuple[str, ...] = ()
    """Ways of switching thinking off that were refused, each by the names of its options."""
    resume_refused: bool = False
    """A reply's beginning may not be given."""

    def to_json(self, spec: ModelSpec) -> dict[str, Any]:
        """As plain data, marked with what it holds for; no address in it."""
        return {"of": _holds_for(spec), **asdict(self), "off_refused": list(self.off_refused)}

    @classmethod
    def from_json(cls, data: Any, spec: ModelSpec) -> Learned:
        """What was kept, where it still holds for this model at this address; else nothing."""
        if not isinstance(data, Mapping) or data.get("of") != _holds_for(spec):
            return cls()
        refused, off = data.get("refused"), data.get("off_refused")
        return cls(
            refused={str(name): str(note) for name, note in refused.items()} if isinstance(refused, Mapping) else {},
            thinks=data.get("thinks") is True,
            thinking_field=text(data.get("thinking_field")),
            tags=data.get("tags") is True,
            only_closed=data.get("only_closed") is True,
            off_refused=tuple(map(str, off)) if isinstance(off, list) else (),
            resume_refused=data.get("resume_refused") is True,
        )

    @property
    def words(self) -> tuple[str, ...]:
        """Each habit in words."""
        return tuple(self._words())

    def _words(self) -> Iterator[str]:
        yield from self.refused.values()
        if self.thinking_field:
            yield f"thinking: comes in the field {self.thinking_field}"
        if self.only_closed:
            yield "thinking: comes in the content, with a closing tag only"
        elif self.tags:
            yield "thinking: comes in tags before the answer"
        if self.thinks and not (self.thinking_field or self.tags):
            yield "thinking: is counted and not shown"
        for names in self.off_refused:
            yield f"thinking off: {names} was refused"
        if self.resume_refused:
            yield "thinking: a reply's beginning may not be given (refused)"


def _holds_for(spec: ModelSpec) -> str:
    """Changes with the model and with its address; an embedded model's server has another port each time."""
    return digest(("" if spec.embedded else spec.base_url, spec.identity))
