"""What field masks may name: the members that the vendor's answers may have.

https://developers.google.com/workspace/sheets/api/guides/field-masks
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from workworld.apps.sheets.masks import Mask, malformed

_OPEN = frozenset({"*", "Response"})
"""What may have any members: maps, and replies, of which there are kinds of our own."""
_ANY = "*"


@cache
def _described() -> tuple[Mapping[str, str], Mapping[str, Mapping[str, str]]]:
    """What methods answer; and the members of messages, with the message that each of them is."""
    answers: dict[str, str] = {}
    messages: dict[str, Mapping[str, str]] = {}
    source = Path(__file__).with_suffix(".txt").read_text(encoding="utf-8")
    for line in source.splitlines():
        if " = " in line:
            method, _, answer = line.partition(" = ")
            answers[method] = answer
        else:
            name, _, members = line.partition(":")
            parts = (each.partition(">") for each in members.split())
            messages[name] = {member: inner for member, _, inner in parts}
    return answers, messages


def check(method: str, rule: str, mask: Mask) -> None:
    """See to it that a mask names what the answer of a method may have.

    Args:
        method: of HTTP.
        rule: the address, as it is declared: ``/v4/spreadsheets/<spreadsheetId>``.
        mask: the mask.

    Raises:
        Invalid: it names something else.
    """
    path = re.sub(r"<[^>]*>", "{}", rule).removeprefix("/upload").removeprefix("/")
    answers, _ = _described()
    answer = answers.get(f"{method} {path}") or answers.get(f"GET {path}")
    if answer is not None:
        _check(answer, mask, "")


def _check(message: str, mask: Mask, path: str) -> None:
    members = _described()[1].get(message, {})
    if message in _OPEN:
        return
    for name, inner in mask.items():
        if name == _ANY:
            continue  # of all its members
        here = f"{path}{name}"
        if name not in members:
            raise malformed(here)
        _check(members[name], inner, f"{here}.")
