"""What is written into records only in companies that models are judged on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

from workworld.seed_data.reading import read
from workworld.splits import Split

_FILE = Path(__file__).with_name("held_out.yaml")


@cache
def withheld(name: str) -> Mapping[str, Sequence[str]]:
    """The alternatives that are withheld, by rule.

    Args:
        name: what is written: ``work``, or a file of the market's texts.
    """
    found: Mapping[str, Sequence[str]] = read(_FILE).get(name, {})
    return found


def with_withheld(
    rules: Mapping[str, Sequence[str]], name: str, split: Split
) -> Mapping[str, Sequence[str]]:
    """Rules as companies of a split have them: those to be judged on have the withheld as well."""
    if split is not Split.TEST:
        return rules
    more = withheld(name)
    return {rule: [*each, *more.get(rule, ())] for rule, each in rules.items()}
