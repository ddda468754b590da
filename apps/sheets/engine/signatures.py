"""The functions that formulas may call: how each is called, and what it comes to."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from workworld.apps.sheets.engine.further_signatures import FURTHER
from workworld.apps.sheets.engine.signature_texts import ALL


class Signature(NamedTuple):
    """How a function is called."""

    name: str
    arguments: tuple[str, ...]
    """Those in brackets may be left out; ``…`` stands for more of the kind."""
    about: str
    group: str

    @property
    def form(self) -> str:
        """``SUM(value1, [value2], …)``."""
        return f"{self.name}({', '.join(self.arguments)})"


@cache
def signatures() -> tuple[Signature, ...]:
    """All of them, by name."""
    found, group = [], ""
    for line in f"{ALL.strip()}\n{FURTHER.strip()}".splitlines():
        if line.startswith("= "):
            group = line[2:]
            continue
        form, _, about = line.partition(") ")
        name, _, given = form.partition("(")
        found.append(Signature(name, tuple(_arguments(given)), about, group))
    return tuple(sorted(found))


def _arguments(text: str) -> list[str]:
    """Arguments between commas, those of one pair of brackets together."""
    parts: list[str] = []
    depth = 0
    for piece in text.split(", ") if text else []:
        if depth:
            parts[-1] += f", {piece}"
        else:
            parts.append(piece)
        depth += piece.count("[") - piece.count("]")
    return parts
