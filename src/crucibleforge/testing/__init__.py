"""A scripted OpenAI-compatible server, for trying out a client, a judge or the whole engine without a model."""

from ._attentive import attentive
from ._behaviours import by_model, by_prompt, echo, fixed
from ._judges import (
    JUDGES,
    broken_judge,
    dying,
    good_judge,
    hostile_judge,
    lenient_judge,
    slow,
    stubborn_judge,
    thinking_aloud,
    verbose,
)
from ._reply import Behaviour, Faults, Reply, html
from ._server import Received, ScriptedServer
from .dialects import DIALECTS, dialect
from .faults import FAULTS, fault

__all__ = [
    "DIALECTS",
    "FAULTS",
    "JUDGES",
    "Behaviour",
    "Faults",
    "Received",
    "Reply",
    "ScriptedServer",
    "attentive",
    "broken_judge",
    "by_model",
    "by_prompt",
    "dialect",
    "dying",
    "echo",
    "fault",
    "fixed",
    "good_judge",
    "hostile_judge",
    "html",
    "lenient_judge",
    "slow",
    "stubborn_judge",
    "thinking_aloud",
    "verbose",
]
