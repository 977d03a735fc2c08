import socket

import pytest

from crucibleforge.ask import Endpoint, Registry, find_endpoints, served_ids
from crucibleforge.core.errors import ConfigError, ProviderError
from crucibleforge.testing import ScriptedServer, fixed


def _port(server: ScriptedServer) -> int:
    return int(server.base_url.split(":")[2].split("/")[0])


@pytest.fixture
def closed_port() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port: int = free.getsockname()[1]
    return port


async def test_servers_that_answer_are_found_and_others_left_out(closed_port: int) -> None:
    async with ScriptedServer(fixed("hi"), models=("a", "b")) as server:
        ports = {closed_port: "Ollama", _port(server): "LM Studio"}
        assert await find_endpoints(ports) == (Endpoint("LM Studio", server.base_url, ("a", "b")),)


async def test_a_listener_that_says_nothing_is_left_out_in_time() -> None:
    with socket.socket() as mute:
        mute.bind(("127.0.0.1", 0))
        mute.listen()
        assert await find_endpoints({mute.getsockname()[1]: "vLLM"}, timeout_s=0.2) == ()


def test_an_address_that_serves_one_model_means_that_model() -> None:
    with ScriptedServer.in_thread(fixed("hi"), models=("only-one",)) as server:
        for address in (server.base_url, server.base_url.removesuffix("/v1"), f"{server.base_url}/"):
            spec = Registry().resolve(address)
            assert (spec.name, spec.served_id, spec.base_url) == ("only-one", "only-one", server.base_url)


def test_an_address_that_serves_several_models_wants_a_choice() -> None:
    with ScriptedServer.in_thread(fixed("hi"), models=("a", "b")) as server:
        with pytest.raises(ConfigError, match="serves 2 models: a, b") as caught:
            Registry().resolve(server.base_url)
        assert caught.value.hint == f"choose one: {server.base_url}#a"
        assert Registry().resolve(f"{server.base_url}#b").served_id == "b"


def test_an_address_that_serves_no_model_says_so() -> None:
    with ScriptedServer.in_thread(fixed("hi"), models=()) as server, pytest.raises(ConfigError, match="no model"):
        Registry().resolve(server.base_url)


def test_a_list_behind_a_key_points_to_models_yaml() -> None:
    with ScriptedServer.in_thread(fixed("hi"), key="k") as server, pytest.raises(ProviderError) as caught:
        served_ids(server.base_url)
    assert caught.value.reason == "access"
    assert "key_env" in caught.value.hint


def test_an_address_where_nothing_answers_is_an_environment_error(closed_port: int) -> None:
    with pytest.raises(ProviderError, match="no model list"):
        Registry().resolve(f"http://127.0.0.1:{closed_port}")
