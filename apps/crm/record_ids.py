"""Ids of records: 15 case-sensitive letters and digits, and three that tell which are capitals.

https://developer.salesforce.com/docs/atlas.en-us.object_reference.meta/object_reference/field_types.htm
"""

from __future__ import annotations

import re
from string import ascii_lowercase, ascii_uppercase, digits

from workworld.ids import Ids

LETTERS = digits + ascii_uppercase + ascii_lowercase
CHECKS = ascii_uppercase + "012345"
_POD = "Ww0"
"""Stands behind an object's prefix in every id of the company."""
_NUMBER_LENGTH = 9
_ID = re.compile(r"[0-9A-Za-z]{15}(?:[0-9A-Za-z]{3})?")
LENGTH = 18


def next_id(ids: Ids, prefix: str) -> str:
    """The next id of a kind of records.

    Args:
        ids: the world's.
        prefix: the first three characters, which tell the object: ``001``.
    """
    return next_ids(ids, prefix, 1)[0]


def next_ids(ids: Ids, prefix: str, count: int) -> list[str]:
    """The ids that so many calls of ``next_id`` would give, at the cost of one.

    Args:
        ids: the world's.
        prefix: the first three characters, which tell the object: ``001``.
        count: how many, at least one.
    """
    numbers = ids.next_numbers(f"crm {prefix}", len(LETTERS) ** _NUMBER_LENGTH, count)
    return [_checked(prefix + _POD + _written(number)) for number in numbers]


def full(text: str) -> str | None:
    """The 18 characters of an id that was given with 15 or 18; None if it is no id at all."""
    if not _ID.fullmatch(text):
        return None
    made = _checked(text[:15])
    return made if len(text) == 15 or text[15:].upper() == made[15:] else None


def prefix_of(record_id: str) -> str:
    """The part of an id that tells the object."""
    return record_id[:3]


def derived(prefix: str, content: bytes) -> str:
    """The id of what has no number: the same for the same bytes, at least eight of them."""
    return _checked(prefix + _POD + _written(int.from_bytes(content[:8])))


def beside(record_id: str, prefix: str, place: int = 0) -> str:
    """The id of what belongs to a record and has no number of its own.

    Args:
        record_id: the record's, of 18 characters.
        prefix: of the new id.
        place: which of up to 62 such things it is.
    """
    return _checked(f"{prefix}{_POD[:2]}{LETTERS[place]}{record_id[6:15]}")


def place_of(record_id: str) -> int:
    """Which of several things that belong to a record an id of ``beside`` means."""
    return LETTERS.find(record_id[5])


def _written(number: int) -> str:
    letters = []
    for _ in range(_NUMBER_LENGTH):
        number, digit = divmod(number, len(LETTERS))
        letters.append(LETTERS[digit])
    return "".join(reversed(letters))


def _checked(text: str) -> str:
    """An id with its check characters: each stands for which of five letters are capitals."""
    checks = []
    for start in (0, 5, 10):
        capitals = sum(
            1 << place for place, letter in enumerate(text[start : start + 5]) if letter.isupper()
        )
        checks.append(CHECKS[capitals])
    return text + "".join(checks)
