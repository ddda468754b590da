"""What is written into records: sentences put together from parts, hardly any two alike."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import yaml

from workworld.randomness import Stream
from workworld.seed_data.company.text.withheld import with_withheld
from workworld.splits import Split

_TEXT = Path(__file__).parent.parent / "text"
_SLOT = re.compile(r"\{(\w[\w ]*)\}")
_VOWEL = re.compile(r"\b([Aa]) (?=[aeiouAEIOU])")
_NEXT = re.compile(r"([.?!] )([a-z])")
_TRIES = 12
_DEEPEST = 8


@cache
def rules(name: str) -> Mapping[str, Sequence[str]]:
    """The alternatives of each rule of a file."""
    found: dict[str, list[str]] = yaml.safe_load((_TEXT / f"{name}.yaml").read_text("utf-8"))
    return found


class Phrases:
    """Writes texts by the rules of a file.

    Args:
        name: the file's, without its ending.
        split: what the company is for.
    """

    def __init__(self, name: str, split: Split = Split.TRAIN) -> None:
        self._rules = with_withheld(rules(name), name, split)
        self._used: set[str] = set()

    def text(self, rule: str, stream: Stream, slots: Mapping[str, str] | None = None) -> str:
        """A text that has not been written yet, if there is still one.

        Args:
            rule: what it is.
            stream: chooses among alternatives.
            slots: what stands for a name that is no rule.

        Raises:
            KeyError: a name is neither a rule nor a slot.
        """
        found = ""
        for _ in range(_TRIES):
            found = self._tidy(self._expand(f"{{{rule}}}", stream, slots or {}, 0))
            if found not in self._used:
                break
        self._used.add(found)
        return found

    def part(self, rule: str, stream: Stream, slots: Mapping[str, str] | None = None) -> str:
        """The same, though it may have been written before."""
        return self._tidy(self._expand(f"{{{rule}}}", stream, slots or {}, 0))

    def drawn(self, stream: Stream, *names: str) -> dict[str, str]:
        """What some rules shall stand for throughout a text of several parts."""
        return {name: self._expand(f"{{{name}}}", stream, {}, 0) for name in names}

    def _expand(self, text: str, stream: Stream, slots: Mapping[str, str], depth: int) -> str:
        if depth > _DEEPEST:
            raise ValueError(f"{text} has no end")

        def filled(match: re.Match[str]) -> str:
            name = match.group(1)
            if name in slots:
                return slots[name]
            if name == "n":
                return str(stream.integer(2, 48))
            if name == "code":
                return f"{stream.choice('ABCDEHKMPRTX')}{stream.integer(100, 9999)}"
            if name == "clock":
                return (
                    f"{stream.integer(5, 21)}:{stream.choice(('00', '10', '15', '30', '40', '45'))}"
                )
            return self._expand(stream.choice(self._rules[name]), stream, slots, depth + 1)

        return _SLOT.sub(filled, text)

    def _tidy(self, text: str) -> str:
        text = re.sub(r"\s+", " ", text).strip()
        text = _NEXT.sub(lambda found: found.group(1) + found.group(2).upper(), text)
        text = _VOWEL.sub(r"\1n ", text)
        return text[:1].upper() + text[1:]
