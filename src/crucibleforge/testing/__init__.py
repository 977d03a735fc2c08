"""A scripted OpenAI-compatible server, for trying out a client, a judge or the whole engine without a model."""

from ._attentive import attentive
from ._behaviours import by_model, by_prompt, echo, fixed
from ._judges import broken_judge, good_judge, lenient_judge
from ._reply import Behaviour, Faults, Reply, html
from ._server import Received, ScriptedServer
from .dialects import DIALECTS, dialect
from .faults import FAULTS, fault

__all__ = [
    "DIALECTS",
    "FAULTS",
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
    "echo",
    "fault",
    "fixed",
    "good_judge",
    "html",
    "lenient_judge",
]
