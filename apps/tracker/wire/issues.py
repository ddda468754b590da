"""Issues: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-issues/"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from workworld.apps.tracker import durations
from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Comment, CustomField, Issue, Worklog
from workworld.apps.tracker.service import activities, field_choices, site
from workworld.apps.tracker.service.history import Change
from workworld.apps.tracker.service.records import Record, records
from workworld.apps.tracker.wire import activity, metadata, people, projects
from workworld.apps.tracker.wire.addresses import self_of, stamp
from workworld.apps.tracker.wire.boards import sprint_in_field
from workworld.apps.tracker.wire.selection import Selection
from workworld.apps.tracker.wire.texts import Documents
from workworld.context import Context

Shape = dict[str, Any]
_MOST_WORKLOGS = 20
"""How many stand in the field; the rest are listed apart."""
_IMPEDIMENT = "10019"
"""The one option of the field Flagged, as every site has it."""
DOCUMENTS = (f.DESCRIPTION, f.ENVIRONMENT)


@dataclass(slots=True)
class Issues:
    """Writes issues for one answer.

    Args:
        ctx: whose answer it is.
        selection: which fields were asked for.
        expand: what else: ``changelog``, ``names``, ``renderedFields``, ``schema`` …
    """

    ctx: Context
    selection: Selection
    expand: frozenset[str] = frozenset()
    _comments: Mapping[str, Sequence[Comment]] = field(default_factory=dict)
    _worklogs: Mapping[str, Sequence[Worklog]] = field(default_factory=dict)
    _changes: Mapping[str, Sequence[Change]] = field(default_factory=dict)
    _customs: Mapping[str, CustomField] = field(default_factory=dict)
    _people: Mapping[str, Any] = field(default_factory=dict)
    _documents: Documents | None = None

    def of_rows(self, rows: Sequence[Issue]) -> list[Shape]:
        """Issues of which only rows are known."""
        return self.of_records(records(self.ctx, rows, self.selection.parts))

    def of_records(self, found: Sequence[Record]) -> list[Shape]:
        """Issues, all that is shown of them looked up at once."""
        ctx, ids = self.ctx, [record.row.id for record in found]
        if f.COMMENT in self.selection:
            self._comments = activities.comments_of(ctx, ids)
        if "worklog" in self.selection:
            self._worklogs = activities.worklogs_of(ctx, ids)
        if "changelog" in self.expand:
            self._changes = activities.changes_of(ctx, ids)
        self._customs = {
            id: row for id, row in site.custom_fields(ctx).items() if id in self.selection
        }
        self._people = site.people(ctx, self._chosen_people(found))
        self._documents = Documents(ctx, self._texts(found))
        return [self._shape(record) for record in found]

    def _chosen_people(self, found: Sequence[Record]) -> set[str]:
        ids: set[str] = set()
        for record in found:
            for id, row in self._customs.items():
                held = record.customs.get(id)
                if held and row.kind in ("user", "users"):
                    ids |= {held} if isinstance(held, str) else set(held)
        return ids

    def _texts(self, found: Sequence[Record]) -> list[Mapping[str, Any] | None]:
        texts: list[Mapping[str, Any] | None] = []
        for record in found:
            texts += [record.row.description] if f.DESCRIPTION in self.selection else []
            texts += [record.row.environment] if f.ENVIRONMENT in self.selection else []
            texts += [
                record.customs.get(id)
                for id, row in self._customs.items()
                if row.kind == "paragraph"
            ]
        return texts

    def _shape(self, record: Record) -> Shape:
        row = record.row
        shape: Shape = {
            "expand": "renderedFields,names,schema,operations,editmeta,changelog",
            "id": row.id,
            "self": self_of(self.ctx, "issue", row.id),
            "key": row.key,
            "fields": self.fields(record),
        }
        if "renderedFields" in self.expand:
            shape["renderedFields"] = self._rendered(record)
        if "changelog" in self.expand:
            changes = activity.changes(self.ctx, reversed(self._changes.get(row.id, ())))
            page = {"startAt": 0, "maxResults": len(changes), "total": len(changes)}
            shape["changelog"] = {**page, "histories": changes}
        return shape

    def fields(self, record: Record) -> Shape:
        """The fields of an issue that were asked for."""
        found = {
            name: read(self.ctx, record) for name, read in _FIELDS.items() if name in self.selection
        }
        if record.parent is not None and f.PARENT in self.selection:
            found[f.PARENT] = activity.linked(self.ctx, record.parent)
        if record.security_level is not None and f.SECURITY in self.selection:
            found[f.SECURITY] = metadata.security_level(self.ctx, record.security_level)
        for name in DOCUMENTS:
            if name in self.selection and self._documents:
                found[name] = self._documents.shown(getattr(record.row, name))
        if f.COMMENT in self.selection:
            found[f.COMMENT] = self._comment_page(record)
        if "worklog" in self.selection:
            found["worklog"] = self._worklog_page(record)
        return found | {id: self._custom(record, row) for id, row in self._customs.items()}

    def _comment_page(self, record: Record) -> Shape:
        shown = activity.comments(self.ctx, self._comments.get(record.row.id, ()))
        return {
            "comments": shown,
            "self": self_of(self.ctx, "issue", record.row.id, "comment"),
            "maxResults": len(shown),
            "total": len(shown),
            "startAt": 0,
        }

    def _worklog_page(self, record: Record) -> Shape:
        rows = self._worklogs.get(record.row.id, ())
        shown = activity.worklogs(self.ctx, rows[:_MOST_WORKLOGS])
        page = {"startAt": 0, "maxResults": _MOST_WORKLOGS, "total": len(rows)}
        return {**page, "worklogs": shown}

    def _custom(  # noqa: PLR0911 - one for each kind
        self, record: Record, row: CustomField
    ) -> Any:
        held = record.customs.get(row.id)
        if held in (None, []):
            return None
        if row.kind == "paragraph":
            return self._documents.shown(held) if self._documents else None
        if row.kind == "datetime":
            return stamp(held)
        if row.kind == "user":
            return people.user(self.ctx, self._people.get(held))
        if row.kind == "users":
            return [people.user(self.ctx, self._people.get(each)) for each in held]
        if row.kind in ("select", "multiselect", "checkbox", "cascading"):
            return self._options(record, row, held)
        return held

    def _options(self, record: Record, row: CustomField, held: Any) -> Any:
        known = options(self.ctx, record, row.id)
        shapes = [option(self.ctx, id, known) for id in ([held] if isinstance(held, str) else held)]
        if row.kind == "cascading":
            return shapes[0] | ({"child": shapes[1]} if len(shapes) > 1 else {})
        return shapes[0] if row.kind == "select" else shapes

    def _rendered(self, record: Record) -> Shape:
        documents = self._documents or Documents(self.ctx, ())
        shown: Shape = {
            name: documents.html(getattr(record.row, name))
            for name in DOCUMENTS
            if name in self.selection
        }
        if f.COMMENT in self.selection:
            rows = self._comments.get(record.row.id, ())
            told = activity.comments(self.ctx, rows, rendered=True)
            listed = [each | {"body": each.pop("renderedBody")} for each in told]
            shown[f.COMMENT] = {"comments": listed, "total": len(listed), "startAt": 0}
        return shown


def options(ctx: Context, record: Record, field_id: str) -> Mapping[str, str]:
    """The names of the options of a field, by id."""

    def look_up() -> Mapping[str, str]:
        found = field_choices.of_field(ctx, record.project, field_id)
        return {each.id: each.name for each in found or ()}

    return ctx.remembered(("tracker options", field_id), look_up)


def option(ctx: Context, id: str, names: Mapping[str, str]) -> Shape:
    """An option of a field."""
    return {
        "self": self_of(ctx, "customFieldOption", id),
        "value": names.get(id, ""),
        "id": id,
    }


def created(ctx: Context, row: Issue) -> Shape:
    """What is answered when an issue was created."""
    return {"id": row.id, "key": row.key, "self": self_of(ctx, "issue", row.id)}


def progress(record: Record) -> Shape:
    """How much of the work was done."""
    spent, left = record.row.time_spent, record.row.remaining_estimate or 0
    shape = {"progress": spent, "total": spent + left}
    return shape | ({"percent": spent * 100 // (spent + left)} if spent + left else {})


def time_tracking(record: Record) -> Shape:
    """Estimates and time spent, in words and in seconds."""
    row = record.row
    amounts = {
        "originalEstimate": row.original_estimate,
        "remainingEstimate": row.remaining_estimate,
        "timeSpent": row.time_spent or None,
    }
    known = {name: seconds for name, seconds in amounts.items() if seconds is not None}
    words = {name: durations.show(seconds) for name, seconds in known.items()}
    return words | {f"{name}Seconds": seconds for name, seconds in known.items()}


def _watches(ctx: Context, record: Record) -> Shape:
    return {
        "self": self_of(ctx, "issue", record.row.key, "watchers"),
        "watchCount": record.watch_count,
        "isWatching": record.is_watching,
    }


def _votes(ctx: Context, record: Record) -> Shape:
    return {
        "self": self_of(ctx, "issue", record.row.key, "votes"),
        "votes": record.vote_count,
        "hasVoted": record.has_voted,
    }


def _sprints(_ctx: Context, record: Record) -> list[Shape] | None:
    now = [record.sprint] if record.sprint else []
    return [sprint_in_field(each) for each in [*record.closed_sprints, *now]] or None


def _ratio(_ctx: Context, record: Record) -> int:
    estimate = record.row.original_estimate
    return -1 if not estimate else record.row.time_spent * 100 // estimate


def _flagged(ctx: Context, record: Record) -> list[Shape] | None:
    if not record.row.is_flagged:
        return None
    return [
        {"self": self_of(ctx, "customFieldOption", "10019"), "value": "Impediment", "id": "10019"}
    ]


def _subtasks(ctx: Context, record: Record) -> list[Shape]:
    return [activity.linked(ctx, each) for each in record.subtasks]


_FIELDS: Mapping[str, Callable[[Context, Record], Any]] = {
    f.SUMMARY: lambda _, r: r.row.summary,
    "statuscategorychangedate": lambda _, r: stamp(r.row.status_changed_us),
    f.TYPE: lambda ctx, r: metadata.issue_type(ctx, r.type),
    "timespent": lambda _, r: r.row.time_spent or None,
    f.PROJECT: lambda ctx, r: projects.brief(ctx, r.project),
    f.FIX_VERSIONS: lambda ctx, r: [projects.version(ctx, each) for each in r.fix_versions],
    "aggregatetimespent": lambda _, r: r.row.time_spent or None,
    f.STATUS: lambda ctx, r: metadata.status(ctx, r.status),
    "statusCategory": lambda ctx, r: metadata.category(ctx, r.status.category),
    f.RESOLUTION: lambda ctx, r: metadata.resolution(ctx, r.resolution) if r.resolution else None,
    "resolutiondate": lambda _, r: stamp(r.row.resolved_us),
    "workratio": _ratio,
    "watches": _watches,
    "created": lambda _, r: stamp(r.row.created_us),
    "updated": lambda _, r: stamp(r.row.updated_us),
    f.PRIORITY: lambda ctx, r: metadata.priority(ctx, r.priority) if r.priority else None,
    f.LABELS: lambda _, r: [*r.labels],
    "timeestimate": lambda _, r: r.row.remaining_estimate,
    "aggregatetimeestimate": lambda _, r: r.row.remaining_estimate,
    "timeoriginalestimate": lambda _, r: r.row.original_estimate,
    "aggregatetimeoriginalestimate": lambda _, r: r.row.original_estimate,
    f.AFFECTS_VERSIONS: lambda ctx, r: [projects.version(ctx, e) for e in r.affects_versions],
    f.LINKS: lambda ctx, r: [activity.link(ctx, each) for each in r.links],
    f.ASSIGNEE: lambda ctx, r: people.user(ctx, r.assignee),
    f.COMPONENTS: lambda ctx, r: [projects.component(ctx, each) for each in r.components],
    f.TIME_TRACKING: lambda _, r: time_tracking(r),
    f.ATTACHMENT: lambda ctx, r: activity.attachments(ctx, r.attachments),
    f.CREATOR: lambda ctx, r: people.user(ctx, r.creator),
    f.REPORTER: lambda ctx, r: people.user(ctx, r.reporter),
    "subtasks": _subtasks,
    f.DUE_DATE: lambda _, r: r.row.due_date,
    "progress": lambda _, r: progress(r),
    "aggregateprogress": lambda _, r: progress(r),
    "votes": _votes,
    f.EPIC_LINK: lambda _, r: r.parent.key if r.parent and r.type.level == 0 else None,
    f.START_DATE: lambda _, r: r.row.start_date,
    f.STORY_POINTS: lambda _, r: r.row.story_points,
    f.RANK: lambda _, r: r.row.rank,
    f.SPRINT: _sprints,
    f.FLAGGED: _flagged,
}
"""What each field holds, but for those that are looked up apart."""
