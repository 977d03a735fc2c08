"""What servers say of themselves, in the shapes that the engines' own documentation gives."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from crucibleforge.ask import ModelSpec, Secret, Serving
from crucibleforge.ask._serving import quantization_in, read_serving
from crucibleforge.testing import ScriptedServer, fixed

ID = "able:8b"


def _listing(owner: str, **beside: Any) -> dict[str, Any]:
    return {"data": [{"id": "other", "owned_by": owner}, {"id": ID, "owned_by": owner, **beside}]}


ENGINES: dict[str, tuple[dict[str, Any], Serving]] = {
    "llama.cpp": (
        {
            "/v1/models": _listing("llamacpp", meta={"ftype": "Q4_1", "n_ctx_train": 32768}),
            "/props": {"default_generation_settings": {"n_ctx": 8192}, "build_info": "b0-unknown"},
        },
        Serving("llama.cpp", "", "Q4_1", 8192),
    ),
    "llama.cpp of old": (
        {
            "/props": {
                "default_generation_settings": {"n_ctx": 4096},
                "build_info": "b5000-1234abc",
                "model_path": "C:\\models\\able-8b-IQ3_XXS.gguf",
            }
        },
        Serving("llama.cpp", "b5000-1234abc", "IQ3_XXS", 4096),
    ),
    "Ollama": (
        {
            "/v1/models": _listing("library"),
            "/api/version": {"version": "0.12.0"},
            "/api/show": {"details": {"quantization_level": "Q4_K_M", "parameter_size": "8B"}},
            "/api/ps": {"models": [{"name": "other", "context_length": 2048}, {"name": ID, "context_length": 4096}]},
        },
        Serving("Ollama", "0.12.0", "Q4_K_M", 4096),
    ),
    "Ollama with nothing loaded": (
        {"/api/version": {"version": "0.12.0"}, "/api/ps": {"models": []}},
        Serving("Ollama", "0.12.0"),
    ),
    "LM Studio": (
        {
            "/v1/models": _listing("organization_owner"),
            "/api/v0/models": {
                "data": [
                    {
                        "id": ID,
                        "compatibility_type": "mlx",
                        "quantization": "4bit",
                        "state": "loaded",
                        "max_context_length": 32768,
                        "loaded_context_length": 8192,
                    }
                ]
            },
        },
        Serving("LM Studio (mlx)", "", "4bit", 8192),
    ),
    "vLLM": (
        {"/v1/models": _listing("vllm", max_model_len=16384, root="/models/able"), "/version": {"version": "0.11.0"}},
        Serving("vLLM", "0.11.0", "", 16384),
    ),
    "SGLang": (
        {
            "/v1/models": _listing("sglang", max_model_len=8192),
            "/get_server_info": {"version": "0.5.2", "quantization": "awq"},
        },
        Serving("SGLang", "0.5.2", "awq", 8192),
    ),
    "nothing known": ({}, Serving()),
    "nonsense": ({"/props": [1, 2], "/v1/models": {"data": "none"}, "/api/version": {"version": 3}}, Serving()),
}


@pytest.mark.parametrize("engine", ENGINES)
async def test_a_server_is_known_by_its_own_answers(engine: str) -> None:
    pages, expected = ENGINES[engine]
    async with ScriptedServer(fixed("Hi"), models=(ID,), pages=pages) as server:
        spec = ModelSpec("able", server.base_url, ID)
        assert await asyncio.to_thread(read_serving, spec, Secret("")) == expected
        assert server.requests == []


async def test_a_key_is_sent_along() -> None:
    pages = {"/v1/models": _listing("vllm", max_model_len=512)}
    async with ScriptedServer(fixed("Hi"), key="k", pages=pages) as server:
        spec = ModelSpec("able", server.base_url, ID)
        assert (await asyncio.to_thread(read_serving, spec, Secret("k"))).context == 512
        assert (await asyncio.to_thread(read_serving, spec, Secret(""))).context is None


def test_a_provider_is_not_asked_what_it_runs() -> None:
    assert read_serving(ModelSpec("far", "https://api.example.org/v1", ID), Secret("k")) == Serving()


@pytest.mark.parametrize(
    ("name", "quantization"),
    [
        ("able-8b-Q4_K_M.gguf", "Q4_K_M"),
        ("able.q8_0.gguf", "Q8_0"),
        ("Able-8B-AWQ", "AWQ"),
        ("able-8b-fp8-dynamic", "FP8"),
        ("able-bf16", "BF16"),
        ("able-8b", ""),
        ("q-able4", ""),
    ],
)
def test_a_quantization_is_read_off_a_name(name: str, quantization: str) -> None:
    assert quantization_in(name) == quantization
