"""What stands on the page of a record: its head, its fields, and what can be done with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from workworld.apps.crm import layouts
from workworld.apps.crm.pages import values
from workworld.apps.crm.pages.blueprint import at, list_url, record_url
from workworld.apps.crm.pages.stage_paths import StagePath, path_of
from workworld.apps.crm.pages.values import Shown
from workworld.apps.crm.schema.kinds import Field
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.service import people, sight
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.record_offers import OFFERED
from workworld.apps.crm.service.rows import Values
from workworld.context import Context

_TABS = (
    ("details", "Details"),
    ("related", "Related"),
    ("activity", "Activity"),
    ("history", "History"),
)
FEED = ("feed", "Feed")
_WITHOUT_ACTIVITY = frozenset({"Task", "Event", "Note", "EmailMessage"})
_QUEUED = ("Case", "Lead")
"""Objects whose records wait in queues."""
_NOTED = (
    ("call", "Log a call", "headset", "crm.log-call"),
    ("task", "New task", "square-check", "crm.new-task"),
    ("event", "New event", "calendar", "crm.new-event"),
    ("email", "Send an e-mail", "mail", "crm.new-email"),
)
"""Kind, name, icon and command of activities that are added from every tab."""
_OWN_WAYS = ("Lead", "Account", "Contact")
"""Objects whose records can be merged."""


@dataclass(frozen=True, slots=True)
class Action:
    """Something that can be done with the record."""

    name: str
    url: str
    icon: str
    command: str
    opens: bool = True
    """Whether it is a dialog above the page."""


@dataclass(frozen=True, slots=True)
class ShownSection:
    """Fields under a heading."""

    title: str
    left: Sequence[Shown]
    right: Sequence[Shown]


@dataclass(frozen=True, slots=True)
class RecordView:
    """A record's page."""

    sobject: str
    label: str
    plural: str
    id: str
    title: str
    url: str
    list_url: str
    version: int
    tab: str
    tabs: Sequence[tuple[str, str, bool]]
    highlights: Sequence[Shown]
    sections: Sequence[ShownSection]
    path: StagePath | None
    actions: Sequence[Action]
    more: Sequence[Action]
    may_edit: bool
    may_delete: bool
    locked: str = ""
    """Why nothing can be changed, if so."""
    converted: Sequence[tuple[str, Shown]] = field(default=())


@dataclass(frozen=True, slots=True)
class Known:
    """A record that the reader sees, with all that its page tells of its fields."""

    sobject: SObject
    row: Values
    version: int
    names: Mapping[str, str]
    fields: Mapping[str, Field]
    """Those that the reader may read, by name."""
    may_edit: bool
    may_delete: bool
    locked: str = ""

    @property
    def id(self) -> str:
        """The record's."""
        return str(self.row["Id"])

    @property
    def title(self) -> str:
        """What it is called."""
        return values.title_of(self.sobject, self.row)


def known(ctx: Context, loaded: Loaded) -> Known:
    """A record that was read, with what its page tells of it."""
    sobject, row = loaded.sobject, loaded.values
    readable = {each.name: each for each in sight.fields(ctx, sobject)}
    access = sight.access(ctx, sobject, [loaded.id]).get(loaded.id, sight.READ)
    locked = _locked(sobject, row)
    return Known(
        sobject,
        row,
        ctx.session.get_one(sobject.model, loaded.id).version,
        values.names_of(ctx, readable.values(), [row]),
        readable,
        may_edit=access != sight.READ and not locked and sight.may(ctx, sobject, "edit"),
        may_delete=access == sight.ALL and sight.may(ctx, sobject, "delete"),
        locked=locked,
    )


def view_of(ctx: Context, found: Known, tab: str, step: str = "") -> RecordView:
    """The page of a record.

    Args:
        ctx: who reads.
        found: the record.
        tab: which of its tabs is asked for; the first one if there is none so called.
        step: which step of its path is selected, to be made the current one.
    """
    sobject = found.sobject
    tabs = tabs_of(sobject)
    chosen = next((name for name, _ in tabs if name == tab), tabs[0][0])
    layout = layouts.layout_of(sobject.name)
    url = record_url(sobject.name, found.id)
    return RecordView(
        sobject.name,
        sobject.label,
        sobject.plural,
        found.id,
        found.title,
        url,
        list_url(sobject.name),
        found.version,
        chosen,
        [(f"{url}?tab={name}", text, name == chosen) for name, text in tabs],
        _shown(ctx, found, layout.highlights),
        [
            ShownSection(each.title, _shown(ctx, found, each.left), _shown(ctx, found, each.right))
            for each in layout.sections
            if any(name in found.fields for name in (*each.left, *each.right))
            and (each.title != "Conversion" or found.row.get("IsConverted"))
        ]
        if chosen == "details"
        else (),
        path_of(sobject, found.row, found.fields, may_edit=found.may_edit, url=url, chosen=step),
        _actions(ctx, found, url),
        [*_offered(ctx, found, url), *_more(found, url, chosen)],
        found.may_edit,
        found.may_delete,
        found.locked,
        _converted(ctx, found),
    )


