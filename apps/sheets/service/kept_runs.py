"""Parts of texts that look otherwise, and chips, while their text is edited: what stays is kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from workworld.apps.sheets.service.chips import Span

Run = Mapping[str, Any]
"""The vendor's ``TextFormatRun``; places are counted in units of UTF-16."""


def kept(runs: Sequence[Run], before: str, after: str) -> list[Run]:
    """The runs of a text that was edited in one place.

    What comes in looks like what stands before it, at the beginning like what stood there.

    Args:
        runs: of the text as it was.
        before: the text as it was.
        after: the text as it is now.
    """
    old, new = _units(before), _units(after)
    head, tail = _same(old, new)
    behind, by = len(old) - tail, len(new) - len(old)
    starts = [(int(each.get("startIndex") or 0), each.get("format") or {}) for each in runs]
    found = [(at, look) for at, look in starts if at < head or at == 0]
    if tail:
        found.append((behind + by, _look_at(starts, behind)))
    found += [(at + by, look) for at, look in starts if behind < at < len(old)]
    inside = sorted(dict(each for each in found if each[0] < len(new)).items())
    return list(_told(inside))


def kept_chips(chips: Sequence[Span], before: str, after: str) -> list[dict[str, Any]]:
    """The vendor's ``ChipRun`` of a text that was edited in one place; a chip edited is none.

    https://developers.google.com/workspace/sheets/api/guides/chips

    Args:
        chips: of the text as it was, in order.
        before: the text as it was.
        after: the text as it is now.
    """
    old, new = _units(before), _units(after)
    head, tail = _same(old, new)
    behind, by = len(old) - tail, len(new) - len(old)
    runs: dict[int, dict[str, Any]] = {}
    for start, end, chip in chips:
        if head < end and start < behind:
            continue
        shift = 0 if end <= head else by
        if not runs and start + shift:
            runs[0] = {}
        runs[start + shift] = {"chip": chip}
        if end + shift < len(new):
            runs[end + shift] = {}
    return [{**({"startIndex": at} if at else {}), **run} for at, run in runs.items()]


def _told(found: Sequence[tuple[int, Mapping[str, Any]]]) -> Iterator[Run]:
    """Runs, but for those that look like the text before them."""
    for (_, last), (at, look) in pairwise([(0, {}), *found]):
        if look != last:
            yield {**({"startIndex": at} if at else {}), "format": dict(look)}


def _look_at(starts: Sequence[tuple[int, Mapping[str, Any]]], place: int) -> Mapping[str, Any]:
    return next((look for at, look in reversed(starts) if at <= place), {})


def _units(text: str) -> Sequence[bytes]:
    coded = text.encode("utf-16-le", "surrogatepass")
    return [coded[at : at + 2] for at in range(0, len(coded), 2)]


def _same(old: Sequence[bytes], new: Sequence[bytes]) -> tuple[int, int]:
    """How many units at both ends are the same, never half a letter."""
    most = min(len(old), len(new))
    head = next((at for at in range(most) if old[at] != new[at]), most)
    if head and _is_half(old[head - 1], 0xD8):
        head -= 1
    rest = most - head
    tail = next((at for at in range(rest) if old[-1 - at] != new[-1 - at]), rest)
    if tail and _is_half(old[-tail], 0xDC):
        tail -= 1
    return head, tail


def _is_half(unit: bytes, first: int) -> bool:
    """Whether a unit is the first (``0xD8``) or second (``0xDC``) half of a letter."""
    return unit[1] & 0xFC == first
