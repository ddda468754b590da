"""What stands around a list: its object, its views, and what can be done with its records."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from workworld.apps.crm import layouts, record_ids
from workworld.apps.crm.pages import (
    values,
)
from workworld.apps.crm.pages.frames import is_there
from workworld.apps.crm.pages.list_states import State
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import (
    cadences,
    list_groups,
    list_views,
    merges,
    people,
    person_cards,
    reading,
    sight,
)
from workworld.apps.crm.service.list_offers import OFFERED
from workworld.apps.crm.service.list_views import View
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import NotFound

STATUS_FIELDS = {
    "Lead": "Status",
    "Opportunity": "StageName",
    "Case": "Status",
    "Campaign": "Status",
    "Task": "Status",
}
"""The field that tells how far a record is."""


MERGE = "merge"
"""What can be done with two or three ticked records that stand for the same."""


@dataclass(frozen=True, slots=True)
class ViewLink:
    """A list view in the list of all of them."""

    id: str
    name: str
    is_pinned: bool
    may_edit: bool
    is_standard: bool
    is_mine: bool
    sharing: str


@dataclass(frozen=True, slots=True)
class Frame:
    """What stands around a list: its object, its views, and what can be done."""

    sobject: str
    label: str
    plural: str
    views: Sequence[ViewLink]
    view: ViewLink
    deeds: Sequence[tuple[str, str, str]]
    """What can be done with ticked records: name, label and icon."""
    may_create: bool
    may_edit: bool
    may_export: bool
    offers: Sequence[tuple[str, str]]
    """Name and title of what other apps make of the list."""
    status_field: str
    status_label: str
    has_import: bool
    has_chart: bool = True
    """Whether its records can be grouped by anything."""
    within: tuple[str, str, str] | None = None
    """Name and address of the record whose own are listed alone, and what these are called."""

    @property
    def has_board(self) -> bool:
        """Whether the records can be shown as a board."""
        return bool(self.status_field)


def frame_of(state: State) -> Frame:
    """What stands around a list.

    Raises:
        NotFound: there is no such object, or no such list view, that the reader may see.
    """

    def present(ctx: Context, views: Sequence[View]) -> Frame:
        sobject = objects.of_name(state.sobject)
        links = {each.row.id: _link(ctx, each) for each in views}
        usual = list_views.default_of(views)
        within = _within(ctx, state)
        if within:
            usual = _of_everything(views) or usual
        here = links.get(state.view_id[:18]) if state.view_id else usual and links[usual.row.id]
        if not here:
            raise NotFound("NOT_FOUND")
        status = sobject.field(STATUS_FIELDS.get(sobject.name, ""))
        may_edit = sight.may(ctx, sobject, "edit")
        return Frame(
            sobject.name,
            sobject.label,
            sobject.plural,
            list(links.values()),
            here,
            _deeds(ctx, state.sobject),
            sight.may(ctx, sobject, "create") and is_there(f"/{sobject.name}/new"),
            may_edit,
            people.profile(ctx).exports,
            [(name, each.title) for name, each in sorted(OFFERED.items())],
            status.name if status and sight.readable(ctx, sobject, status) else "",
            status.label if status else "",
            is_there("/import") and not within,
            bool(list_groups.groupable(ctx, sobject)),
            within,
        )

    found: Frame = page(list_views.list, present, sobject=state.sobject)
    return found


def _of_everything(views: Sequence[View]) -> View | None:
    """The list view that finds all records of its object."""
    found = (each for each in views if each.row.is_standard and not each.row.filters)
    return next((each for each in found if each.row.scope == "everything"), None)


def _within(ctx: Context, state: State) -> tuple[str, str, str] | None:
    """The record whose own are listed alone.

    Raises:
        NotFound: there is none, or the reader may not see it.
    """
    field, record_id = state.within
    if not field:
        return None
    name = reading.names(ctx, [record_id]).get(record_id)
    above, url = objects.of_prefix(record_ids.prefix_of(record_id)), values.url_of(record_id)
    if name is None or above is None or not url:
        raise NotFound("NOT_FOUND")
    lists = layouts.layout_of(above.name).related
    fitting = (each for each in lists if (each.sobject, each.field) == (state.sobject, field))
    shown = next(fitting, None)
    return name, url, shown.title if shown else objects.of_name(state.sobject).plural


def _deeds(ctx: Context, name: str) -> Sequence[tuple[str, str, str]]:
    """What the reader can do with several records of an object."""
    sobject = objects.of_name(name)
    status = sobject.field(STATUS_FIELDS.get(name, ""))
    found: list[tuple[str, str, str]] = []
    if sight.may(ctx, sobject, "edit"):
        if status is not None and sight.editable(ctx, sobject, status):
            found.append(("status", f"Change {status.label}", "circle-dot"))
        if sobject.has_owner and sight.editable(ctx, sobject, sobject.fields["ownerid"]):
            found.append(("owner", "Change Owner", "circle-user"))
        found.append(("field", "Change a Field", "pencil"))
    if name in ("Lead", "Case") and people.groups(ctx):
        found.append(("accept", "Accept", "inbox"))
    members = objects.of_name("CampaignMember")
    if name in ("Lead", "Contact") and sight.may(ctx, members, "create"):
        found.append(("campaign", "Add to Campaign", "megaphone"))
    if name in cadences.TARGETS and sight.may(ctx, sobject, "edit"):
        found.append(("cadence", "Add to Cadence", "list-ordered"))
    if name in person_cards.PEOPLE and people.profile(ctx).exports:
        found.append(("vcard", "Export as vCard", "contact"))
    if sight.may(ctx, sobject, "delete"):
        if name in merges.MERGED and sight.may(ctx, sobject, "edit"):
            found.append((MERGE, "Merge", "copy-plus"))
        found.append(("delete", "Delete", "trash-2"))
    return found


def _link(ctx: Context, each: View) -> ViewLink:
    return ViewLink(
        each.row.id,
        each.row.name,
        each.is_pinned,
        each.may_edit,
        each.row.is_standard,
        each.row.owner_id == people.me(ctx).id,
        each.row.sharing,
    )
