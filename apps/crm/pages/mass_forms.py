"""The dialogs in which somebody says how many records are to be changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import flask
from sqlalchemy import select

from workworld.apps.crm.models import Campaign
from workworld.apps.crm.pages import values
from workworld.apps.crm.pages.editors import Editor, editor_of
from workworld.apps.crm.pages.list_chosen import Chosen
from workworld.apps.crm.pages.list_frames import STATUS_FIELDS
from workworld.apps.crm.pages.list_tables import may_edit
from workworld.apps.crm.schema import objects, picklists
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import (
    cadences,
    sight,
)
from workworld.context import Context
from workworld.errors import Refused

CARDS = "vcard"
"""People are not changed but taken away as a file."""
TITLES = {
    "status": "Change status",
    "owner": "Change owner",
    "field": "Change a field",
    "campaign": "Add to campaign",
    "cadence": "Add to cadence",
    "delete": "Delete",
    "accept": "Accept",
    CARDS: "Export as vCard",
}


@dataclass(frozen=True, slots=True)
class MassForm:
    """The dialog of a change of many records."""

    deed: str
    title: str
    action: str
    place: str
    chosen: Chosen
    count_text: str
    editors: Sequence[Editor]
    fields: Sequence[tuple[str, str]]
    field: str
    groups: Sequence[tuple[str, str]]
    """The campaigns or cadences to choose from."""
    statuses: Sequence[tuple[str, str]]
    problem: str = ""


def field_name_of(sobject: str, deed: str, form: Mapping[str, str]) -> str:
    """The field that a deed changes; that which the form names for one that changes any."""
    fixed = {"owner": "OwnerId", "status": STATUS_FIELDS.get(sobject, "")}
    return fixed.get(deed) or form.get("field", "")


def asked_with(sobject: SObject, field: Field) -> Sequence[Field]:
    """Fields that are asked with another one: what lies behind a lost deal or a bad lead."""
    names = {
        ("Opportunity", "StageName"): "Loss_Reason__c",
        ("Lead", "Status"): "Unqualified_Reason__c",
        ("Case", "Status"): "Resolution__c",
    }
    found = sobject.field(names.get((sobject.name, field.name), ""))
    return [found] if found else []


def _title(deed: str, field: Field | None) -> str:
    """What a deed is called: of what a button changes, by what the object calls it."""
    return f"Change {field.title.lower()}" if deed == "status" and field else TITLES[deed]


def form_of(
    ctx: Context, name: str, deed: str, picked: Chosen, place: str, refusal: Refused | None
) -> MassForm:
    """A dialog as somebody sees it.

    Args:
        ctx: who asks.
        name: of what object the records are.
        deed: what is to be done with them.
        picked: the records.
        place: the address of the list.
        refusal: why what was entered was not taken.
    """
    sobject = objects.of_name(name)
    open_fields = [each for each in sight.fields(ctx, sobject) if may_edit(ctx, sobject, each)]
    field_name = field_name_of(name, deed, flask.request.values)
    names = {each.name for each in open_fields}
    labels = sorted(((each.name, values.label_of(each)) for each in open_fields), key=_label)
    if deed == "field" and field_name not in names:
        field_name = labels[0][0]
    field = sobject.field(field_name) if field_name in names else None
    many = len(picked.ids)
    what = f"{many:,} {sobject.label.lower() if many == 1 else sobject.plural.lower()}"
    said = " ".join(each.what for each in refusal.problems) or refusal.message if refusal else ""
    return MassForm(
        deed,
        f"{_title(deed, field)}: {what}",
        f"{flask.request.script_root}/{name}/list/{CARDS if deed == CARDS else 'change'}",
        place,
        picked,
        what,
        [
            _editor(ctx, sobject, each)
            for each in ([field, *asked_with(sobject, field)] if field else ())
        ],
        labels if deed == "field" else (),
        field_name,
        _groups(ctx, name, deed),
        [(each, each) for each in picklists.VALUES["member status"]],
        said,
    )


def _label(each: tuple[str, str]) -> str:
    return each[1].lower()


def _editor(ctx: Context, sobject: SObject, field: Field) -> Editor:
    made = editor_of(ctx, sobject, field, None, {})
    if field.kind is Kind.PICKLIST and field.name == "Status" and sobject.name == "Lead":
        kept = [each for each in made.choices if each[0] != picklists.LEAD_CONVERTED]
        made = replace(made, choices=kept)
    return replace(made, id=f"mass-{field.name}", hint="")


def _groups(ctx: Context, sobject: str, deed: str) -> Sequence[tuple[str, str]]:
    if deed == "cadence":
        found = cadences.list(ctx, only_active=True)
        fitting = (each for each in found if each.target in (cadences.ANY, sobject))
        return [(each.id, f"{each.name} ({len(each.steps)} steps)") for each in fitting]
    return _campaigns(ctx) if deed == "campaign" else ()


def _campaigns(ctx: Context) -> Sequence[tuple[str, str]]:
    sobject, table = objects.of_name("Campaign"), Campaign.__table__
    query = select(table.c.id, table.c.name).where(sight.rows(ctx, sobject, table))
    query = query.order_by(table.c.is_active.desc(), table.c.name, table.c.id).limit(200)
    return [(row.id, row.name) for row in ctx.session.execute(query)]
