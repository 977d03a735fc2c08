"""What lies below HTTP's words: connections kept and lost, proxies, certificates, packed bodies."""

from __future__ import annotations

import asyncio
import gzip
import ssl
import zlib
from collections.abc import AsyncIterator, Callable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from crucibleforge.ask import ChatClient, Secret
from crucibleforge.core.conversation import Turn
from crucibleforge.core.errors import ConfigError, ProviderError
from crucibleforge.testing import Reply
from tests.contract.ask.clients import HELLO, SPEC, asking

TLS = Path(__file__).parents[2] / "data" / "tls"
EVENT = b'data: {"choices": [{"index": 0, "delta": {"content": "Blue."}, "finish_reason": "stop"}]}\n\n'
BODY = EVENT + b"data: [DONE]\n\n"
WHOLE = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: %d\r\n\r\n%b" % (len(BODY), BODY)


@dataclass
class Bare:
    """A server of bytes: the same whole reply on each connection, as often as the connection lasts."""

    url: str = ""
    replies_each: int = 1_000
    connections: int = 0
    requests: int = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        replies = 0
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                length = next(line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:"))
                await reader.readexactly(int(length.split(b":")[1]))
                self.requests += 1
                if replies == self.replies_each:
                    break
                writer.write(WHOLE)
                replies += 1
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def serving(bare: Bare, *, host: str = "127.0.0.1", secure: bool = False) -> AsyncIterator[Bare]:
    context = None
    if secure:
        context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        context.load_cert_chain(TLS / "certificate.pem", TLS / "key.pem")
    async with await asyncio.start_server(bare.serve, host, 0, ssl=context) as server:
        port = server.sockets[0].getsockname()[1]
        where = f"[{host}]" if ":" in host else host
        bare.url = f"{'https' if secure else 'http'}://{where}:{port}/v1"
        yield bare


async def ask(base_url: str, times: int = 1) -> list[Turn]:
    async def no_wait(_seconds: float) -> None:
        raise AssertionError("no reason to wait")

    spec = replace(SPEC, base_url=base_url)
    async with aclosing(ChatClient(spec, Secret("sk-key"), silence_s=5.0, sleep=no_wait)) as client:
        return [await client.complete(HELLO, max_tokens=8, temperature=0.0) for _ in range(times)]


async def test_a_connection_serves_one_question_after_another() -> None:
    async with serving(Bare()) as bare:
        turns = await ask(bare.url, 5)
    assert {turn.text for turn in turns} == {"Blue."}
    assert (bare.connections, bare.requests) == (1, 5)


async def test_a_kept_connection_that_the_server_gave_up_costs_neither_an_answer_nor_a_wait() -> None:
    async with serving(Bare(replies_each=1)) as bare:
        turns = await ask(bare.url, 3)
    assert [(turn.text, turn.note) for turn in turns] == [("Blue.", "")] * 3
    assert (bare.connections, bare.requests) == (3, 5)


async def test_an_address_of_ip_version_6_is_reached() -> None:
    try:
        async with serving(Bare(), host="::1") as bare:
            assert [turn.text for turn in await ask(bare.url)] == ["Blue."]
    except OSError:
        pytest.skip("no IPv6 on this machine")


async def test_a_certificate_of_an_own_authority_is_trusted_once_it_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(TLS / "certificate.pem"))
    async with serving(Bare(), secure=True) as bare:
        assert [turn.text for turn in await ask(bare.url)] == ["Blue."]


async def test_a_certificate_that_nobody_vouches_for_is_refused() -> None:
    async with serving(Bare(), secure=True) as bare:
        spec = replace(SPEC, base_url=bare.url)
        async with aclosing(ChatClient(spec, Secret("sk-key"), sleep=lambda _seconds: asyncio.sleep(0))) as client:
            with pytest.raises(ProviderError) as caught:
                await client.complete(HELLO, max_tokens=8, temperature=0.0)
    assert (caught.value.reason, bare.requests) == ("transport", 0)
    assert "SSL_CERT_FILE" in caught.value.hint


@pytest.mark.parametrize("content", [None, "no certificate"])
async def test_certificates_that_cannot_be_read_are_said(
    content: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if content:
        (tmp_path / "own.pem").write_text(content)
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "own.pem"))
    with pytest.raises(ConfigError, match="SSL_CERT_FILE"):
        await ask("https://127.0.0.1:9/v1")


async def test_a_proxy_gets_its_own_password_and_the_endpoint_its_own_key(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "netrc").write_text("machine models.example login someone password else\n")
    monkeypatch.setenv("NETRC", str(tmp_path / "netrc"))
    async with asking(Reply("Blue.")) as asked:
        monkeypatch.setenv("http_proxy", asked.server.base_url.removesuffix("/v1").replace("//", "//me:word@"))
        assert [turn.text for turn in await ask("http://models.example/v1")] == ["Blue."]
        headers = asked.server.requests[0].headers
    assert headers["Host"] == "models.example"
    assert headers["Authorization"] == "Bearer sk-key"
    assert headers["Proxy-Authorization"] == "Basic bWU6d29yZA=="


async def test_a_server_at_hand_is_asked_without_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    async with asking(Reply("Blue.")) as asked:
        assert (await asked.complete()).text == "Blue."


async def test_cookies_are_not_kept() -> None:
    async with asking(Reply("Blue.", headers={"set-cookie": "who=you; path=/"})) as asked:
        await asked.complete()
        await asked.complete()
    assert ["Cookie" in request.headers for request in asked.server.requests] == [False, False]


@pytest.mark.parametrize(("encoding", "packed"), [("gzip", gzip.compress), ("deflate", zlib.compress)])
@pytest.mark.parametrize("status", [200, 400])
async def test_a_packed_body_is_read(encoding: str, packed: Callable[[bytes], bytes], status: int) -> None:
    words = BODY if status == 200 else b'{"error": {"message": "Blue is out"}}'
    async with asking(Reply(status=status, body=(packed(words),), headers={"content-encoding": encoding})) as asked:
        if status == 200:
            assert (await asked.complete()).text == "Blue."
        else:
            with pytest.raises(ProviderError, match="Blue is out"):
                await asked.complete()


async def test_an_error_page_without_end_is_read_no_further_than_a_reply() -> None:
    async def complain(_reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        while not writer.is_closing():
            writer.write(b"Busy. " * 10_000)
            await asyncio.sleep(0)
        writer.close()

    async with await asyncio.start_server(complain, "127.0.0.1", 0) as server:
        spec = replace(SPEC, base_url=f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1")
        async with aclosing(ChatClient(spec, largest_bytes=1_000_000)) as client:
            with pytest.raises(ProviderError, match="Busy") as caught:
                await client.complete(HELLO, max_tokens=8, temperature=0.0, timeout_s=20.0)
    assert caught.value.reason == "bad request"


@pytest.mark.parametrize("charset", ["latin-1", "no-such-code"])
async def test_an_error_page_is_read_in_its_own_alphabet(charset: str) -> None:
    page = "Überlastet".encode("latin-1" if charset == "latin-1" else "utf-8")
    headers = {"content-type": f"text/html; charset={charset}"}
    async with asking(Reply(status=400, body=(page,), headers=headers)) as asked:
        with pytest.raises(ProviderError, match="Überlastet"):
            await asked.complete()
