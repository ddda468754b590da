"""Forms in which records are made and changed, and what is said when one is not taken."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from workworld.apps.crm import layouts
from workworld.apps.crm.pages import values
from workworld.apps.crm.pages.conflicts import ConflictView
from workworld.apps.crm.pages.editors import Editor, Form, editor_of, refilled
from workworld.apps.crm.pages.values import Shown
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import sight
from workworld.apps.crm.service.refusals import RecordRefused, in_words
from workworld.apps.crm.service.rows import Values
from workworld.context import Context
from workworld.errors import Refused

_MISSING = "REQUIRED_FIELD_MISSING"
_DUPLICATES = "DUPLICATES_DETECTED"
_NOT_ASKED = frozenset({"System Information", "Conversion"})
_UNCHOSEN = frozenset({"OwnerId", "RecordTypeId"})
"""Fields that have a dialog of their own."""


@dataclass(frozen=True, slots=True)
class Said:
    """One thing that is wrong."""

    text: str
    label: str = ""
    at: str = ""
    """The id of the control that it is said at."""


@dataclass(frozen=True, slots=True)
class Match:
    """A record like the one that is to be saved."""

    label: str
    name: str
    url: str


@dataclass(frozen=True, slots=True)
class FormSection:
    """Controls under a heading, and values among them that cannot be changed."""

    title: str
    left: Sequence[Editor | Shown]
    right: Sequence[Editor | Shown]


@dataclass(frozen=True, slots=True)
class RecordForm:
    """A form."""

    sobject: str
    title: str
    action: str
    cancel: str
    sections: Sequence[FormSection]
    version: int = 0
    base: str = ""
    """What its controls held when it was shown, as JSON."""
    problems: Sequence[Said] = ()
    matches: Sequence[Match] = ()
    may_save: bool = False
    """Whether it can be saved though there are records like it."""
    conflict: ConflictView | None = None
    focus: str = ""
    kept: Sequence[tuple[str, str]] = ()
    """What else the form carries."""
    made: tuple[str, str] | None = None
    """Name and address of a record that was made just now."""
    prefix: str = ""
    """What its ids begin with, if another form may stand below it."""


def sections_of(
    ctx: Context,
    sobject: SObject,
    row: Values,
    open_fields: Mapping[str, Field],
    *,
    shows_rest: bool,
) -> list[FormSection]:
    """The sections of a form.

    Args:
        ctx: who edits.
        sobject: of which object the record is.
        row: what its fields hold, as columns keep it.
        open_fields: those that get controls, by name.
        shows_rest: whether the others are shown as they are, rather than left out.
    """
    layout = layouts.layout_of(sobject.name, str(row.get("RecordTypeId") or ""))
    readable = {each.name: each for each in sight.fields(ctx, sobject)}
    names = values.names_of(ctx, readable.values(), [row])
    currency = str(row.get("CurrencyIsoCode") or "USD")

    def column(wanted: Sequence[str]) -> list[Editor | Shown]:
        made: list[Editor | Shown] = []
        for name in wanted:
            field = readable.get(name)
            if field is None:
                continue
            if name in open_fields:
                value = row.get(name)
                made.append(
                    editor_of(
                        ctx,
                        sobject,
                        field,
                        value,
                        names,
                        currency=currency,
                        row=row,
                        beside=open_fields,
                    )
                )
            elif shows_rest:
                made.append(values.shown(ctx, sobject, field, row, names))
        return made

    found = [
        FormSection(each.title, column(each.left), column(each.right))
        for each in layout.sections
        if shows_rest or each.title not in _NOT_ASKED
    ]
    return [each for each in found if each.left or each.right]


def open_for_new(
    ctx: Context, sobject: SObject, record_type_id: str | None = None
) -> dict[str, Field]:
    """The fields that the caller may fill in for a new record of a type, by name."""
    return {
        each.name: each
        for each in layouts.all_fields(sobject, record_type_id or "")
        if each.createable
        and each.column
        and each.name not in _UNCHOSEN
        and sight.readable(ctx, sobject, each)
        and (sight.editable(ctx, sobject, each) or not each.updateable)
    }


def is_asked(name: str) -> bool:
    """Whether a field is changed in forms, and not in a dialog of its own."""
    return name not in _UNCHOSEN


def refilled_sections(
    sections: Iterable[FormSection], form: Form, refusal: Refused | None
) -> list[FormSection]:
    """Sections with what a form held that was not taken, and what is wrong with it."""
    at_fields = problems_by_field(refusal)

    def again(each: Editor | Shown) -> Editor | Shown:
        if isinstance(each, Shown):
            return each
        return refilled(each, form, at_fields.get(each.name, ""))

    return [
        replace(each, left=[*map(again, each.left)], right=[*map(again, each.right)])
        for each in sections
    ]


def inner(sections: Iterable[FormSection], prefix: str) -> list[FormSection]:
    """Sections of a form above another one: with ids of their own, and no dialogs of lookups."""

    def own(each: Editor | Shown) -> Editor | Shown:
        if isinstance(each, Shown):
            return each
        lookup = replace(each.lookup, search="", new="") if each.lookup else None
        return replace(each, id=f"{prefix}{each.id}", lookup=lookup)

    return [
        replace(each, left=[*map(own, each.left)], right=[*map(own, each.right)])
        for each in sections
    ]


def editors_of(sections: Iterable[FormSection]) -> list[Editor]:
    """All controls of some sections."""
    return [
        each
        for section in sections
        for each in (*section.left, *section.right)
        if isinstance(each, Editor)
    ]


def problems_by_field(refusal: Refused | None) -> Mapping[str, str]:
    """What is wrong with which field."""
    found: dict[str, str] = {}
    for error in refusal.errors if isinstance(refusal, RecordRefused) else ():
        for name in error.fields:
            found.setdefault(name, "Enter a value." if error.code == _MISSING else error.message)
    return found


def said_of(refusal: Refused | None, editors: Sequence[Editor]) -> list[Said]:
    """All that is wrong, for the top of a form."""
    if refusal is None or refusal.code in (_DUPLICATES, "ENTITY_MODIFIED"):
        return []
    by_name = {each.name: each for each in editors}
    if not isinstance(refusal, RecordRefused):
        return [Said(in_words(refusal))]
    found = []
    for error in refusal.errors:
        controls = [by_name[name] for name in error.fields if name in by_name]
        text = "Enter a value." if error.code == _MISSING else error.message
        found += [Said(text, each.label, each.id) for each in controls]
        if not controls:
            found.append(Said(in_words(error)))
    return found


def matches_of(refusal: Refused | None) -> list[Match]:
    """The records that are like the one to be saved."""
    if not isinstance(refusal, RecordRefused):
        return []
    return [
        Match(objects.of_name(each.sobject).label, each.name, values.url_of(each.id))
        for each in refusal.matches
    ]


def blank(sobject: SObject, prefilled: Mapping[str, Any]) -> dict[str, Any]:
    """What a new record holds before anybody has touched it."""
    usual = {
        each.name: each.default for each in sobject.fields.values() if each.default is not None
    }
    return usual | dict(prefilled)


def is_lookup_to(field: Field, sobject: str) -> bool:
    """Whether a field names records of an object."""
    return field.kind is Kind.REFERENCE and sobject in field.references
