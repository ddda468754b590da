"""Issues in fewer words, with the fields that were asked for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service.records import Record, records
from workworld.apps.tracker.wire import expansions
from workworld.apps.tracker.wire.addresses import address
from workworld.apps.tracker.wire.issues import Issues
from workworld.apps.tracker.wire.selection import selected, words
from workworld.context import Context
from workworld.mcp_servers.tracker.community import shapes

USUAL = (
    "description,updated,reporter,priority,status,assignee,labels,created,summary,versions,"
    "issuetype"
)
"""The fields that are answered unless others are asked for."""
EVERY = "*all"
_ALL_BUT_NAMES = frozenset({"names"})


def of_rows(
    ctx: Context, rows: Sequence[Issue], fields: str = USUAL, expand: str = "", **more: Any
) -> list[shapes.Shape]:
    """Issues of which only rows are known; see ``of_records``."""
    parts = selected(fields).parts
    return of_records(ctx, records(ctx, rows, parts), fields, expand, **more)


def of_records(
    ctx: Context,
    found: Sequence[Record],
    fields: str = USUAL,
    expand: str = "",
    *,
    by_name: bool = False,
    comments: int | None = None,
) -> list[shapes.Shape]:
    """Issues in fewer words.

    Args:
        ctx: who asks.
        found: the issues.
        fields: comma-joined ids or names of fields, or ``*all``.
        expand: what else: ``changelog``, ``names``.
        by_name: whether custom fields stand under their names.
        comments: how many comments to show, the newest; None for all.
    """
    asked = [_id_of(ctx, each) for each in words(fields)]
    expanded = frozenset(words(expand)) | (_ALL_BUT_NAMES if by_name else frozenset())
    rest = Issues(ctx, selected(asked), expanded).of_records(found)
    return [_Reader(ctx, each, asked, expanded, by_name, comments).shape() for each in rest]


def _id_of(ctx: Context, field: str) -> str:
    """The id of a field that may be named instead: ``Story Points``, ``cf_10016``."""
    if field.startswith("cf_"):
        return f"customfield_{field[3:]}"
    if field.islower() or field.startswith("*"):
        return field
    named = field.casefold()
    known = [*f.NAMES, *expansions.customs(ctx)]
    return next((id for id in known if expansions.label(ctx, id).casefold() == named), field)


class _Reader:
    """Makes one issue of its REST shape."""

    def __init__(
        self,
        ctx: Context,
        rest: shapes.Rest,
        asked: Sequence[str],
        expand: frozenset[str],
        by_name: bool,
        comments: int | None,
    ) -> None:
        self._ctx, self._rest, self._asked, self._expand = ctx, rest, asked, expand
        self._by_name, self._comments = by_name, comments
        self._is_whole = EVERY in asked

    def shape(self) -> shapes.Shape:
        """The issue."""
        rest, fields = self._rest, self._rest["fields"]
        found: shapes.Shape = {"id": rest["id"], "key": rest["key"]}
        if "summary" in fields:
            found["summary"] = fields["summary"]
        if self._is_whole or "url" in self._asked:
            found["url"] = rest["self"]
        found["browse_url"] = address(self._ctx, "browse", rest["key"])
        for field, (name, made) in _PARTS.items():
            if fields.get(field) not in (None, [], {}, ""):
                found[name] = made(fields[field])
        if f.ASSIGNEE in fields and fields[f.ASSIGNEE] is None:
            found["assignee"] = {"display_name": "Unassigned"}
        if fields.get(f.EPIC_LINK) and (self._is_whole or "epic_key" in self._asked):
            found["epic_key"] = fields[f.EPIC_LINK]
        if fields.get(f.COMMENT, {}).get("comments"):
            found["comments"] = self._shown_comments(fields[f.COMMENT]["comments"])
        if rest.get("changelog", {}).get("histories"):
            found["changelogs"] = [shapes.change(each) for each in rest["changelog"]["histories"]]
        return {name: value for name, value in found.items() if value != []} | self._customs()

    def _shown_comments(self, comments: Sequence[shapes.Rest]) -> list[shapes.Shape]:
        most = len(comments) if self._comments is None else self._comments
        return [shapes.comment(each) for each in comments[:most]]

    def _customs(self) -> shapes.Shape:
        """The site's own fields, each with its value and, if that was asked, its name."""
        found: shapes.Shape = {}
        for field, value in self._rest["fields"].items():
            if not field.startswith("customfield_"):
                continue
            plain, label = _plain(value), expansions.label(self._ctx, field)
            if self._by_name:
                found[label] = {"value": plain, "field_id": field}
            elif "names" in self._expand:
                found[field] = {"value": plain, "name": label}
            else:
                found[field] = {"value": plain}
        return found


def _plain(value: Any) -> Any:
    """What a field of the site's own holds, without what surrounds it."""
    if isinstance(value, list):
        return [_plain(each) for each in value]
    if not isinstance(value, Mapping):
        return value
    if "value" in value:
        return value["value"]
    return value["name"] if "name" in value and "self" in value else dict(value)


def _named(rest: shapes.Rest) -> shapes.Shape:
    return {"name": rest["name"]}


def _names(rest: Sequence[shapes.Rest]) -> list[str]:
    return [each["name"] for each in rest]


def _tracked(rest: shapes.Rest) -> shapes.Shape:
    theirs = {
        "original_estimate": "originalEstimate",
        "remaining_estimate": "remainingEstimate",
        "time_spent": "timeSpent",
    }
    return {ours: rest[name] for ours, name in theirs.items() if rest.get(name)}


def _same(rest: Any) -> Any:
    return rest


_PARTS: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    f.DESCRIPTION: ("description", _same),
    f.STATUS: ("status", shapes.status),
    f.TYPE: ("issue_type", _named),
    f.PRIORITY: ("priority", _named),
    f.PROJECT: ("project", shapes.project),
    f.RESOLUTION: ("resolution", lambda rest: {"name": rest["name"], "id": rest["id"]}),
    f.DUE_DATE: ("duedate", _same),
    "resolutiondate": ("resolutiondate", _same),
    f.PARENT: ("parent", _same),
    "subtasks": ("subtasks", _same),
    f.SECURITY: ("security", _same),
    "worklog": ("worklog", _same),
    f.ASSIGNEE: ("assignee", shapes.user),
    f.REPORTER: ("reporter", shapes.user),
    f.LABELS: ("labels", _same),
    f.COMPONENTS: ("components", _names),
    f.FIX_VERSIONS: ("fix_versions", _names),
    f.AFFECTS_VERSIONS: ("versions", _names),
    f.TIME_TRACKING: ("timetracking", _tracked),
    "created": ("created", shapes.moment),
    "updated": ("updated", shapes.moment),
    f.ATTACHMENT: ("attachments", lambda rest: [shapes.attachment(each) for each in rest]),
    f.LINKS: ("issuelinks", lambda rest: [shapes.link(each) for each in rest]),
}
"""What each field is called and made of, in the order in which they stand."""
