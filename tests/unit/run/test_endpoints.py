from __future__ import annotations

import pytest

from crucibleforge.ask import ModelSpec
from crucibleforge.run._endpoints import Endpoint, endpoints
from crucibleforge.run._limit import FIRST, MOST

HOSTED = "https://api.example.com/v1"
LOCAL = "http://127.0.0.1:8080/v1"


def _hosted(name: str, concurrency: int | None = None, base_url: str = HOSTED) -> ModelSpec:
    return ModelSpec(name, base_url, name, concurrency=concurrency)


def _embedded(name: str) -> ModelSpec:
    return ModelSpec(name, "", name, concurrency=1, embedded=True)


def _names(endpoint: Endpoint) -> list[list[str]]:
    return [[model.name for model in together] for together in endpoint.rounds]


def test_models_meet_where_they_share_an_address() -> None:
    other = "https://other.example.com/v1"
    found = endpoints([_hosted("a"), _embedded("local/x"), _hosted("b", base_url=other), _hosted("c"), _embedded("y")])
    assert [_names(endpoint) for endpoint in found] == [[["a", "c"]], [["local/x"], ["y"]], [["b"]]]


def test_server_at_hand_serves_one_model_after_the_other() -> None:
    (endpoint,) = endpoints([_hosted("a", base_url=LOCAL), _hosted("b", base_url=LOCAL)])
    assert _names(endpoint) == [["a"], ["b"]]


@pytest.mark.parametrize(
    ("models", "slots", "most"),
    [
        ([_hosted("a")], FIRST, MOST),
        ([_hosted("a", 4)], 4, 4),
        ([_hosted("a", 40)], 40, 40),
        ([_hosted("a", 9), _hosted("b"), _hosted("c", 5)], 5, 5),
        ([_hosted("a", base_url=LOCAL)], 1, 1),
        ([_hosted("a", 6, LOCAL)], 6, 6),
        ([_embedded("a"), _embedded("b")], 1, 1),
    ],
)
def test_owner_says_how_many_at_a_time_and_only_a_provider_is_tried_out(
    models: list[ModelSpec], slots: int, most: int
) -> None:
    limit = endpoints(models)[0].limit()
    assert (limit.slots, limit.most) == (slots, most)
