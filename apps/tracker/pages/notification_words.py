"""What people call the events that they are told of, and those who are told."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workworld.apps.tracker import notification_names as n
from workworld.apps.tracker.service import groups, site
from workworld.apps.tracker.service.notification_schemes import Scheme
from workworld.apps.tracker.service.recipients import Recipient
from workworld.context import Context

_MOST_GROUPS = 1000
EVENTS: Mapping[str, str] = {
    n.CREATED: "An issue is created",
    n.UPDATED: "Fields or files change",
    n.ASSIGNED: "An issue is assigned",
    n.RESOLVED: "An issue is done",
    n.REOPENED: "An issue is reopened",
    n.STATUS: "Another change of status",
    n.COMMENTED: "Somebody comments",
    n.COMMENT_EDITED: "A comment is edited",
    n.MENTIONED: "Somebody is mentioned",
    n.WORK_LOGGED: "Work is logged",
    n.MOVED: "An issue is moved to another project",
    n.DELETED: "An issue is deleted",
}
RECIPIENTS: Mapping[str, str] = {
    n.ASSIGNEE: "Assignee",
    n.REPORTER: "Reporter",
    n.CURRENT_USER: "Whoever did it",
    n.PROJECT_LEAD: "Project lead",
    n.COMPONENT_LEAD: "Component leads",
    n.WATCHERS: "Watchers",
    n.PARENT_WATCHERS: "Watchers of the parent",
    n.THOSE_MENTIONED: "Those mentioned",
    n.ROLE: "A role",
    n.GROUP: "A group",
    n.PERSON: "A person",
}


@dataclass(frozen=True, slots=True)
class RecipientView:
    """Somebody who is told of an event."""

    kind: str
    parameter: str
    name: str


@dataclass(frozen=True, slots=True)
class EventView:
    """An event, and who is told of it."""

    id: str
    name: str
    recipients: Sequence[RecipientView]


@dataclass(frozen=True, slots=True)
class SchemeView:
    """A scheme of notifications."""

    id: str
    name: str
    description: str
    is_usual: bool
    events: Sequence[EventView]


def scheme_view(ctx: Context, scheme: Scheme) -> SchemeView:
    """A scheme as pages show it."""
    all = [each for recipients in scheme.events.values() for each in recipients]
    names = _names(ctx, all)
    events = [
        EventView(
            event,
            title,
            [
                RecipientView(each.kind, each.parameter, names[each])
                for each in scheme.events[event]
            ],
        )
        for event, title in EVENTS.items()
    ]
    return SchemeView(scheme.id, scheme.name, scheme.description, scheme.is_usual, events)


def _names(ctx: Context, recipients: Sequence[Recipient]) -> Mapping[Recipient, str]:
    """What each of some recipients is called: ``Assignee``, ``Role Developer``."""
    people = site.people(ctx, (each.parameter for each in recipients if each.kind == n.PERSON))
    has_groups = any(each.kind == n.GROUP for each in recipients)
    all_groups = groups.list(ctx, limit=_MOST_GROUPS).items if has_groups else ()
    known = {
        n.ROLE: {id: f"Role {row.name}" for id, row in site.roles(ctx).items()},
        n.GROUP: {row.id: f"Group {row.name}" for row in all_groups},
        n.PERSON: {id: site.called(row) for id, row in people.items()},
    }
    return {
        each: known.get(each.kind, {}).get(each.parameter) or RECIPIENTS[each.kind]
        for each in recipients
    }
