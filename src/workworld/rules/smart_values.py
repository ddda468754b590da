"""Smart values: ``{{issue.summary.toUpperCase()}}`` in texts of rules, as the vendor has them.

https://support.atlassian.com/cloud-automation/docs/what-are-smart-values/
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.rules.smart_functions import NOT_THERE, applied, in_words

LONGEST = 32_000
"""How long a text may become."""
_TAG = re.compile(r"\{\{\s*(?P<said>[^{}]*?)\s*\}\}")
_NAME = re.compile(r"[A-Za-z_][\w -]*")
_ARGUMENT = re.compile(r"""\s*(?:"([^"]*)"|'([^']*)'|(-?\d+(?:\.\d+)?)|([\w.]*))\s*""")
_MOST_ITEMS = 200


@dataclass(frozen=True, slots=True)
class Missing:
    """A value that a text named and that there is not."""

    said: str


@dataclass(frozen=True, slots=True)
class Step:
    """A part of a name: an attribute, or a function with what stands in its brackets."""

    name: str
    arguments: tuple[str, ...] | None = None


def filled(text: str, roots: Mapping[str, Any], missing: list[Missing]) -> str:
    """A text with its values written out.

    Args:
        text: ``{{path}}``, ``{{path|what otherwise}}`` and ``{{#list}}…{{/}}``, where ``{{.}}`` is
            each member.
        roots: what paths begin with.
        missing: gets what there is not, once each.
    """
    return _filled(text, roots, missing, NOT_THERE)[:LONGEST]


def steps_in(said: str) -> Sequence[Step] | None:
    """The parts of a path, or None if it is none."""
    found, rest = [], said.strip()
    while rest:
        name = _NAME.match(rest)
        if name is None:
            return None
        rest = rest[name.end() :]
        arguments = None
        if rest.startswith("("):
            read = _arguments(rest[1:])
            if read is None:
                return None
            arguments, rest = read
        found.append(Step(name[0].strip(), arguments))
        if rest and not rest.startswith("."):
            return None
        if rest == ".":
            return None
        rest = rest[1:]
    return found or None


def _filled(text: str, roots: Mapping[str, Any], missing: list[Missing], each: Any) -> str:
    parts, at = [], 0
    while match := _TAG.search(text, at):
        parts.append(text[at : match.start()])
        said, at = match["said"], match.end()
        if said.startswith("#"):
            within, at = _section(text, at)
            parts.append(_repeated(said[1:], within, roots, missing))
        elif not said.startswith("/"):
            parts.append(_written(said, roots, missing, each))
    parts.append(text[at:])
    return "".join(parts)


def _section(text: str, at: int) -> tuple[str, int]:
    """What stands up to the end of a section, and where the text goes on."""
    depth, start = 1, at
    while match := _TAG.search(text, at):
        at = match.end()
        depth += 1 if match["said"].startswith("#") else 0
        depth -= 1 if match["said"].startswith("/") else 0
        if depth == 0:
            return text[start : match.start()], at
    return text[start:], len(text)


def _repeated(said: str, within: str, roots: Mapping[str, Any], missing: list[Missing]) -> str:
    value = _value(said, roots, NOT_THERE)
    if value is NOT_THERE:
        _note(said, missing)
        return ""
    members = value if isinstance(value, list) else [] if value in (None, "", False) else [value]
    return "".join(
        _filled(within, {**roots, **(each if isinstance(each, Mapping) else {})}, missing, each)
        for each in members[:_MOST_ITEMS]
    )


def _written(said: str, roots: Mapping[str, Any], missing: list[Missing], each: Any) -> str:
    path, bar, otherwise = said.partition("|")
    value = _value(path, roots, each)
    if value is NOT_THERE:
        if not bar:
            _note(said, missing)
        return otherwise.strip()
    written = in_words(value)
    return written if written or not bar else otherwise.strip()


def _value(said: str, roots: Mapping[str, Any], each: Any) -> Any:
    if said.strip() == ".":
        return each
    steps = steps_in(said)
    if steps is None:
        return NOT_THERE
    value: Any = roots
    for step in steps:
        value = applied(value, step.name, step.arguments)
        if value is NOT_THERE:
            return NOT_THERE
    return value


def _note(said: str, missing: list[Missing]) -> None:
    found = Missing(said)
    if found not in missing:
        missing.append(found)


def _arguments(rest: str) -> tuple[tuple[str, ...], str] | None:
    """What stands in brackets, and what follows them."""
    found: list[str] = []
    while True:
        match = _ARGUMENT.match(rest)
        if match is None:
            return None
        rest = rest[match.end() :]
        given = next((group for group in match.groups() if group is not None), "")
        if given or match[1] is not None or match[2] is not None:
            found.append(given)
        if rest.startswith(","):
            rest = rest[1:]
            continue
        return (tuple(found), rest[1:]) if rest.startswith(")") else None
