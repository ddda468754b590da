"""What a rule consists of, as a tree of parts: reading it, checking it, and changing a draft."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field

from workworld import automation
from workworld.errors import Invalid, Problem
from workworld.rules.kinds import Family, PartKind, parts
from workworld.shapes import CLOSED

MOST_PARTS = 65
MOST_DEPTH = 5
TESTS, WITHIN, OTHERWISE = "tests", "parts", "otherwise"
SLOTS = (TESTS, WITHIN, OTHERWISE)
"""Where parts stand within another: what must be met, what is done, what is done otherwise."""
_OPEN: Mapping[Family, Sequence[str]] = {
    Family.IF: SLOTS,
    Family.BRANCH: (WITHIN,),
    Family.CONDITION: (),
    Family.ACTION: (),
}


class Part(BaseModel):
    """A part of a rule: of what kind it is, what is settled about it, and what stands in it."""

    model_config = CLOSED

    id: Annotated[str, Field(description="What it is called in the run log.", max_length=20)] = ""
    kind: Annotated[str, Field(description="One of the kinds that there are.", max_length=60)]
    settings: Annotated[dict[str, Any], Field(description="What is settled about it.")] = {}
    tests: Annotated[list[Part], Field(description="Of an if: conditions.", max_length=20)] = []
    parts: Annotated[
        list[Part], Field(description="Of an if or a branch: what is done.", max_length=65)
    ] = []
    otherwise: Annotated[
        list[Part], Field(description="Of an if: what is done otherwise.", max_length=65)
    ] = []


class Trigger(BaseModel):
    """What begins a rule."""

    model_config = CLOSED

    kind: Annotated[str, Field(description="One of the kinds that there are.", max_length=60)]
    settings: Annotated[dict[str, Any], Field(description="What is settled about it.")] = {}


@dataclass(frozen=True, slots=True)
class Placed:
    """A part in its place.

    Args:
        part: as it is kept.
        kind: what it is.
        depth: within how many others it stands.
        parent_id: the one in which it stands; empty for none.
        slot: where in that one.
        position: its place among those beside it, from 0.
        count: how many these are, with it.
    """

    part: Mapping[str, Any]
    kind: PartKind
    depth: int
    parent_id: str
    slot: str
    position: int
    count: int


def walk(app_id: str, tree: Sequence[Mapping[str, Any]]) -> Iterator[Placed]:
    """All parts of a tree that was checked, each before those in it."""
    yield from _walk(parts(app_id), tree, 0, "", WITHIN)


def checked(app_id: str, given: Sequence[Part]) -> list[dict[str, Any]]:
    """Parts in shape, each with an id of its own.

    Raises:
        Invalid: ``invalid_rule``, with what is wrong with which part.
    """
    tree = [_shaped(app_id, each) for each in given]
    if sum(1 for _ in _all(tree)) > MOST_PARTS:
        raise Invalid("invalid_rule", f"A rule has at most {MOST_PARTS} parts.")
    taken = {part["id"] for part in _all(tree) if part["id"]}
    if len(taken) < sum(1 for part in _all(tree) if part["id"]):
        raise Invalid("invalid_rule", "Two parts have the same id.")
    number = max((int(id) for id in taken if id.isdecimal()), default=0)
    for part in _all(tree):
        if not part["id"]:
            number += 1
            part["id"] = str(number)
    for placed in walk(app_id, tree):
        _require_fitting(placed)
    return tree


def settled(kind: PartKind, settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings of a part, in shape.

    Raises:
        Invalid: ``invalid_rule``.
    """
    try:
        return automation.read(kind, settings).model_dump()
    except Invalid as wrong:
        said = f"{kind.title}: {wrong.message}"
        raise Invalid("invalid_rule", said, problems=[Problem(said, kind.kind)]) from None


def found(app_id: str, tree: Sequence[Mapping[str, Any]], part_id: str) -> Placed | None:
    """The part of an id."""
    return next((each for each in walk(app_id, tree) if each.part["id"] == part_id), None)


