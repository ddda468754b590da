"""The rules of the project and of an industry's pack, read once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.text.grammar import Grammar
from workworld.seed_data.reading import read

_HERE = Path(__file__).parent
_NAMES_FROM = ("en_GB", "de_DE", "es_ES", "fr_FR", "it_IT", "nl_NL", "pl_PL", "sv_SE", "pt_PT")
_PLAIN = re.compile(r"[A-Z][a-zà-ÿ]{2,9}")
_WORDS = frozenset({"Will", "Mark", "Grace", "Hope", "Joy", "May", "June", "Rose", "Bill", "Art"})
_FILES = (
    "arcs",
    "acts",
    "bots",
    "detail",
    "engineering",
    "happenings",
    "lexicon",
    "office",
    "records",
    "sales",
    "social",
    "support",
)
_PACKS = _HERE.parent / "packs"


def grammar(pack: str) -> Grammar:
    """All rules, fresh, so that their use can be counted.

    Args:
        pack: the industry, a folder below ``packs``.

    Raises:
        ValueError: two files have a rule of the same name.
    """
    return Grammar(_rules(pack))


@cache
def _rules(pack: str) -> dict[str, Any]:
    found: dict[str, Any] = {}
    own = [_HERE / f"{name}.yaml" for name in _FILES]
    for path in (*own, _PACKS / pack / "lexicon.yaml"):
        rules = read(path)
        if twice := sorted(found.keys() & rules.keys()):
            raise ValueError(f"rules in two files: {twice}")
        found |= rules
    return found | _of_pairs() | {"first_name": given_names()}


@cache
def pairs() -> Mapping[str, Sequence[Sequence[str]]]:
    """Questions and what is answered to each, by bank."""
    found: Mapping[str, Sequence[Sequence[str]]] = read(_HERE / "pairs.yaml")
    return found


def pair(bank: str, stream: Stream) -> tuple[str, str]:
    """The rules of a question of a bank and of its answer."""
    number = stream.integer(0, len(pairs()[bank]) - 1)
    return f"ask.{bank}.{number}", f"tell.{bank}.{number}"


def _of_pairs() -> dict[str, Any]:
    return {
        f"{act}.{bank}.{number}": [said]
        for bank, both in pairs().items()
        for number, each in enumerate(both)
        for act, said in zip(("ask", "tell"), each, strict=True)
    }


@cache
def given_names() -> list[str]:
    """Given names from many countries, as outsiders have them; no word of any language's prose."""
    lists = [
        import_module(f"faker.providers.person.{place}").Provider.first_names
        for place in _NAMES_FROM
    ]
    names = dict.fromkeys(name for each in lists for name in each)
    return [name for name in sorted(names) if _PLAIN.fullmatch(name) and name not in _WORDS]
