"""A list as a file: what the reader sees of it, and no more."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import flask

from workworld.apps.crm.pages import values
from workworld.apps.crm.pages.blueprint import BLUEPRINT
from workworld.apps.crm.pages.list_chosen import chosen
from workworld.apps.crm.pages.list_frames import frame_of
from workworld.apps.crm.pages.list_states import State
from workworld.apps.crm.schema.kinds import Field, Kind
from workworld.apps.crm.service import list_rows, person_cards
from workworld.apps.crm.service.list_offers import OFFERED
from workworld.apps.crm.service.list_rows import Found
from workworld.apps.crm.service.person_cards import CardFile
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.wire.values import of_field
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import NotFound
from workworld.files.tables import as_csv
from workworld.files.vcards import MIME


@BLUEPRINT.post("/<sobject>/list/export")
def export_list(sobject: str) -> flask.Response:
    """The records of a list view as a file of comma-separated values."""
    state = State.of_place(sobject)
    frame = frame_of(state)

    def present(_ctx: Context, found: Found) -> bytes:
        fields = list_rows.columns_taken(found)
        heads = [values.label_of(each) for each in fields]
        lines = [[*_cells(found, fields, each), each.id] for each in found.records]
        return as_csv([*heads, "Record ID"], lines)

    content = page(
        list_rows.export,
        present,
        view_id=frame.view.id,
        search=state.search,
        narrow=state.narrow,
    )
    response = flask.Response(content, content_type="text/csv; charset=utf-8")
    name = "".join(each if each.isascii() and each.isalnum() else "-" for each in frame.view.name)
    response.headers["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return response


@BLUEPRINT.post("/<sobject>/list/vcard")
def export_cards(sobject: str) -> flask.Response:
    """The ticked people as a file of vCards."""
    form = flask.request.form
    if sobject not in person_cards.PEOPLE:
        raise NotFound("NOT_FOUND")
    found: CardFile = page(
        person_cards.export,
        lambda _ctx, file: file,
        sobject=sobject,
        record_ids=chosen(sobject).ids,
        version=form.get("version", "3.0"),
    )
    content = io.BytesIO(found.content.encode("utf-8"))
    return flask.send_file(content, mimetype=MIME, as_attachment=True, download_name=found.name)


@BLUEPRINT.post("/<sobject>/list/offers/<name>")
def open_elsewhere(sobject: str, name: str) -> Any:
    """Make of a list view what another app offers, and go there."""
    offer = OFFERED.get(name)
    if offer is None:
        raise NotFound("NOT_FOUND")
    frame = frame_of(State.of_place(sobject))
    deed = offer.reads(frame.view.id)
    return flask.redirect(page(deed.function, offer.leads_to, **deed.arguments), 303)


def _cells(found: Found, fields: Sequence[Field], record: Loaded) -> list[str]:
    return [_text(found, each, record.values.get(each.name)) for each in fields]


def _text(found: Found, field: Field, value: Any) -> str:
    if value is None:
        return ""
    if field.kind is Kind.REFERENCE:
        return found.names.get(value, "")
    if field.kind is Kind.CURRENCY:
        return f"{value / 100:.2f}"
    shown = of_field(field, value)
    return str(shown).lower() if field.kind is Kind.BOOLEAN else str(shown)
