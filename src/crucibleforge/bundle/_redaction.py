"""What a bundle must not tell: keys, and where its owner's machines and files are."""

from __future__ import annotations

import getpass
import json
import os
import platform
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from crucibleforge.core.conversation import Turn
from crucibleforge.core.errors import UserError
from crucibleforge.core.grading import Check, Verdict
from crucibleforge.core.setup import SetupCheck
from crucibleforge.store import escaped

__all__ = ["Redaction", "own_secrets", "own_words"]

_KEY = re.compile(
    r"\b(?:sk|pk|rk|hf|gsk|xai|ghp|gho|nvapi|AIza)[-_A-Za-z0-9]{16,}"
    r"|\bBearer\s+[^\s'\",]+"
    r"|(?:api[-_ ]?key|token|authorization|password|secret)[\"']?\s*[:=]\s*[\"']?[^\s'\",}]{6,}",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"\b[a-z][a-z0-9+.-]*://[^\s'\"<>)\]]+"
    r"|\b[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
    r"|(?<![\d.])\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?(?![\d.])"
    r"|\[[0-9a-f:.]*::?[0-9a-f:.]+(?:%\w+)?\](?::\d+)?"
    r"|(?<![\w:])(?:[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){7}|(?:[0-9a-f]{1,4}:)*(?:[0-9a-f]{1,4})?::(?:[0-9a-f]{1,4}:?)+)(?![\w:])"
    r"|\blocalhost\b(?::\d+)?"
    r"|\b[a-z0-9-]+(?:\.[a-z0-9-]+)*\.(?:local|lan|internal|intranet|home|corp|localdomain|ts\.net)\b(?::\d+)?"
    r"|\b(?=[a-z0-9.-]*[a-z])[a-z0-9-]+(?:\.[a-z0-9-]+)+:\d{2,5}\b",
    re.IGNORECASE,
)
_PATH = re.compile(
    r"(?<![\w.])(?:~|\.{1,2})?/(?:[^\s/'\"<>|:]+/)*(?P<unix>[^\s/'\"<>|:,;)]+)"
    r"|\b[A-Za-z]:[\\/](?:[^\s\\/'\"<>|:]+[\\/])*(?P<windows>[^\s\\/'\"<>|:,;)]*)"
    r"|\\\\[^\s'\"<>|:]+"
)
_FILE_NAME = re.compile(r"[\w.+-]+\.\w{1,12}")
_WRITTEN_BY_THE_MODEL = {"content", "reasoning_content", "reasoning", "thinking", "text", "refusal", "arguments"}
_ENDPOINT = "endpoint "
"""Begins the part of an identity that is a hash of an address, and short enough to be guessed."""

_SECRET_NAME = re.compile(r"(?:KEY|TOKEN|SECRET|PASSWORD|PASSWD)$")
_LEAST_SECRET, _LEAST_WORD = 8, 3
_GENERIC = {"root", "user", "admin", "ubuntu", "debian", "runner", "home", "localhost", "server", "docker", "nobody"}


def own_secrets(key_names: Iterable[str] = ()) -> tuple[str, ...]:
    """The values of the environment's variables that hold keys, by their names or because models.yaml says so."""
    named = {*key_names, *(name for name in os.environ if _SECRET_NAME.search(name))}
    values = (os.environ.get(name, "").strip() for name in named)
    return tuple(sorted({value for value in values if len(value) >= _LEAST_SECRET}))


def own_words(further: Iterable[str] = ()) -> tuple[str, ...]:
    """What names this machine and its user, with further words; those that say nothing are left out."""
    host = platform.node()
    try:
        user = getpass.getuser()
    except (KeyError, OSError):  # a number without an entry in the list of users
        user = ""
    ours = [host, host.partition(".")[0], user, str(Path.home()), Path.home().name]
    return tuple(
        sorted({word for word in (*ours, *further) if len(word) >= _LEAST_WORD and word.lower() not in _GENERIC})
    )


