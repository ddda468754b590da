"""The dialogs in which somebody says what a list view is to be like."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import flask
from sqlalchemy import select

from workworld.apps.crm.models import Group
from workworld.apps.crm.pages import values
from workworld.apps.crm.pages.list_states import State
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.kinds import Kind
from workworld.apps.crm.service import list_views, sight
from workworld.apps.crm.service.list_view_values import MOST_COLUMNS
from workworld.apps.crm.service.list_views import View
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import NotFound, Refused

DIALOGS = {
    "new": "New list view",
    "clone": "Clone list view",
    "rename": "Rename list view",
    "sharing": "Sharing settings",
    "columns": "Select fields to display",
    "delete": "Delete list view",
}


@dataclass(frozen=True, slots=True)
class ViewForm:
    """A dialog about a list view."""

    deed: str
    title: str
    action: str
    name: str
    sharing: str
    groups: Sequence[tuple[str, str, bool]]
    columns: Sequence[tuple[str, str]]
    """Those that are shown, in order."""
    rest: Sequence[tuple[str, str]]
    most: int
    place: str
    problem: str = ""


def form_of(state: State, deed: str, refusal: Refused | None = None) -> ViewForm:
    """A dialog as somebody sees it.

    Args:
        state: the list, and which of its views is meant.
        deed: what is to be done with that.
        refusal: why what was entered was not taken.

    Raises:
        NotFound: there is no such list view.
    """

    def present(ctx: Context, views: Sequence[View]) -> ViewForm:
        here = next((each for each in views if each.row.id == state.view_id[:18]), None)
        if here is None and deed != "new":
            raise NotFound("NOT_FOUND")
        return _made(ctx, state, deed, here, refusal)

    found: ViewForm = page(list_views.list, present, sobject=state.sobject)
    return found


def _made(
    ctx: Context, state: State, deed: str, here: View | None, refusal: Refused | None
) -> ViewForm:
    sobject = objects.of_name(state.sobject)
    row = here.row if here else None
    names = {"clone": f"Copy of {row.name}" if row else "", "new": ""}
    labels = {
        each.name: values.label_of(each)
        for each in sight.fields(ctx, sobject)
        if each.kind is not Kind.ID and each.name != "IsDeleted"
    }
    shown = [name for name in (row.columns if row else ()) if name in labels]
    sent = flask.request.form
    path = "new" if deed == "new" else f"{row.id if row else ''}/{deed}"
    return ViewForm(
        deed,
        DIALOGS[deed],
        f"{flask.request.script_root}/{state.sobject}/list/views/{path}",
        sent.get("name", names.get(deed, row.name if row else "")),
        sent.get("sharing", "private" if deed in names or row is None else row.sharing),
        _groups(ctx, sent.getlist("group") or (row.group_ids if row else ())),
        [(name, labels[name]) for name in shown],
        sorted(((n, t) for n, t in labels.items() if n not in shown), key=lambda each: each[1]),
        MOST_COLUMNS,
        state.url(),
        " ".join(each.what for each in refusal.problems) or refusal.message if refusal else "",
    )


def _groups(ctx: Context, chosen: Sequence[str]) -> Sequence[tuple[str, str, bool]]:
    table = Group.__table__.c
    query = select(table.id, table.name).where(~table.is_deleted).order_by(table.name, table.id)
    return [(row.id, row.name, row.id in chosen) for row in ctx.session.execute(query)]
