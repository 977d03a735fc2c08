import os

import pytest

from crucibleforge.ask._session import proxy_for
from crucibleforge.core.errors import ConfigError

HOSTED = "https://models.example:8443/v1"


@pytest.fixture(autouse=True)
def _no_proxies(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in os.environ if name.lower().endswith("_proxy")]:
        monkeypatch.delenv(name)


@pytest.mark.parametrize(
    ("variables", "proxy"),
    [
        ({}, None),
        ({"HTTPS_PROXY": "http://house:3128"}, "http://house:3128"),
        ({"https_proxy": "http://me:word@house:3128"}, "http://me:word@house:3128"),
        ({"HTTPS_PROXY": "house:3128"}, "http://house:3128"),
        ({"HTTP_PROXY": "http://house:3128"}, None),
        ({"ALL_PROXY": "http://house:3128"}, "http://house:3128"),
        ({"ALL_PROXY": "socks5://other:1080", "HTTPS_PROXY": "http://house:3128"}, "http://house:3128"),
        ({"HTTPS_PROXY": "http://house:3128", "NO_PROXY": "localhost, models.example"}, None),
        ({"HTTPS_PROXY": "http://house:3128", "NO_PROXY": ".example"}, None),
        ({"HTTPS_PROXY": "http://house:3128", "NO_PROXY": "models.example:8443"}, None),
        ({"HTTPS_PROXY": "http://house:3128", "NO_PROXY": "*"}, None),
        ({"HTTPS_PROXY": "http://house:3128", "NO_PROXY": "dels.example"}, "http://house:3128"),
    ],
    ids=str,
)
def test_the_proxy_is_the_environments(
    variables: dict[str, str], proxy: str | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert proxy_for(HOSTED) == proxy


def test_a_proxy_that_cannot_be_used_is_said_without_its_password(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "socks5://me:pass-word@house:1080")
    with pytest.raises(ConfigError, match="socks5") as caught:
        proxy_for(HOSTED)
    assert "NO_PROXY=models.example" in caught.value.hint
    assert "pass-word" not in str(caught.value) + caught.value.hint
