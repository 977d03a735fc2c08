from __future__ import annotations

from crucibleforge.ask import Registry
from crucibleforge.testing import ScriptedServer, fixed


def test_ids_that_read_alike_are_models_of_their_own() -> None:
    with ScriptedServer.in_thread(fixed("x")) as server:
        names = {
            Registry().resolve(f"{server.base_url}#{model}").name for model in ("lab/a:7b", "lab-a-7b", "lab:a/7b")
        }
    assert len(names) == 3
    assert "lab-a-7b" in names


def test_the_same_id_at_another_address_is_another_model() -> None:
    with ScriptedServer.in_thread(fixed("x")) as one, ScriptedServer.in_thread(fixed("x")) as other:
        first, second, again = (Registry().resolve(f"{server.base_url}#m") for server in (one, other, one))
    assert first.name == second.name
    assert first.identity != second.identity
    assert first.identity == again.identity
    assert "127.0.0.1" not in first.identity
