"""What is known about one model: where it is, how it is asked, on what stack it runs."""

from __future__ import annotations

import ipaddress
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit

from crucibleforge.core.errors import ConfigError
from crucibleforge.core.stamps import digest

Base = Literal["embedded", "local", "hosted"]


@dataclass(frozen=True, slots=True)
class Stack:
    """What runs the model, in the owner's words; empty where unknown."""

    engine: str = ""
    quantization: str = ""
    hardware: str = ""


@dataclass(frozen=True, slots=True)
class Price:
    """US dollars for a million tokens."""

    input_usd: float
    output_usd: float
    cached_input_usd: float | None = None


@dataclass(frozen=True, slots=True)
class Thinking:
    """How a model's thinking shows, what budget it gets, and how it is switched off."""

    tags: tuple[str, str] = ("<think>", "</think>")
    opened: bool = False
    """The prompt's template already writes the opening tag, so that a reply starts inside its thinking."""
    send_back: bool = True
    """Whether the thinking of a turn with tool calls goes back to the server, as some servers demand."""
    thinks: bool = False
    """The model is known to think; where nobody says so, its first thinking shows it."""
    budget_factor: float | None = None
    """A thinking model's budget is the case's times this; None: what the suite says."""
    budget_cap: int | None = None
    """Tokens that the factor may not lead beyond; None: what the suite says."""
    off: Mapping[str, Any] | None = None
    """Options that switch thinking off, merged into a request one level deep; None: the usual ones are tried."""
    off_words: str = ""
    """Words that switch thinking off, put behind the user's last message."""
    resume: bool = True
    """Whether an answer that thinking swallowed may be asked for with the end of that thinking as the reply's beginning."""

    @property
    def conditions(self) -> str:
        """A hash of what was declared about budgets and recovery; empty where nothing was."""
        declared = (self.budget_factor, self.budget_cap, self.off, self.off_words, self.resume)
        return "" if declared == (None, None, None, "", True) else digest(declared)


@dataclass(frozen=True, slots=True)
class ModelSpec:
    """One model: an entry of models.yaml, an embedded one, or one found at a typed address."""

    name: str
    base_url: str
    """Ends in the API's version, such as `/v1`. Empty for an embedded model whose server does not run yet."""
    served_id: str
    """The model id that is sent with each request."""
    key_env: str | None = None
    """Name of the environment variable that holds the key; the key itself is never part of a spec."""
    max_tokens: int | None = None
    """Upper limit for any one reply."""
    context: int | None = None
    temperature: float | None = None
    """Sent instead of what the suite asks for, where a vendor locks it."""
    top_p: float | None = None
    extra_body: Mapping[str, Any] = field(default_factory=dict)
    concurrency: int | None = None
    thinking: Thinking = field(default_factory=Thinking)
    stack: Stack = field(default_factory=Stack)
    price: Price | None = None
    embedded: bool = False
    endpoint: str = ""
    """Of a model at a typed address, which has no name of its own: a hash of the address, so that another server is
    another model."""

    @property
    def base(self) -> Base:
        """Where the model runs: inside this program, on a machine at hand, or at a provider."""
        if self.embedded:
            return "embedded"
        return "local" if _is_near(urlsplit(self.base_url).hostname or "") else "hosted"

    @property
    def identity(self) -> str:
        """What makes this model this model; part of every stamp that depends on it. Holds no address."""
        settings = {
            "temperature": self.temperature,
            "top_p": self.top_p,
            "max_tokens": self.max_tokens,
            "extra_body": digest(self.extra_body) if self.extra_body else None,
            "thinking": self.thinking.conditions or None,
            "endpoint": self.endpoint or None,
        }
        own = [f"{name} {value}" for name, value in settings.items() if value is not None]
        return " | ".join(
            (self.name, self.served_id, self.stack.quantization or "quantization not given", self.base, *own)
        )


@dataclass(frozen=True, slots=True)
class Secret:
    """A key. Shown nowhere; `value` is read only where the request is made."""

    value: str = field(repr=False)

    def scrub(self, text: str) -> str:
        """The text without this key in it, for servers that echo what they were sent."""
        return text.replace(self.value, "[key]") if self.value else text


NO_KEY = Secret("")
KeyState = Literal["not needed", "set", "NOT SET"]


def key_state(spec: ModelSpec, environ: Mapping[str, str]) -> KeyState:
    """Whether the model's key is there, for listings."""
    if spec.key_env is None:
        return "not needed"
    return "set" if environ.get(spec.key_env, "").strip() else "NOT SET"


def read_key(spec: ModelSpec, environ: Mapping[str, str]) -> Secret:
    """The key of a model, empty when it needs none.

    Raises:
        ConfigError: naming the variable, when it is unset or empty.
    """
    if spec.key_env is None:
        return Secret("")
    if key_state(spec, environ) == "NOT SET":
        raise ConfigError(
            f"model {spec.name!r} needs a key in the environment variable {spec.key_env}, which is not set",
            hint=f"export {spec.key_env}=… in the shell that runs crucibleforge",
        )
    key = environ[spec.key_env].strip()
    if not (key.isascii() and key.isprintable()):
        raise ConfigError(
            f"the key in {spec.key_env} has characters that no key has", hint="set it again, without line breaks"
        )
    return Secret(key)


def _is_near(host: str) -> bool:
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return "." not in host or host.endswith((".local", ".lan", ".internal", ".localhost"))
    return address.is_loopback or address.is_private or address.is_link_local
