"""The order of all issues of a site: a text for each, sorted as bytes.

A move gives one issue a new text between those of its neighbours and touches no other. The form is
the vendor's LexoRank, ``0|hzzzzz:``: a bucket, base-36 digits, and a colon before further digits.
"""

from __future__ import annotations

DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_BASE = len(DIGITS)
_WIDTH = 6
"""Digits before the colon."""
STEP = _BASE**3
"""How far apart issues are put that come last, so that much fits in between."""
FIRST = "0|100000:"
"""The rank of a site's first issue: most that follow come last."""


def between(lower: str | None, upper: str | None) -> str:
    """A rank after ``lower`` and before ``upper``; None stands for no neighbour on that side.

    Raises:
        ValueError: ``lower`` does not come before ``upper``.
    """
    if lower is None and upper is None:
        return FIRST
    if upper is None:
        return _beyond(lower or "", STEP)
    if lower is None:
        return _beyond(upper, -STEP)
    if lower >= upper:
        raise ValueError(f"{lower} does not come before {upper}")
    return _written(_midpoint(_digits(lower), _digits(upper)))


def _beyond(rank: str, distance: int) -> str:
    """A rank some way off, or half of what is left when the end is near."""
    digits = _digits(rank)
    whole = _number(digits[:_WIDTH])
    limit = _BASE**_WIDTH - 1 if distance > 0 else 0
    there = whole + distance
    if 0 < there < limit:
        return _written(_spelled(there))
    if distance < 0:
        return _written(_midpoint([0], digits))
    is_last = all(digit == _BASE - 1 for digit in digits)
    return _written(_midpoint(digits, [_BASE - 1] * (len(digits) + is_last)))


def _midpoint(lower: list[int], upper: list[int]) -> list[int]:
    """Digits halfway between two fractions; one more than the longer has, if they are close."""
    width = max(len(lower), len(upper), _WIDTH)
    low, high = _padded(lower, width), _padded(upper, width)
    if high - low < 2:
        width += 1
        low, high = low * _BASE, high * _BASE
    found = _spelled((low + high) // 2, width)
    while len(found) > _WIDTH and found[-1] == 0:
        found.pop()
    return found


def _padded(digits: list[int], width: int) -> int:
    return _number(digits + [0] * (width - len(digits)))


def _digits(rank: str) -> list[int]:
    return [DIGITS.index(letter) for letter in rank.partition("|")[2].replace(":", "")]


def _number(digits: list[int]) -> int:
    number = 0
    for digit in digits:
        number = number * _BASE + digit
    return number


def _spelled(number: int, width: int = _WIDTH) -> list[int]:
    found = []
    for _ in range(width):
        number, digit = divmod(number, _BASE)
        found.append(digit)
    return found[::-1]


def _written(digits: list[int]) -> str:
    letters = "".join(DIGITS[digit] for digit in digits)
    return f"0|{letters[:_WIDTH]}:{letters[_WIDTH:]}"
