"""Small profiles for the tests of scoring."""

from __future__ import annotations

from crucibleforge.core.profile import Pack, Part, Profile, Section


def one_part(*cases: str, points: float = 10, packs: tuple[Pack, ...] = (), seed: str = "") -> Profile:
    """A profile of one counted section `s` with one part `p`."""
    return Profile((Section("s", "S", (Part("p", "P", points, cases, packs=packs),)),), seed)


def code_and_chat() -> Profile:
    """Ten points of code and ten of chat, two cases each."""
    return Profile(
        (
            Section("code", "Code", (Part("c", "C", 10, ("c1", "c2")),)),
            Section("chat", "Chat", (Part("h", "H", 10, ("h1", "h2")),)),
        )
    )
