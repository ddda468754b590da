"""What a column of a file may be of an imported issue, and what its heading suggests."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.service import screens, site
from workworld.context import Context

KEY, EXTERNAL, ROW_ID, PARENT_ROW = "issuekey", "externalid", "rowid", "parentrow"
COMMENT, WORKLOG, WATCHER = "comment", "worklog", "watcher"
ORIGINAL, REMAINING = "timeoriginalestimate", "timeestimate"
LINK = "link:"
"""Begins the targets of links, as in ``link:Blocks``."""
CHOSEN_KINDS = (
    *("priority", "user", "users", "components", "versions", "security", "sprint"),
    *("select", "multiselect", "checkbox", "cascading", "project", "issuetype", "status"),
)
"""Kinds of targets whose values name something that there is."""
_OWN = (
    (f.PROJECT, "Project", "project"),
    (f.TYPE, "Issue Type", "issuetype"),
    (f.STATUS, "Status", "status"),
    (KEY, "Issue key (updates that issue)", "text"),
    (EXTERNAL, "External id (updates what was imported with it)", "text"),
    (ROW_ID, "Row id", "text"),
    (PARENT_ROW, "Parent's row id", "text"),
    (ORIGINAL, "Original estimate", "duration"),
    (REMAINING, "Remaining estimate", "duration"),
    (COMMENT, "Comment", "text"),
    (WORKLOG, "Work log", "text"),
    (WATCHER, "Watcher", "user"),
)
_ALIASES = {
    "issue type": f.TYPE,
    "type": f.TYPE,
    "title": f.SUMMARY,
    "name": f.SUMMARY,
    "body": f.DESCRIPTION,
    "project key": f.PROJECT,
    "project name": f.PROJECT,
    "component": f.COMPONENTS,
    "component/s": f.COMPONENTS,
    "label": f.LABELS,
    "fix version": f.FIX_VERSIONS,
    "fix version/s": f.FIX_VERSIONS,
    "fixversion": f.FIX_VERSIONS,
    "affects version": f.AFFECTS_VERSIONS,
    "affects version/s": f.AFFECTS_VERSIONS,
    "due": f.DUE_DATE,
    "start": f.START_DATE,
    "points": f.STORY_POINTS,
    "estimate": f.STORY_POINTS,
    "parent key": f.PARENT,
    "epic link": f.PARENT,
    "issue id": ROW_ID,
    "id": ROW_ID,
    "row id": ROW_ID,
    "parent id": PARENT_ROW,
    "external id": EXTERNAL,
    "external issue id": EXTERNAL,
    "original estimate": ORIGINAL,
    "remaining estimate": REMAINING,
    "comment": COMMENT,
    "comment body": COMMENT,
    "work log": WORKLOG,
    "log work": WORKLOG,
    "watcher": WATCHER,
}


@dataclass(frozen=True, slots=True)
class Target:
    """What a column may be."""

    id: str
    name: str
    kind: str
    """As of fields; ``text``, ``duration``, ``link`` or the like of what is no field."""

    @property
    def is_chosen(self) -> bool:
        """Whether its values name something that there is."""
        return self.kind in CHOSEN_KINDS


def targets(ctx: Context) -> Mapping[str, Target]:
    """All that columns may be, by id."""
    fields = [
        Target(id, f.NAMES[id], screens.KINDS[id])
        for id in f.EDITABLE
        if id != f.TIME_TRACKING and id in screens.KINDS
    ]
    own = [Target(id, name, kind) for id, name, kind in _OWN]
    customs = [
        Target(id, row.name, row.kind)
        for id, row in site.custom_fields(ctx).items()
        if row.kind != "formula"
    ]
    links = [
        Target(f"{LINK}{row.name}", f"Link: {row.outward}", "link")
        for row in site.link_types(ctx).values()
    ]
    return {each.id: each for each in [*fields, *own, *customs, *links]}


def suggested(ctx: Context, columns: Sequence[str]) -> Mapping[int, str]:
    """What columns seem to be by their names, by their place from 1; others are left out."""
    known = targets(ctx)
    named = {each.name.casefold(): id for id, each in known.items()} | _ALIASES
    for row in site.link_types(ctx).values():
        named[f"outward issue link ({row.name})".casefold()] = f"{LINK}{row.name}"
    found: dict[int, str] = {}
    for place, name in enumerate(columns, start=1):
        target = named.get(" ".join(name.casefold().replace("_", " ").split()))
        if target is not None and target in known:
            found[place] = target
    return found
