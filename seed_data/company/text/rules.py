"""The rules of the project and of an industry's pack, read once."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from workworld.randomness import Stream, digest
from workworld.seed_data.company.text.grammar import Grammar
from workworld.seed_data.reading import read
from workworld.splits import Split

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
_MANY, _KEPT_ONE_IN = 10, 10
"""Of rules with so many alternatives one in so many is kept for companies to be judged on."""
_PAIRS = ("pairs", "pairs_customers", "pairs_office", "pairs_social")
_PACKS = _HERE.parent / "packs"


def grammar(pack: str, split: Split = Split.TRAIN) -> Grammar:
    """All rules, fresh, so that their use can be counted.

    Args:
        pack: the industry, a folder below ``packs``.
        split: what the company is for: some of what is said is never said in companies that
            models learn from.

    Raises:
        ValueError: two files have a rule of the same name.
    """
    if split is Split.TEST:
        return Grammar(_rules(pack))
    return Grammar({name: _usual(rule) for name, rule in _rules(pack).items()})


def held_out(pack: str) -> Mapping[str, Sequence[str]]:
    """What is said only in companies that models are judged on, by rule."""
    found = {
        name: [each for each in rule if _is_held_out(each)]
        for name, rule in _rules(pack).items()
        if _is_long(rule)
    }
    return {name: rule for name, rule in found.items() if rule}


def _usual(rule: Any) -> Any:
    """The alternatives of a rule that every company has."""
    return [each for each in rule if not _is_held_out(each)] if _is_long(rule) else rule


def _is_long(rule: Any) -> bool:
    """Whether a rule has enough alternatives to do without some."""
    return not isinstance(rule, str) and len(rule) >= _MANY and rule is not given_names()


def _is_held_out(alternative: str) -> bool:
    """Whether an alternative is kept for the last judgement; its words alone decide that."""
    return digest("wording", alternative)[0] % _KEPT_ONE_IN == 0


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
    """By bank: what is asked or told, and then answers to it of which each fits."""
    return {bank: each for name in _PAIRS for bank, each in read(_HERE / f"{name}.yaml").items()}


def pair(bank: str, stream: Stream) -> tuple[str, Sequence[str]]:
    """The rules of a question of a bank, and of answers to it in any order."""
    number = stream.integer(0, len(pairs()[bank]) - 1)
    count = len(pairs()[bank][number]) - 1
    answers = [f"tell.{bank}.{number}.{place}" for place in range(1, count + 1)]
    return f"ask.{bank}.{number}", stream.sample(answers, count)


def _of_pairs() -> dict[str, Any]:
    found: dict[str, Any] = {}
    for bank, both in pairs().items():
        for number, (question, *answers) in enumerate(both):
            found[f"ask.{bank}.{number}"] = [question]
            for place, answer in enumerate(answers, 1):
                found[f"tell.{bank}.{number}.{place}"] = [answer]
    return found


@cache
def given_names() -> list[str]:
    """Given names from many countries, as outsiders have them; no word of any language's prose."""
    lists = [
        import_module(f"faker.providers.person.{place}").Provider.first_names
        for place in _NAMES_FROM
    ]
    names = dict.fromkeys(name for each in lists for name in each)
    return [name for name in sorted(names) if _PLAIN.fullmatch(name) and name not in _WORDS]