def with_part(
    app_id: str,
    tree: Sequence[Mapping[str, Any]],
    parent_id: str,
    slot: str,
    part: Mapping[str, Any],
) -> list[dict[str, Any]]:
    """The tree with one more part at the end of a place.

    Raises:
        Invalid: ``invalid_rule``: there is no such place.
    """
    if not parent_id:
        return [*_copied(tree), dict(part)]
    placed = found(app_id, tree, parent_id)
    if placed is None or slot not in _OPEN[placed.kind.family]:
        raise Invalid("invalid_rule", "There is no such place in the rule.")
    return _mapped(tree, parent_id, lambda held: {**held, slot: [*held[slot], dict(part)]})


def with_settings(
    tree: Sequence[Mapping[str, Any]], part_id: str, settings: Mapping[str, Any]
) -> list[dict[str, Any]]:
    """The tree with other settings of a part."""
    return _mapped(tree, part_id, lambda held: {**held, "settings": dict(settings)})


def without(tree: Sequence[Mapping[str, Any]], part_id: str) -> list[dict[str, Any]]:
    """The tree without a part and what stands in it."""
    return [
        {**part, **{slot: without(part[slot], part_id) for slot in SLOTS}}
        for part in tree
        if part["id"] != part_id
    ]


def moved(tree: Sequence[Mapping[str, Any]], part_id: str, by: int) -> list[dict[str, Any]]:
    """The tree with a part some places further down among those beside it, or up."""
    ids = [part["id"] for part in tree]
    beside = _copied(tree)
    if part_id in ids:
        at = ids.index(part_id)
        to = min(max(at + by, 0), len(ids) - 1)
        beside.insert(to, beside.pop(at))
        return beside
    return [{**part, **{slot: moved(part[slot], part_id, by) for slot in SLOTS}} for part in beside]


def _walk(
    known: Mapping[str, PartKind],
    tree: Sequence[Mapping[str, Any]],
    depth: int,
    parent_id: str,
    slot: str,
) -> Iterator[Placed]:
    for position, part in enumerate(tree):
        kind = known[part["kind"]]
        yield Placed(part, kind, depth, parent_id, slot, position, len(tree))
        for inner in SLOTS:
            yield from _walk(known, part[inner], depth + 1, part["id"], inner)


def _shaped(app_id: str, given: Part) -> dict[str, Any]:
    kind = parts(app_id).get(given.kind)
    if kind is None:
        raise Invalid("invalid_rule", f"There is no part of the kind {given.kind!r}.")
    shaped: dict[str, Any] = {
        "id": given.id,
        "kind": given.kind,
        "settings": settled(kind, given.settings),
    }
    for slot in SLOTS:
        inner: list[Part] = getattr(given, slot)
        if inner and slot not in _OPEN[kind.family]:
            raise Invalid("invalid_rule", f"{kind.title}: nothing stands in it under {slot}.")
        shaped[slot] = [_shaped(app_id, each) for each in inner]
    return shaped


def _require_fitting(placed: Placed) -> None:
    title = placed.kind.title
    if placed.depth >= MOST_DEPTH:
        raise Invalid("invalid_rule", f"{title}: parts stand in at most {MOST_DEPTH - 1} others.")
    if placed.slot == TESTS and placed.kind.family is not Family.CONDITION:
        raise Invalid("invalid_rule", f"{title} is no condition, and stands where one must be met.")


def _all(tree: Sequence[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for part in tree:
        yield part
        for slot in SLOTS:
            yield from _all(part[slot])


def _copied(tree: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    return [dict(part) for part in tree]


def _mapped(
    tree: Sequence[Mapping[str, Any]],
    part_id: str,
    change: Callable[[Mapping[str, Any]], dict[str, Any]],
) -> list[dict[str, Any]]:
    return [
        change(part)
        if part["id"] == part_id
        else {**part, **{slot: _mapped(part[slot], part_id, change) for slot in SLOTS}}
        for part in tree
    ]
