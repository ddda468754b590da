"""List views: made, changed, pinned, deleted, and taken away as files."""

from __future__ import annotations

from collections.abc import Iterator

from tests.apps.crm.floor import MANAGER
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.crm.words import (
    case,
    doing,
    floor_of,
    making,
    no_exports,
    nothing,
    then,
)

from workworld.apps.crm.service import list_views
from workworld.worlds import World


def _view(world: World, facts: Facts) -> None:
    """The manager has a list view of leads."""
    made = floor_of(world).do(list_views.create, by=MANAGER, sobject="Lead", name="Yard")
    facts["view"] = made.row.id


_PINNED = then(_view, doing(list_views.pin, by=MANAGER, view_id="$view"))
_SEEN = (("own", "ok", "$view"), ("missing", "NOT_FOUND", "$no_view"))


def _create() -> Iterator[Case]:
    for name, outcome, called in (
        ("new", "ok", "Mine"),
        ("no name", "REQUIRED_FIELD_MISSING", " "),
    ):
        yield case(
            "list_views.create",
            name,
            outcome,
            mcp=("createListView", {"sobject-name": "Lead", "name": called}),
            ui=("/Lead/list/views/new", {"name": called, "sharing": "private"}),
            handle=MANAGER,
        )


def _change() -> Iterator[Case]:
    for name, outcome, view in _SEEN:
        yield case(
            "list_views.update",
            name,
            outcome,
            mcp=("updateListView", {"view-id": view, "name": "Ours"}),
            ui=(f"/Lead/list/views/{view}/rename", {"name": "Ours"}),
            before=_view,
            handle=MANAGER,
        )
        yield case(
            "list_views.delete",
            name,
            outcome,
            mcp=("deleteListView", {"view-id": view}),
            ui=(f"/Lead/list/views/{view}/delete", {}),
            before=_view,
            handle=MANAGER,
        )
        yield case(
            "list_views.pin",
            name,
            outcome,
            mcp=("pinListView", {"view-id": view}),
            ui=("/Lead/list/pin", {"view": view, "pin": "1"}),
            before=_view,
            handle=MANAGER,
        )
        yield case(
            "list_views.unpin",
            name,
            outcome,
            mcp=("unpinListView", {"view-id": view}),
            ui=("/Lead/list/pin", {"view": view}),
            before=_PINNED,
            handle=MANAGER,
        )


def _export() -> Iterator[Case]:
    for name, outcome, before in (
        ("may", "ok", nothing),
        ("may not", "INSUFFICIENT_ACCESS", no_exports),
    ):
        yield case(
            "list_rows.export",
            name,
            outcome,
            mcp=("exportListView", {"view-id": "$all_leads", "search": "a"}),
            ui=("/Lead/list/export", {"place": "/crm/Lead/list?view=$all_leads&q=a"}),
            before=before,
            handle=MANAGER,
        )

    for name, outcome, wanted in (("a card", "ok", "$contact"), ("nobody", "NOT_FOUND", "003bad")):
        yield case(
            "person_cards.export",
            name,
            outcome,
            mcp=("exportVCards", {"sobject-name": "Contact", "ids": [wanted]}),
            ui=("/Contact/list/vcard", {"pick": wanted}),
            before=making("contact", "Contact", LastName="Kerr"),
        )


CASES = (*_create(), *_change(), *_export())