def tabs_of(sobject: SObject) -> Sequence[tuple[str, str]]:
    """The tabs of an object's records: name and text; the first one is shown unasked."""
    tabs = [each for each in _TABS if each[0] != "activity" or sobject.name in ACTIVE]
    if not layouts.layout_of(sobject.name).related:
        tabs = [each for each in tabs if each[0] != "related"]
    return [FEED, *tabs] if sobject.name == "Case" else tabs


ACTIVE = frozenset({"Lead", "Account", "Contact", "Opportunity", "Case", "Campaign", "Product2"})
"""The objects whose records tasks, events and notes are about."""


def may_change(ctx: Context, found: Known, each: Field) -> bool:
    """Whether the reader may change a field of a record."""
    return (
        found.may_edit
        and each.updateable
        and each.compute is None
        and sight.editable(ctx, found.sobject, each)
        and not (each.name == "Amount" and found.row.get("HasOpportunityLineItem"))
    )


def _shown(ctx: Context, found: Known, names: Sequence[str]) -> Sequence[Shown]:
    fields = [found.fields[name] for name in names if name in found.fields]
    return [
        values.shown(
            ctx,
            found.sobject,
            each,
            found.row,
            found.names,
            editable=may_change(ctx, found, each),
        )
        for each in fields
    ]


def _locked(sobject: SObject, row: Values) -> str:
    if sobject.name == "Lead" and row.get("IsConverted"):
        return "This lead has been converted: it can no longer be edited."
    return ""


def _converted(ctx: Context, found: Known) -> Sequence[tuple[str, Shown]]:
    if not found.row.get("IsConverted"):
        return ()
    names = ("ConvertedAccountId", "ConvertedContactId", "ConvertedOpportunityId")
    return [
        (each.label.removeprefix("Converted "), each)
        for each in _shown(ctx, found, names)
        if each.text
    ]


def _actions(ctx: Context, found: Known, url: str) -> Sequence[Action]:
    sobject, made = found.sobject, []
    if found.may_edit:
        made.append(Action("Edit", f"{url}/edit", "pencil", "crm.edit", opens=False))
    if sobject.name == "Lead" and found.may_edit:
        made.append(Action("Convert", f"{url}/convert", "arrow-right-left", "crm.convert"))
    if sobject.name == "Opportunity":
        made.append(Action("Products", f"{url}/products", "package", "crm.products", opens=False))
    if (
        sobject.name in _QUEUED
        and found.may_edit
        and found.row.get("OwnerId") in people.groups(ctx)
    ):
        made.append(Action("Accept", f"{url}/accept", "check", "crm.accept"))
    if sobject.has_owner and found.may_edit and "OwnerId" in found.fields:
        made.append(Action("Change Owner", f"{url}/owner", "user", "crm.owner"))
    if sobject.name in layouts.CLONED and sight.may(ctx, sobject, "create"):
        made.append(Action("Clone", f"{url}/clone", "copy", "crm.clone", opens=False))
    return made


def _offered(ctx: Context, found: Known, url: str) -> Sequence[Action]:
    """What other apps offer to do with it."""
    offers = OFFERED.fitting(ctx, Loaded(found.sobject, found.row))
    return [
        Action(each.title, f"{url}/offers/{each.name}", each.icon, "crm.offer") for each in offers
    ]


def _more(found: Known, url: str, tab: str) -> Sequence[Action]:
    made = []
    if found.sobject.name in ACTIVE and tab != "activity":
        made += [
            Action(name, f"{url}?tab=activity&compose={kind}", icon, command, opens=False)
            for kind, name, icon, command in _NOTED
            if not (kind == "email" and tab == "feed")
        ]
    if found.sobject.name in _OWN_WAYS and found.may_delete and found.may_edit:
        made.append(
            Action("Find duplicates and merge", f"{url}/duplicates", "copy-plus", "crm.merge")
        )
    if found.sobject.name == "Quote" and found.may_edit:
        name = "Stop sync" if found.row.get("IsSyncing") else "Start sync"
        made.append(Action(name, f"{url}/sync", "refresh-cw", "crm.sync"))
    if found.may_delete:
        made.append(Action("Delete", f"{url}/delete", "trash-2", "crm.delete"))
    return made


def new_url(sobject: str, **prefilled: str) -> str:
    """The address of the dialog of a new record."""
    return at(f"/{sobject}/new", dict(prefilled))
