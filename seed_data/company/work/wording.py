"""Texts of issues from rules in files: alternatives, parts that may be missing, slots with data.

In an alternative, ``{name}`` stands for another rule or for a slot that the caller fills, and
``[…]`` for what is said in every other case. What a slot holds is never looked into.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

from workworld.randomness import Stream
from workworld.seed_data.company.text.withheld import with_withheld
from workworld.splits import Split

_PARTS = re.compile(r"\{([A-Za-z_]+)\}|\[((?:[^\[\]{}]|\{[A-Za-z_]+\})*)\]")
_PACKAGE = "workworld.seed_data.company"
Part = tuple[str, Any]
"""``text``, ``name`` or ``maybe``, and what it holds."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Rules, read once: name → alternatives, each in its parts."""

    rules: Mapping[str, Sequence[Sequence[Part]]]

    def say(self, rule: str, stream: Stream, slots: Mapping[str, str]) -> str:
        """One text of a rule.

        Args:
            rule: which; begun with a capital letter, so is the text.
            stream: decides which.
            slots: what the world says, by name; they come before rules of the same name.

        Raises:
            KeyError: there is neither a rule nor a slot of a name.
        """
        found: list[str] = []
        self._expand(rule, stream, slots, found)
        return "".join(found)

    def _expand(
        self, name: str, stream: Stream, slots: Mapping[str, str], found: list[str]
    ) -> None:
        is_capital = name[0].isupper()
        known = name[0].lower() + name[1:] if is_capital else name
        start = len(found)
        if known in slots:
            found.append(slots[known])
        else:
            self._write(stream.choice(self.rules[known]), stream, slots, found)
        if is_capital and len(found) > start:
            first = "".join(found[start:])
            found[start:] = [first[:1].upper() + first[1:]]

    def _write(
        self, parts: Sequence[Part], stream: Stream, slots: Mapping[str, str], found: list[str]
    ) -> None:
        for kind, held in parts:
            if kind == "text":
                found.append(held)
            elif kind == "name":
                self._expand(held, stream, slots, found)
            elif stream.integer(0, 1):
                self._write(held, stream, slots, found)


def _parts(text: str) -> list[Part]:
    found: list[Part] = []
    at = 0
    for match in _PARTS.finditer(text):
        if match.start() > at:
            found.append(("text", text[at : match.start()]))
        name, maybe = match.groups()
        found.append(("maybe", _parts(maybe)) if name is None else ("name", name))
        at = match.end()
    if at < len(text):
        found.append(("text", text[at:]))
    return found


@cache
def read(path: str) -> Any:
    """A YAML file of the generator, by its path below ``company``."""
    return yaml.safe_load(files(_PACKAGE).joinpath(*path.split("/")).read_text("utf-8"))


@cache
def wording(*paths: str, split: Split = Split.TRAIN) -> Wording:
    """The rules of some files; of two of a name the later counts.

    Args:
        paths: the files, below ``company``.
        split: what the company is for.
    """
    found = {name: each for path in paths for name, each in read(path).items()}
    rules = with_withheld(found, "work", split)
    return Wording({name: [_parts(text) for text in each] for name, each in rules.items()})
