"""A record's page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import flask

from workworld.apps.crm import layouts
from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.blueprint import BLUEPRINT, list_url, record_url
from workworld.apps.crm.pages.editors import Form
from workworld.apps.crm.pages.frames import framed, open_to
from workworld.apps.crm.pages.known_records import Known, known
from workworld.apps.crm.pages.record_views import RecordView, view_of
from workworld.apps.crm.pages.values import title_of
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import binned, navigation, reading, recents, records
from workworld.apps.crm.service.reading import Loaded
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment, status_of
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Refused

MENDABLE = (Invalid, Conflict, Forbidden)
"""Refusals after which a form is shown again."""
_DELETED = "ENTITY_IS_DELETED"


class Asked(NamedTuple):
    """What a tab is asked for: by the address, or by a form that was not taken."""

    values: Form
    refusal: Refused | None = None


Part = Callable[[Context, Known, Asked], Mapping[str, Any]]
"""What a tab shows beside the record's fields."""
_PARTS: dict[str, Part] = {}


def part(tab: str) -> Callable[[Part], Part]:
    """Declare what a tab of every record's page shows; templates find it under its names."""

    def declare(function: Part) -> Part:
        _PARTS[tab] = function
        return function

    return declare


class Opened(NamedTuple):
    """A record's page, what its tab shows, and where the frame leads."""

    record: RecordView
    shown: Mapping[str, Any]
    opened: tuple[str, ...]


@BLUEPRINT.get("/<sobject>/<record_id>")
def show_record(sobject: str, record_id: str) -> Any:
    """A record's page."""
    kind = objects.find(sobject)
    if kind is None or not layouts.has_page(kind):
        raise NotFound("NOT_FOUND")
    try:
        shown = record_page(sobject, record_id)
    except NotFound as refusal:
        if refusal.code != _DELETED:
            raise
        return in_bin(sobject, record_id), status_of(refusal)
    page(recents.view, nothing, sobject=sobject, record_id=record_id)
    return shown


def record_page(
    sobject: str,
    record_id: str,
    dialog: str = "",
    *,
    tab: str = "",
    asked: Asked | None = None,
    **values: Any,
) -> str:
    """The page of a record, with a dialog above it if one is named.

    Args:
        sobject: its object.
        record_id: which record.
        dialog: the template of the dialog; a script is answered with that alone.
        tab: which tab, if the address does not tell.
        asked: what it is asked for, if the address does not tell.
        values: what the dialog shows.
    """
    given = flask.request.args
    wanted = asked or Asked({name: given.getlist(name) for name in given})
    chosen, step = tab or given.get("tab", ""), given.get("step", "")
    opened = page(
        records.get,
        lambda ctx, loaded: opened_of(ctx, loaded, chosen, step, wanted),
        sobject=sobject,
        record_id=record_id,
    )
    if dialog and is_fragment():
        return flask.render_template(dialog, record=opened.record, **values)
    shown = {"record": opened.record, "dialog": dialog, **opened.shown, **values}
    return framed("record.html", opened=opened.opened, **shown)


def opened_of(ctx: Context, loaded: Loaded, tab: str, step: str, asked: Asked) -> Opened:
    """A record's page as one of its tabs shows it."""
    found = known(ctx, loaded)
    view = view_of(ctx, found, tab, step)
    more = _PARTS[view.tab](ctx, found, asked) if view.tab in _PARTS else {}
    return Opened(view, more, open_to(ctx, navigation.tabs(ctx)))


def refused_dialog(body: str, refusal: Refused, dialog_id: str) -> Any:
    """A dialog that is shown again because its form was not taken."""
    target = f"#{dialog_id}"
    headers = {"HX-Retarget": target, "HX-Reselect": target, "HX-Reswap": "outerHTML"}
    return body, status_of(refusal), headers


def gone_to(url: str) -> Any:
    """Where one is after a form was taken."""
    if is_fragment():
        return "", 200, {"HX-Redirect": url}
    return flask.redirect(url, 303)


def in_bin(sobject: str, record_id: str) -> str:
    """The page of a record that lies in the recycle bin."""

    def present(ctx: Context, row: Any) -> Mapping[str, Any]:
        kind = objects.of_model(type(row))
        names = reading.names(ctx, [row.deleted_by_id] if row.deleted_by_id else [])
        loaded = reading.load(ctx, kind, [row.id], deleted=True)[row.id]
        return {
            "title": title_of(kind, loaded.values),
            "label": kind.label,
            "sobject": kind.name,
            "plural": kind.plural,
            "url": record_url(kind.name, row.id),
            "list_url": list_url(kind.name),
            "by": names.get(row.deleted_by_id, ""),
            "at": moments.near_moment(ctx, row.deleted_us) if row.deleted_us else "",
            "may_restore": binned.may_restore(ctx, row),
        }

    found = page(binned.get, present, sobject=sobject, record_id=record_id)
    return framed("record_deleted.html", gone=found)
