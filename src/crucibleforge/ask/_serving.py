"""What a server says of itself: engine, version, quantization, context. Only what it answers, and never where it is."""

from __future__ import annotations

import http.client
import json
import re
import urllib.error
import urllib.parse
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from ._discovery import fetch
from ._spec import ModelSpec, Secret
from ._values import count, mappings, text

_TIMEOUT_S = 2.0
_QUANTIZATION = re.compile(
    r"(?<![a-z0-9])(i?q\d(_[a-z0-9]+)*|tq\d_\d|mxfp4|nvfp4|bf16|f(p)?(16|32|8)|awq|gptq|int[48])(?![a-z0-9])", re.I
)


@dataclass(frozen=True, slots=True)
class Serving:
    """What runs a model, as its server tells; empty where it tells nothing."""

    engine: str = ""
    version: str = ""
    quantization: str = ""
    context: int | None = None
    """Tokens of prompt and reply together."""

    @property
    def words(self) -> dict[str, str]:
        """As the model's row keeps it."""
        found = {
            "served by": f"{self.engine} {self.version}".strip(),
            "served quantization": self.quantization,
            "context": f"{self.context} tokens" if self.context else "",
        }
        return {name: value for name, value in found.items() if value}


def read_serving(spec: ModelSpec, key: Secret) -> Serving:
    """Ask a server at hand what it is (blocking, a few seconds at most); a provider is not asked."""
    if spec.base == "hosted":
        return Serving()
    server = _Server(spec.base_url, key)
    entry = server.listed(spec.served_id)
    reader = _READERS.get(text(entry.get("owned_by")))
    for read in (reader,) if reader else (_llama_cpp, _ollama, _lm_studio):
        if (found := read(server, spec.served_id, entry)) is not None:
            return found
    return Serving(context=_context(entry))


@dataclass(frozen=True, slots=True)
class _Server:
    base_url: str
    key: Secret

    def listed(self, served_id: str) -> Mapping[str, Any]:
        """The model's entry in the list of models."""
        entries = list(mappings(self.get(f"{self.base_url}/models").get("data")))
        return next(
            (entry for entry in entries if entry.get("id") == served_id), entries[0] if len(entries) == 1 else {}
        )

    def at_root(self, path: str, body: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """What the server answers outside of its OpenAI API."""
        parts = urllib.parse.urlsplit(self.base_url)
        return self.get(urllib.parse.urlunsplit((parts.scheme, parts.netloc, path, "", "")), body)

    def get(self, url: str, body: Mapping[str, Any] | None = None) -> Mapping[str, Any]:
        """The JSON object at an address; empty where there is none."""
        try:
            found = json.loads(fetch(url, _TIMEOUT_S, key=self.key, body=body))
        except urllib.error.HTTPError as error:
            error.close()
            return {}
        except (OSError, http.client.HTTPException, ValueError):
            return {}
        return found if isinstance(found, dict) else {}


Reader = Callable[[_Server, str, Mapping[str, Any]], Serving | None]


def _llama_cpp(server: _Server, _served_id: str, entry: Mapping[str, Any]) -> Serving | None:
    props = server.at_root("/props")
    settings, meta = _mapping(props.get("default_generation_settings")), _mapping(entry.get("meta"))
    if not settings:
        return None
    build = text(props.get("build_info"))
    file = text(props.get("model_path")).replace("\\", "/").rpartition("/")[2]
    return Serving(
        "llama.cpp",
        "" if "unknown" in build else build,
        text(props.get("model_ftype")) or text(meta.get("ftype")) or quantization_in(file),
        count(settings.get("n_ctx")),
    )


def _ollama(server: _Server, served_id: str, _entry: Mapping[str, Any]) -> Serving | None:
    version = text(server.at_root("/api/version").get("version"))
    if not version:
        return None
    details = _mapping(server.at_root("/api/show", {"model": served_id}).get("details"))
    running = (
        model
        for model in mappings(server.at_root("/api/ps").get("models"))
        if served_id in (model.get("name"), model.get("model"), str(model.get("name")).removesuffix(":latest"))
    )
    context = count(next(running, {}).get("context_length"))
    return Serving("Ollama", version, text(details.get("quantization_level")), context)


def _lm_studio(server: _Server, served_id: str, _entry: Mapping[str, Any]) -> Serving | None:
    models = list(mappings(server.at_root("/api/v0/models").get("data")))
    if not models:
        return None
    own = next((model for model in models if model.get("id") == served_id), {})
    kind = text(own.get("compatibility_type"))
    engine = f"LM Studio ({kind})" if kind else "LM Studio"
    return Serving(engine, "", text(own.get("quantization")), count(own.get("loaded_context_length")))


def _vllm(server: _Server, served_id: str, entry: Mapping[str, Any]) -> Serving:
    version = text(server.at_root("/version").get("version"))
    return Serving("vLLM", version, quantization_in(served_id), _context(entry))


def _sglang(server: _Server, served_id: str, entry: Mapping[str, Any]) -> Serving:
    info = server.at_root("/get_server_info")
    named = text(info.get("quantization")) or quantization_in(served_id)
    return Serving("SGLang", text(info.get("version")), named, _context(entry))


_READERS: Mapping[str, Reader] = {
    "llamacpp": _llama_cpp,
    "library": _ollama,
    "organization_owner": _lm_studio,
    "vllm": _vllm,
    "sglang": _sglang,
}
"""By the owner that each engine puts into its list of models."""


def quantization_in(name: str) -> str:
    """The quantization that a file's name or a model's id gives; empty where it gives none."""
    found = _QUANTIZATION.search(name)
    return found[0].upper() if found else ""


def _context(entry: Mapping[str, Any]) -> int | None:
    return count(entry.get("max_model_len"))


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}
