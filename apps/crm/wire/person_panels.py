"""What the CRM tells of a colleague: their place in it, and what they look after."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from workworld.apps.crm import APP
from workworld.apps.crm.models import Profile, User, UserRole
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import addresses, list_queries, people, rows, sight
from workworld.apps.crm.wire.values import of_field
from workworld.context import Context
from workworld.directory.models import Person
from workworld.directory.panels import Line, Panel, Part, tells

_MOST = 5
_WANTED = {
    "Opportunity": ("Open opportunities", "trending-up", ("StageName", "Amount", "CloseDate")),
    "Case": ("Open cases", "briefcase", ("Subject", "Status", "Priority")),
}
"""Heading and icon of what somebody looks after, and the fields that are told of each."""


@tells(APP.id)
def panel_of(ctx: Context, person: Person) -> Panel | None:
    """Somebody's role and manager in the CRM, and their open deals and cases the caller sees."""
    me, them = people.find(ctx, ctx.actor.person_id), people.find(ctx, person.id)
    if me is None or not me.is_active or them is None:
        return None
    parts = [_part(ctx, objects.of_name(name), them) for name in _WANTED]
    return Panel(APP.id, APP.title, _facts(ctx, them), [each for each in parts if each])


def _facts(ctx: Context, them: User) -> Sequence[tuple[str, str]]:
    role = ctx.session.get(UserRole, them.role_id) if them.role_id else None
    profile = ctx.session.get_one(Profile, them.profile_id)
    above = people.names(ctx, [them.manager_id] if them.manager_id else [])
    told = (
        ("Role", role.name if role else ""),
        ("Profile", profile.name),
        ("Manager in the CRM", next(iter(above.values()), "")),
        ("State", "" if them.is_active else "Inactive"),
    )
    return [each for each in told if each[1]]


def _part(ctx: Context, sobject: SObject, them: User) -> Part | None:
    if not sight.may(ctx, sobject, "read"):
        return None
    title, icon, wanted = _WANTED[sobject.name]
    table = sobject.model.__table__.c
    named = sobject.name_field
    fields = [
        sobject.fields[name.lower()] for name in (*wanted, "CurrencyIsoCode") if sobject.field(name)
    ]
    known = [each for each in fields if sight.readable(ctx, sobject, each)]
    where = (~table.is_closed, table.owner_id == them.id)
    order = [table.close_date if sobject.name == "Opportunity" else table.created_us]
    found = rows.read(
        ctx, sobject, [*([named] if named else []), *known], *where, order=order, limit=_MOST
    )
    if not found:
        return None
    count = rows.count(ctx, sobject, *where, most=list_queries.MOST)
    return Part(f"{title} ({count:,})", [_line(sobject, row, icon) for row in found])


def _line(sobject: SObject, row: rows.Values, icon: str) -> Line:
    named = sobject.name_field
    name = str(row.get(named.name) or sobject.label) if named else sobject.label
    told = [_told(sobject, each, row) for each in _WANTED[sobject.name][2] if row.get(each)]
    return Line(name, addresses.path_of(row["Id"]), " · ".join(told), icon)


def _told(sobject: SObject, name: str, row: rows.Values) -> str:
    value = of_field(sobject.fields[name.lower()], row[name])
    if name == "Amount":
        return f"{row.get('CurrencyIsoCode', '')} {value:,.2f}".strip()
    if name == "CloseDate":
        day = date.fromisoformat(value)
        return f"closes {day:%b} {day.day}, {day.year}"
    return str(value)