@dataclass(frozen=True, slots=True)
class Redaction:
    """Takes out what must not be told, wherever the engine or a server wrote it. What a model wrote is never changed."""

    words: tuple[str, ...] = ()
    """Names of machines, people and folders."""
    secrets: tuple[str, ...] = ()

    def told(self, text: str) -> str:
        """Words of the engine or of a server, without keys, addresses, paths and names."""
        for secret in self.secrets:
            text = text.replace(secret, "[key]")
        text = _KEY.sub("[key]", text)
        text = _PATH.sub(_file_name, _ADDRESS.sub("[address]", text))
        for word in sorted(self.words, key=len, reverse=True):
            text = re.sub(rf"(?<!\w){re.escape(word)}(?!\w)", "[name]", text, flags=re.IGNORECASE)
        return text

    def document(self, value: Any, *, model_wrote: Collection[str] = ()) -> Any:
        """Plain JSON data, each text of it; those under the keys of `model_wrote` are left."""
        if isinstance(value, str):
            return self.told(value)
        if isinstance(value, Mapping):
            return {
                self.told(key): item
                if key in model_wrote and isinstance(item, str)
                else self.document(item, model_wrote=model_wrote)
                for key, item in value.items()
            }
        if isinstance(value, list | tuple):
            return [self.document(item, model_wrote=model_wrote) for item in value]
        return value

    def identity(self, text: str) -> str:
        """A model's identity, which begins with its name and its served id, without the hash of an address."""
        name, *rest = text.split(" | ")
        kept = [self.told(part) for part in rest if not part.startswith(_ENDPOINT)]
        return " | ".join([self.name(name, rest[0] if rest else ""), *kept])

    def name(self, name: str, served_id: str) -> str:
        """A model's name; one made of the path under which a server lists it is made of the file's name."""
        spelled = re.sub(r"[^A-Za-z0-9._-]+", "-", served_id).strip("-.")
        is_of_path = self.told(served_id) != served_id and bool(spelled) and name.startswith(spelled)
        return self.told(re.split(r"[\\/]", served_id)[-1] if is_of_path else name)

    def setup_check(self, check: SetupCheck) -> SetupCheck:
        """A check of the set-up."""
        return replace(check, words=self.told(check.words), learned=self.document(check.learned))

    def check(self, check: Check) -> Check:
        """A check of an answer; its evidence is found again by whoever grades."""
        return replace(check, evidence=self.told(check.evidence))

    def turn(self, turn: Turn) -> Turn:
        """A turn, its raw reply included."""
        raw = "\n".join(map(self._raw_line, turn.raw.split("\n")))
        return replace(turn, note=self.told(turn.note), finish=self.told(turn.finish), raw=raw)

    def verdict(self, verdict: Verdict) -> Verdict:
        """A verdict; the judge's own words are left."""
        return replace(verdict, votes=tuple(replace(vote, reason=self.told(vote.reason)) for vote in verdict.votes))

    def _raw_line(self, line: str) -> str:
        try:
            received = json.loads(line)
        except (ValueError, RecursionError):
            return self.told(line)
        told = self.document(received, model_wrote=_WRITTEN_BY_THE_MODEL)
        return line if told == received else json.dumps(told, ensure_ascii=False)

    def demand_no_secret(self, member: str, text: str) -> None:
        """The last look at a member, as it is spelled.

        Raises:
            UserError: when a key stands in what a model wrote, which can't be changed without changing the evidence.
        """
        if any(json.dumps(escaped(secret), ensure_ascii=False)[1:-1] in text for secret in self.secrets):
            raise UserError(
                f"{member}: a key of this machine's environment stands in what the model wrote, so nothing was written",
                hint="withdraw that key, ask the case again, and bundle once more",
            )

    def named_in(self, text: str) -> bool:
        """Whether a word that names this machine or its user stands in what a model wrote."""
        return any(re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE) for word in self.words)


def _file_name(found: re.Match[str]) -> str:
    """In place of a path: the name of its file, if it has one."""
    last = found["unix"] or found["windows"] or ""
    return f"[path]/{last}" if _FILE_NAME.fullmatch(last) and found[0] != last else "[path]"
