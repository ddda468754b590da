"""Dialogs about named and protected ranges."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from workworld.apps.sheets.engine.addresses import quoted
from workworld.apps.sheets.models import Name, Protection
from workworld.apps.sheets.pages.asked import Asked, Sent
from workworld.apps.sheets.pages.asking import dialog
from workworld.apps.sheets.pages.format_dialogs import whole
from workworld.apps.sheets.service import protections as rights
from workworld.directory.people import by_ids


@dialog("names")
def names(asked: Asked) -> Mapping[str, Any]:
    """The named ranges of the workbook."""
    titles = {each.sheet.id: each.sheet.title for each in asked.grids}
    found = [
        {"id": each.id, "name": each.name, "range": f"{quoted(titles[each.sheet_id])}!{each.range}"}
        for each in _names(asked)
    ]
    chosen = next((each for each in found if each["id"] == asked.form.get("edit")), None)
    return {"names": found, "chosen": chosen, "suggested": _here(asked)}


@names.taken
def _names_taken(asked: Asked) -> Sent:
    form = asked.form
    if form.get("remove"):
        return Sent([{"deleteNamedRange": {"namedRangeId": form["remove"]}}], stays=True)
    name = {"name": form.get("name", "").strip(), "range": asked.range()}
    if form.get("id"):
        change = {"namedRange": {"namedRangeId": form["id"], **name}, "fields": "name,range"}
        return Sent([{"updateNamedRange": change}], stays=True)
    return Sent([{"addNamedRange": {"namedRange": name}}], stays=True)


def _names(asked: Asked) -> list[Name]:
    query = select(Name).where(Name.workbook_id == asked.workbook.id).order_by(Name.name)
    return list(asked.ctx.session.scalars(query))


def _here(asked: Asked) -> str:
    return f"{quoted(asked.grid.sheet.title)}!{asked.place.first}"


@dialog("protections")
def protections(asked: Asked) -> Mapping[str, Any]:
    """Protected ranges and sheets."""
    found = []
    for grid in asked.grids:
        query = select(Protection).where(Protection.sheet_id == grid.sheet.id)
        for each in asked.ctx.session.scalars(query.order_by(Protection.position, Protection.id)):
            people = by_ids(asked.ctx.session, [each.creator_id, *each.editor_ids])
            where = "the whole sheet" if each.is_sheet else ", ".join(each.ranges)
            found.append(
                {
                    "id": each.id,
                    "where": f"{grid.sheet.title}: {where}",
                    "description": each.description,
                    "warns_only": each.warns_only,
                    "may_change": rights.may_edit(asked.ctx, asked.workbook, each),
                    "editors": ", ".join(person.name for person in people.values()),
                }
            )
    is_sheet = bool(asked.form.get("sheet"))
    return {"protections": found, "suggested": _here(asked), "is_sheet": is_sheet}


@protections.taken
def _protections(asked: Asked) -> Sent:
    form = asked.form
    if form.get("remove"):
        gone = {"protectedRangeId": whole(form["remove"])}
        return Sent([{"deleteProtectedRange": gone}], stays=True)
    where = asked.range()
    if form.get("what") == "sheet":
        where = {"sheetId": asked.place.gid}
    made: dict[str, Any] = {"range": where, "description": form.get("description", "").strip()}
    if form.get("way") == "warn":
        made["warningOnly"] = True
    else:
        people = by_ids(asked.ctx.session, [each for each in form.getlist("people") if each])
        made["editors"] = {"users": [each.email for each in people.values()]}
    return Sent([{"addProtectedRange": {"protectedRange": made}}], stays=True)
