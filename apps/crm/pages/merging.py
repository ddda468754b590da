"""Merging records that stand for the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.pages import entries, values
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, list_url, record_url
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page
from workworld.apps.crm.pages.values import label_of, title_of
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import likenesses, merges
from workworld.apps.crm.service.merges import Choice, Preview
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.wire.values import of_field
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import page
from workworld.errors import NotFound, Refused

_MOST_RECORDS = 1 + merges.MOST_MERGED
_FEWEST = 2


@dataclass(frozen=True, slots=True)
class Way:
    """What one of the records has in a field."""

    text: str
    is_chosen: bool


@dataclass(frozen=True, slots=True)
class MergeForm:
    """The page of a merge."""

    sobject: str
    plural: str
    ids: Sequence[str]
    titles: Sequence[tuple[str, str, str]]
    """Name, address and creation date of each record."""
    rows: Sequence[tuple[str, str, Sequence[Way]]]
    """Name and label of each field in which they differ, and what each record has."""
    children: Sequence[tuple[str, int]]
    list_url: str
    problem: str = ""


@BLUEPRINT.get("/merge/<sobject>")
def merge_records_form(sobject: str) -> Any:
    """Ask which record stays, and which fields it is to have."""
    return _shown(sobject, _asked())


@BLUEPRINT.post("/merge/<sobject>")
def merge_records(sobject: str) -> Any:
    """Merge records."""
    form = entries.entered(flask.request.form)
    ids, master = _asked(), entries.one(form, "master")
    if master not in ids:
        raise NotFound("NOT_FOUND")
    others = [each for each in ids if each != master]
    given = {"sobject": sobject, "master_id": master, "merged_ids": others, "form": form}
    try:
        url = page(merges.merge, _merged, accept=_filled, **given)
    except MENDABLE as refusal:
        return _shown(sobject, [master, *others], refusal), status_of(refusal)
    return gone_to(url)


@BLUEPRINT.get("/<sobject>/<record_id>/duplicates")
def find_duplicates(sobject: str, record_id: str) -> str:
    """The records that may stand for the same as one, to be merged with it."""

    def present(_ctx: Context, found: Sequence[Loaded]) -> list[tuple[str, str, str]]:
        lines = []
        for each in found:
            notes = [
                str(each.values.get(name) or "")
                for name in ("Company", "Email", "Website", "Status")
            ]
            said = " · ".join(filter(None, notes))
            lines.append((each.id, title_of(each.sobject, each.values), said))
        return lines

    found = page(likenesses.list, present, sobject=sobject, record_id=record_id)
    return record_page(
        sobject, record_id, "dialog_duplicates.html", found=found, merge_url=at(f"/merge/{sobject}")
    )


def _asked() -> list[str]:
    given = flask.request.values.getlist("ids")
    found = [each for part in given for each in part.split(",") if each]
    return list(dict.fromkeys(found))[:_MOST_RECORDS]


def _filled(ctx: Context, given: Mapping[str, Any]) -> Mapping[str, Any]:
    form = given["form"]
    arguments = {name: given[name] for name in ("sobject", "master_id", "merged_ids")}
    preview = merges.preview(ctx, **arguments)
    order = [each.id for each in preview.records]
    wanted: dict[str, Any] = {}
    for choice in preview.choices:
        chosen = entries.one(form, f"field-{choice.field}")
        if chosen in order and order.index(chosen) > 0:
            field = preview.records[0].sobject.fields[choice.field.lower()]
            wanted[choice.field] = of_field(field, choice.values[order.index(chosen)])
    return {**arguments, "values": wanted}


def _merged(_ctx: Context, loaded: Loaded) -> str:
    return record_url(loaded.sobject.name, loaded.id)


def _shown(sobject: str, ids: Sequence[str], refusal: Refused | None = None) -> str:
    kind = objects.find(sobject)
    if kind is None or len(ids) < _FEWEST:
        raise NotFound("NOT_FOUND")

    def present(ctx: Context, preview: Preview) -> MergeForm:
        return _form(ctx, preview, refusal)

    made = page(
        merges.preview, present, sobject=sobject, master_id=ids[0], merged_ids=list(ids[1:])
    )
    return framed("merge.html", merge=made, tab=kind.name)


def _form(ctx: Context, preview: Preview, refusal: Refused | None) -> MergeForm:
    kind = preview.records[0].sobject
    rows = [each.values for each in preview.records]
    fields = [kind.fields[each.field.lower()] for each in preview.choices]
    names = values.names_of(ctx, fields, rows)

    def ways(choice: Choice) -> list[Way]:
        field = kind.fields[choice.field.lower()]
        texts = [values.shown(ctx, kind, field, row, names).text for row in rows]
        return [Way(text or "–", number == choice.chosen) for number, text in enumerate(texts)]

    created = kind.fields["createddate"]
    titles = [
        (
            title_of(kind, row),
            record_url(kind.name, row["Id"]),
            values.words(ctx, created, row["CreatedDate"], ""),
        )
        for row in rows
    ]
    return MergeForm(
        kind.name,
        kind.plural,
        [each.id for each in preview.records],
        titles,
        [
            (each.field, label_of(kind.fields[each.field.lower()]), ways(each))
            for each in preview.choices
        ],
        [
            (objects.of_name(name).label if count == 1 else objects.of_name(name).plural, count)
            for name, count in preview.children.items()
            if count
        ],
        list_url(kind.name),
        refusal.message if refusal else "",
    )
