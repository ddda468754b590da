"""Records with their children, created together: all of them or none.

https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/resources_composite_sobject_tree.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Any

from pydantic import Field as Argument

from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import records
from workworld.apps.crm.service.collections import errors_of
from workworld.apps.crm.service.refusals import RecordError
from workworld.apps.crm.types import SObjectName, Values
from workworld.context import Context, Surface
from workworld.errors import Invalid, Refused
from workworld.operations import Effect, operation
from workworld.undoing import whole_or_nothing

MOST = 200
DEEPEST = 5


@dataclass(frozen=True, slots=True)
class Planted:
    """A record that was created.

    Args:
        reference: what the caller calls it.
        id: what it is called now.
    """

    reference: str
    id: str


@dataclass(frozen=True, slots=True)
class Failure:
    """Why a record was not created."""

    reference: str
    errors: tuple[RecordError, ...]


class TreeRefused(Invalid):
    """Some records of a tree were refused, so none was created.

    Args:
        failures: which, and why; at least one.
    """

    def __init__(self, failures: Sequence[Failure]) -> None:
        first = failures[0].errors[0]
        super().__init__(first.code, first.message)
        self.failures = tuple(failures)


@dataclass(frozen=True, slots=True)
class _Seed:
    """A record that is to be created: below which one, and by which field it names that."""

    sobject: SObject
    reference: str
    values: Mapping[str, Any]
    children: Mapping[str, Any]
    field: str = ""
    parent_id: str = ""


# The vendor's tools create one record at a time, and so do the pages.
@operation(Effect.WRITE, scope=records.SCOPE, doors=(Surface.REST,))
def create(
    ctx: Context,
    *,
    sobject: SObjectName,
    records: Annotated[
        Sequence[Values],
        Argument(
            description="The records, each with a referenceId under attributes, and its children"
            " under the names of their relationships.",
            min_length=1,
            max_length=MOST,
        ),
    ],
) -> Sequence[Planted]:
    """Create records of one object together with their children, to five levels.

    Raises:
        TreeRefused: one of them was refused, so none is created.
    """
    return _planted(ctx, sobject, records)


def _planted(ctx: Context, sobject: str, given: Sequence[Values]) -> list[Planted]:
    kind = records.sobject_of(ctx, sobject)
    level = [_seed(kind, each) for each in given]
    seen: set[str] = set()
    made: list[Planted] = []
    for _depth in range(DEEPEST):
        failures: list[Failure] = []
        below: list[_Seed] = []
        for each in level:
            if not each.reference or each.reference in seen:
                failures.append(_failed(each.reference, "each referenceId must be given once"))
                continue
            seen.add(each.reference)
            try:
                record_id = whole_or_nothing(ctx, partial(_grown, ctx, each))
                below += _below(each, record_id)
            except Refused as refused:
                failures.append(Failure(each.reference, errors_of(refused)))
            else:
                made.append(Planted(each.reference, record_id))
        if failures:
            raise TreeRefused(failures)
        if len(made) + len(below) > MOST:
            raise TreeRefused([_failed(below[0].reference, f"a tree has {MOST} records at most")])
        level = below
    if level:
        raise TreeRefused([_failed(level[0].reference, f"a tree has {DEEPEST} levels at most")])
    return made


def _grown(ctx: Context, seed: _Seed) -> str:
    values = {**seed.values, **({seed.field: seed.parent_id} if seed.field else {})}
    made: str = records.insert(ctx, seed.sobject, values).id
    return made


def _seed(sobject: SObject, given: Any, field: str = "", parent_id: str = "") -> _Seed:
    if not isinstance(given, Mapping):
        raise TreeRefused([_failed("", "a record must be a JSON object")])
    attributes = given.get("attributes")
    reference = attributes.get("referenceId") if isinstance(attributes, Mapping) else None
    children = {name: value for name, value in given.items() if _is_children(value)}
    values = {name: value for name, value in given.items() if name not in children}
    said = reference if isinstance(reference, str) else ""
    return _Seed(sobject, said, values, children, field, parent_id)


def _is_children(value: Any) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get("records"), list)


def _below(seed: _Seed, record_id: str) -> list[_Seed]:
    found: list[_Seed] = []
    for name, value in seed.children.items():
        ways = objects.children(seed.sobject.name)
        way = next((each for each in ways if each.name.lower() == name.lower()), None)
        if way is None:
            said = f"No such relation '{name[:80]}' on entity '{seed.sobject.name}'"
            raise Invalid("INVALID_FIELD", said)
        kind = objects.of_name(way.sobject)
        found += [_seed(kind, each, way.field, record_id) for each in value["records"]]
    return found


def _failed(reference: str, message: str) -> Failure:
    return Failure(reference, (RecordError("INVALID_INPUT", f"Invalid input: {message}"),))
