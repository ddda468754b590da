"""What happens when a record is saved or deleted, by object: behaviours that modules add.

The order is the vendor's: behaviours before saving, then checks, then the row, then what follows.
https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_triggers_order_of_execution.htm
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service.refusals import RecordError, RecordRefused
from workworld.context import Context

ANY = "*"
"""Stands for every object."""


@dataclass(frozen=True, slots=True)
class Options:
    """How a record is to be saved.

    Args:
        allow_duplicates: whether the caller insists, though there are records like it.
        assign: whether assignment rules may choose the owner of a new one.
        system: whether the organisation itself saves it: read-only fields may be set, and neither
            permissions nor rules of the company are asked.
        notify: whether its new owner is told.
        checked: whether validation rules are asked though the organisation itself saves it.
    """

    allow_duplicates: bool = False
    assign: bool = True
    system: bool = False
    notify: bool = True
    checked: bool = False


@dataclass(slots=True)
class Saving:
    """A record that is being saved.

    Args:
        row: the record, with the new values set.
        sobject: what it is.
        is_new: whether it is being created.
        old: the values before, by column; empty for a new one.
        given: the columns that the caller has given.
        options: how it is to be saved.
        errors: what is wrong with it; behaviours and checks add to it.
        refusal: what to raise instead, where errors alone do not tell enough.
    """

    row: Any
    sobject: SObject
    is_new: bool
    old: Mapping[str, Any]
    given: frozenset[str]
    options: Options
    errors: list[RecordError] = field(default_factory=list)
    refusal: RecordRefused | None = None

    def changed(self, *columns: str) -> bool:
        """Whether one of the columns has another value than before; for a new record, any value."""
        return any(self.old.get(each) != getattr(self.row, each) for each in columns)

    def refuse(self, code: str, message: str, *fields: str) -> None:
        """Note that something is wrong; the record is refused with all that was noted."""
        self.errors.append(RecordError(code, message, fields))

    def settle(self) -> None:
        """Go on if nothing is wrong.

        Raises:
            RecordRefused: something is.
        """
        if self.errors:
            raise RecordRefused(self.errors)
        if self.refusal:
            raise self.refusal


Behaviour = Callable[[Context, Saving], None]
Deletion = Callable[[Context, Any], None]
"""With the row that is deleted."""


@dataclass(frozen=True, slots=True)
class _Declared:
    order: int
    name: str
    sobject: str
    act: Callable[[Context, Any], None]


_behaviours: dict[str, list[_Declared]] = {}


def before(*sobjects: str, order: int = 50) -> Callable[[Behaviour], Behaviour]:
    """Declare what is to be done before records are saved: derived columns, refusals.

    Args:
        sobjects: of which objects; ``ANY`` for all.
        order: those with smaller numbers come first, then by name.
    """
    return _declare("before", sobjects, order)


def checks(*sobjects: str, order: int = 50) -> Callable[[Behaviour], Behaviour]:
    """Declare what may forbid that records are saved: all checks are asked, and add errors."""
    return _declare("checks", sobjects, order)


def after(*sobjects: str, order: int = 50) -> Callable[[Behaviour], Behaviour]:
    """Declare what follows when records were saved: their rows are in the database then."""
    return _declare("after", sobjects, order)


def before_delete(*sobjects: str, order: int = 50) -> Callable[[Deletion], Deletion]:
    """Declare what may forbid that records are deleted, or goes with them."""
    return _declare("before_delete", sobjects, order)


def after_delete(*sobjects: str, order: int = 50) -> Callable[[Deletion], Deletion]:
    """Declare what follows when records were deleted."""
    return _declare("after_delete", sobjects, order)


def after_restore(*sobjects: str, order: int = 50) -> Callable[[Deletion], Deletion]:
    """Declare what follows when records came back from the recycle bin."""
    return _declare("after_restore", sobjects, order)


def run(moment: str, ctx: Context, sobject: SObject, about: Any) -> None:
    """Do what is declared for a moment, such as ``before``, in its order."""
    for each in _of(moment, sobject.name):
        each.act(ctx, about)


def _declare(moment: str, sobjects: Sequence[str], order: int) -> Callable[[Any], Any]:
    def declare(act: Any) -> Any:
        name = f"{act.__module__}.{act.__name__}"
        made = [_Declared(order, name, sobject, act) for sobject in sobjects]
        _behaviours.setdefault(moment, []).extend(made)
        return act

    return declare


def _of(moment: str, sobject: str) -> Sequence[_Declared]:
    """In an order that does not hang on which module was imported first."""
    found = [each for each in _behaviours.get(moment, ()) if each.sobject in (ANY, sobject)]
    return sorted(found, key=lambda each: (each.order, each.name))
