"""Weighted rules with slots: ``Any {news|word} on {issue}[ by now]?``.

``{a|b}`` is one of several, ``{name}`` another rule or, if there is none, a slot bound to a thing
of the company, ``{3..40}`` a whole number, ``{hex7}`` so many hexadecimal digits, ``[…]`` is said
every other time. ``{the.name}`` is the text of the rule that was drawn first in a talk and stays so
throughout it: what the talk is about. An alternative of a rule may begin with features that it asks
for (``@formal``), and end with its weight (``~3``). All of it is parsed once; a draw takes chance
from one stream.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate

from workworld.randomness import Stream

_NAME = re.compile(r"[a-z][a-z0-9_.]*")
_RANGE = re.compile(r"(\d+)\.\.(\d+)")
_HEX = re.compile(r"hex(\d+)")
_WEIGHT = re.compile(r" ~(\d+)$")
_FEATURES = re.compile(r"^((?:@[a-z]+ )+)")
_SAME = "the."
_DIGITS = "0123456789abcdef"


@dataclass(slots=True)
class Draw:
    """One text while it is drawn."""

    stream: Stream
    slots: Mapping[str, str]
    features: frozenset[str]
    named: dict[str, str]
    out: list[str] = field(default_factory=list)


Node = Callable[[Draw], None]


class Grammar:
    """Rules, ready to be drawn from.

    Args:
        rules: by name: alternatives, or words of a lexicon with bars between.

    Raises:
        ValueError: a rule has brackets that do not match.
    """

    def __init__(self, rules: Mapping[str, Sequence[str] | str]) -> None:
        self._sources = {name: _alternatives(rule) for name, rule in rules.items()}
        self._compiled: dict[tuple[str, frozenset[str]], tuple[list[Node], list[int]]] = {}
        self._asked = {
            name: frozenset(feature for each in rule for feature in each.features)
            for name, rule in self._sources.items()
        }
        self.used: dict[str, int] = dict.fromkeys(self._sources, 0)

    def __contains__(self, rule: str) -> bool:
        return rule in self._sources

    def __iter__(self) -> object:
        return iter(self._sources)

    def say(
        self,
        rule: str,
        stream: Stream,
        slots: Mapping[str, str],
        features: frozenset[str] = frozenset(),
        named: dict[str, str] | None = None,
    ) -> str:
        """A text by a rule.

        Args:
            rule: its name.
            stream: where chance comes from.
            slots: what is talked about.
            features: how it is said: ``formal``, ``unsure`` …
            named: what ``{the.…}`` has stood for in this talk so far; new names are put into it.

        Raises:
            KeyError: there is no such rule, or a slot is bound to nothing.
        """
        draw = Draw(stream, slots, features, {} if named is None else named)
        self._expand(rule, draw)
        return "".join(draw.out)

    def alternatives(self, rule: str) -> int:
        """How many top-level alternatives a rule has."""
        return len(self._sources[rule])

    def coverage(self) -> float:
        """The share of rules that have been drawn from."""
        return sum(1 for count in self.used.values() if count) / max(1, len(self.used))

    def _expand(self, rule: str, draw: Draw) -> None:
        self.used[rule] += 1
        asked = self._asked[rule]
        key = rule, (draw.features & asked if asked else asked)
        if key not in self._compiled:
            self._compiled[key] = self._compile(*key)
        nodes, weights = self._compiled[key]
        if len(nodes) == weights[-1]:
            node = nodes[draw.stream.integer(0, len(nodes) - 1)]
        else:
            node = nodes[draw.stream.places(weights, 1)[0]]
        node(draw)

    def _compile(self, rule: str, features: frozenset[str]) -> tuple[list[Node], list[int]]:
        fit = [each for each in self._sources[rule] if each.features <= features]
        nodes = [_Parser(each.text, self).whole() for each in fit]
        return nodes, list(accumulate(each.weight for each in fit))

    def reference(self, name: str) -> Node:
        """What stands for ``{name}``."""
        if name.startswith(_SAME):
            return self._same(name.removeprefix(_SAME))
        if name in self._sources:
            return lambda draw: self._expand(name, draw)
        return lambda draw: draw.out.append(draw.slots[name])

    def _same(self, name: str) -> Node:
        """What a talk is about: a slot, or what the rule was the first time."""

        def say(draw: Draw) -> None:
            if name not in draw.slots and name not in draw.named:
                start = len(draw.out)
                self._expand(name, draw)
                draw.named[name] = "".join(draw.out[start:])
                del draw.out[start:]
            draw.out.append(draw.slots.get(name) or draw.named[name])

        return say


@dataclass(frozen=True, slots=True)
class _Alternative:
    text: str
    weight: int
    features: frozenset[str]


def _alternatives(rule: Sequence[str] | str) -> list[_Alternative]:
    texts = [each.strip() for each in rule.split(" | ")] if isinstance(rule, str) else rule
    return [_alternative(text) for text in texts if text]


def _alternative(text: str) -> _Alternative:
    weight = 1
    if (match := _WEIGHT.search(text)) is not None:
        weight, text = int(match[1]), text[: match.start()]
    features: frozenset[str] = frozenset()
    if (match := _FEATURES.match(text)) is not None:
        features, text = frozenset(match[1].replace("@", "").split()), text[match.end() :]
    return _Alternative(text, weight, features)


class _Parser:
    """Reads one alternative."""

    def __init__(self, text: str, grammar: Grammar) -> None:
        self._text = text
        self._grammar = grammar
        self._at = 0

    def whole(self) -> Node:
        node = self._sequence("")
        if self._at != len(self._text):
            raise ValueError(f"brackets do not match in {self._text!r}")
        return node

    def _sequence(self, ends: str) -> Node:
        parts: list[Node] = []
        literal = ""
        while self._at < len(self._text) and self._text[self._at] not in ends:
            letter = self._text[self._at]
            if letter in "{[":
                parts += [_literal(literal)] if literal else []
                literal = ""
                self._at += 1
                parts.append(self._braces() if letter == "{" else self._optional())
            elif letter in "}]":
                break
            else:
                literal += letter
                self._at += 1
        parts += [_literal(literal)] if literal else []
        return parts[0] if len(parts) == 1 else _all_of(parts)

    def _optional(self) -> Node:
        inner = self._sequence("]")
        self._close("]")

        def perhaps(draw: Draw) -> None:
            if draw.stream.integer(0, 1):
                inner(draw)

        return perhaps

    def _braces(self) -> Node:
        start = self._at
        options = [self._sequence("|}")]
        while self._at < len(self._text) and self._text[self._at] == "|":
            self._at += 1
            options.append(self._sequence("|}"))
        inside = self._text[start : self._at]
        self._close("}")
        if (match := _RANGE.fullmatch(inside)) is not None:
            return _number(int(match[1]), int(match[2]))
        if (match := _HEX.fullmatch(inside)) is not None:
            return _hexadecimal(int(match[1]))
        if len(options) == 1 and _NAME.fullmatch(inside):
            return self._grammar.reference(inside)
        return lambda draw: options[draw.stream.integer(0, len(options) - 1)](draw)

    def _close(self, bracket: str) -> None:
        if self._text[self._at : self._at + 1] != bracket:
            raise ValueError(f"no {bracket} in {self._text!r}")
        self._at += 1


def _literal(text: str) -> Node:
    return lambda draw: draw.out.append(text)


def _all_of(parts: Sequence[Node]) -> Node:
    def say(draw: Draw) -> None:
        for part in parts:
            part(draw)

    return say


def _number(low: int, high: int) -> Node:
    return lambda draw: draw.out.append(str(draw.stream.integer(low, high)))


def _hexadecimal(count: int) -> Node:
    def say(draw: Draw) -> None:
        draw.out += [_DIGITS[draw.stream.integer(0, 15)] for _ in range(count)]

    return say
