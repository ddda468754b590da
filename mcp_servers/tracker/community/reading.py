"""Reading and finding issues."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from workworld.apps.tracker.models import Issue
from workworld.apps.tracker.service import (
    agile_lists,
    issues,
    remote_links,
    search,
    sight,
    transitions,
    watchers,
    worklogs,
)
from workworld.apps.tracker.service.records import Record
from workworld.apps.tracker.service.search import Found
from workworld.apps.tracker.wire import activity
from workworld.apps.tracker.wire.selection import words
from workworld.context import Context
from workworld.errors import NotFound, Refused
from workworld.mcp_servers.tracker.community import accounts, shapes
from workworld.mcp_servers.tracker.community.declaring import (
    PROJECT,
    START,
    key,
    number,
    site_number,
    text,
    tool,
    truth,
)
from workworld.mcp_servers.tracker.community.issue_shapes import (
    EVERY,
    USUAL,
    of_records,
    of_rows,
)
from workworld.mcp_servers.tracker.schemas import STRING, Arguments, listed, usual

_MOST = 50
_FIELDS = usual(
    STRING,
    USUAL,
    "Ids of the fields to answer, comma-joined, or *all; by default the essential ones.",
)
_BY_NAME = truth("Call custom fields by their names instead of their ids.", False)
_SECTIONS = ("remote_links", "transitions", "watchers", "changelog", "comments", "worklogs")
_ALIASES = {"comment": "comments", "worklog": "worklogs"}
_LEFT_OUT = "No effect: {}."


def ways(ctx: Context, issue: str) -> list[dict[str, Any]]:
    """The ways on from where an issue stands."""
    found = transitions.list(ctx, issue=issue)
    return [
        {"id": str(each.transition.number), "name": each.transition.name, "to_status": each.to.name}
        for each in found
        if each.refused is None
    ]


def work(ctx: Context, issue: str) -> list[dict[str, Any]]:
    """All work that was logged on an issue."""
    rows = worklogs.list(ctx, issue=issue).items
    return [shapes.worklog(each) for each in activity.worklogs(ctx, rows)]


def _links(ctx: Context, issue: str) -> list[dict[str, Any]]:
    return [activity.remote_link(ctx, each) for each in remote_links.list(ctx, issue=issue)]


def _watching(ctx: Context, issue: str) -> dict[str, Any]:
    return accounts.present_watching(ctx, watchers.list(ctx, issue=issue))


_LOOKED_UP: Mapping[str, Callable[[Context, str], Any]] = {
    "remote_links": _links,
    "transitions": ways,
    "watchers": _watching,
    "worklogs": work,
}


def _accept_issue(_ctx: Context, arguments: Arguments) -> Arguments:
    return {"issue": arguments["issue_key"]}


def _present_issue(ctx: Context, record: Record) -> dict[str, Any]:
    asked = ctx.request.arguments
    sections = _sections(asked)
    fields = _with_comments(asked, "comments" in sections)
    expand = ",".join([asked.get("expand", ""), *(["changelog"] * ("changelog" in sections))])
    (shape,) = of_records(
        ctx,
        [record],
        fields,
        expand,
        by_name=asked.get("use_display_names", False),
        comments=asked.get("comment_limit", 10),
    )
    if "comments" in sections:
        shape.setdefault("comments", [])
    if "changelog" in sections:
        shape.setdefault("changelogs", [])
    for name, look_up in _LOOKED_UP.items():
        if name in sections:
            shape[name] = look_up(ctx, record.row.key)
    return shape


def _sections(asked: Arguments) -> set[str]:
    named = {_ALIASES.get(each, each) for each in words(str(asked.get("include", "")).lower())}
    return set(_SECTIONS) if "all" in named else named & set(_SECTIONS)


def _with_comments(asked: Arguments, wanted: bool) -> str:
    """The fields to answer: comments belong to the usual ones as long as some may be shown."""
    fields = str(asked.get("fields") or USUAL)
    is_usual = set(words(fields)) == set(words(USUAL))
    if fields == EVERY:
        return fields if asked.get("comment_limit", 10) else f"{EVERY},-comment"
    if wanted or (is_usual and asked.get("comment_limit", 10)):
        return f"{fields},comment"
    return fields


def _accept_search(_ctx: Context, arguments: Arguments) -> Arguments:
    token = arguments.get("page_token")
    return {
        "jql": _within(arguments["jql"], listed(arguments, "projects_filter")),
        "limit": min(arguments.get("limit", 10), _MOST),
        "start": 0 if token else arguments.get("start_at", 0),
        "with_total": False,
        "must_be_bounded": True,
        **({"cursor": token} if token else {}),
    }


def _within(jql: str, keys: list[str]) -> str:
    """A query that finds issues of some projects alone."""
    if not keys:
        return jql
    named = ", ".join('"' + each.replace('"', "") + '"' for each in keys)
    before, order, after = _split(jql)
    narrowed = f"project IN ({named})"
    both = f"({before}) AND {narrowed}" if before.strip() else narrowed
    return f"{both} {order}{after}" if order else both


def _split(jql: str) -> tuple[str, str, str]:
    place = jql.upper().rfind("ORDER BY")
    return (jql, "", "") if place < 0 else (jql[:place], jql[place : place + 8], jql[place + 8 :])


def present_found(ctx: Context, found: Found) -> dict[str, Any]:
    """A page of what a query finds; the vendor's cloud tells no total."""
    asked = ctx.request.arguments
    shown = of_rows(
        ctx,
        found.rows,
        str(asked.get("fields") or USUAL),
        str(asked.get("expand", "")),
        by_name=asked.get("use_display_names", False),
    )
    page = {
        "total": -1,
        "start_at": 0,
        "max_results": min(asked.get("limit", 10), _MOST),
        "issues": shown,
    }
    return page | ({"next_page_token": found.next_cursor} if found.next_cursor else {})


def _accept_of_project(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "jql": f'project = "{arguments["project_key"]}" ORDER BY created DESC',
        "limit": arguments.get("limit", 10),
        "start": arguments.get("start_at", 0),
        "with_total": False,
    }


def _accept_of_sprint(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "jql": f"sprint = {site_number(arguments, 'sprint_id')}",
        "limit": arguments.get("limit", 10),
        "start": arguments.get("start_at", 0),
        "with_total": False,
    }


def _accept_of_board(_ctx: Context, arguments: Arguments) -> Arguments:
    return {
        "board_id": site_number(arguments, "board_id"),
        "jql": arguments["jql"],
        "limit": arguments.get("limit", 10),
        "start": arguments.get("start_at", 0),
    }


def _present_of_board(ctx: Context, found: Any) -> dict[str, Any]:
    asked = ctx.request.arguments
    fields, expand = str(asked.get("fields") or USUAL), str(asked.get("expand", ""))
    return {
        "total": found.total,
        "start_at": found.start,
        "max_results": asked.get("limit", 10),
        "issues": of_rows(ctx, found.items, fields, expand),
    }


def _accept_changes(ctx: Context, arguments: Arguments) -> Arguments:
    found = [_seen(ctx, ref) for ref in listed(arguments, "issue_ids_or_keys")]
    keys = [row.key for row in found if row is not None]
    if not keys:
        raise NotFound("issue_not_found", "None of the issues exists, or you may not see them.")
    return {"jql": f"key IN ({', '.join(keys)})", "limit": 1000, "with_total": False}


def _present_changes(ctx: Context, found: Found) -> list[dict[str, Any]]:
    asked = ctx.request.arguments
    wanted, most = set(listed(asked, "fields")), asked.get("limit", -1)
    rows = {row.id: row for row in found.rows}
    answer = []
    for row in [_seen(ctx, ref) for ref in listed(asked, "issue_ids_or_keys")]:
        if row is not None and row.id in rows:
            shown = _changes(ctx, row, wanted)
            answer.append({"issue_id": row.id, "changelogs": shown if most < 0 else shown[:most]})
    return answer


def _seen(ctx: Context, ref: str) -> Issue | None:
    try:
        return sight.read(ctx, ref)
    except Refused:
        return None


def _changes(ctx: Context, row: Issue, wanted: set[str]) -> list[dict[str, Any]]:
    (shape,) = of_rows(ctx, [row], "summary", "changelog")
    found = []
    for change in reversed(shape.get("changelogs", [])):
        items = [each for each in change["items"] if not wanted or each["field"] in wanted]
        if items:
            found.append(change | {"items": items})
    return found


_JQL = text('A query in JQL, such as project = CAL AND status != Done AND labels = "urgent".')
_EXPAND = text("What to answer besides, such as changelog or names.")
_LIMIT = number("How many issues to answer, at most 50. Default 10.", 10, 1, _MOST)
GET = tool(
    "get_issue",
    issues.info,
    "Read an issue with its newest comments. Name sections in include to read links to pages, "
    "transitions, watchers, history, comments and work along with it.",
    {
        "issue_key": key(),
        "fields": _FIELDS,
        "expand": _EXPAND,
        "comment_limit": number("How many comments to show at most. Default 10.", 10, 0, 100),
        "properties": text(_LEFT_OUT.format("properties are answered by the REST API")),
        "update_history": truth(_LEFT_OUT.format("reading leaves no trace"), True),
        "include": text(f"Sections to answer besides, comma-joined: all, {', '.join(_SECTIONS)}."),
        "use_display_names": _BY_NAME,
    },
    ("issue_key",),
    _accept_issue,
    _present_issue,
    title="Get Issue",
    toolset="issues",
)
SEARCH = tool(
    "search",
    search.search,
    "Find issues with a query in JQL. There is no total; next_page_token continues a page.",
    {
        "jql": _JQL,
        "fields": _FIELDS,
        "limit": number("How many issues to answer, at most 50. Default 10.", 10, 1),
        "start_at": START,
        "projects_filter": text("Only issues of these projects, by key and comma-joined."),
        "expand": _EXPAND,
        "page_token": text("The next_page_token of the page before."),
        "use_display_names": _BY_NAME,
    },
    ("jql",),
    _accept_search,
    present_found,
    title="Search Issues",
    toolset="issues",
    names={"cursor": "page_token"},
)
OF_PROJECT = tool(
    "get_project_issues",
    search.search,
    "List the issues of a project, the newest first, page by page.",
    {"project_key": PROJECT, "limit": _LIMIT, "start_at": START},
    ("project_key",),
    _accept_of_project,
    present_found,
    title="Get Project Issues",
    toolset="issues",
)
CHANGES = tool(
    "batch_get_changelogs",
    search.search,
    "Read the history of several issues: who changed which field from what to what, and when.",
    {
        "issue_ids_or_keys": text("Keys or ids of the issues, comma-joined."),
        "fields": text("Only changes of these fields, comma-joined."),
        "limit": number("How many changes of each issue to answer at most; -1 for all.", -1),
    },
    ("issue_ids_or_keys",),
    _accept_changes,
    _present_changes,
    title="Batch Get Changelogs",
    toolset="issues",
)
OF_BOARD = tool(
    "get_board_issues",
    agile_lists.of_board,
    "List those issues of a board that a query in JQL finds, as they are ranked.",
    {
        "board_id": text("Number of the board."),
        "jql": _JQL,
        "fields": _FIELDS,
        "start_at": START,
        "limit": _LIMIT,
        "expand": usual(STRING, "version", "What to answer besides, such as changelog."),
    },
    ("board_id", "jql"),
    _accept_of_board,
    _present_of_board,
    title="Get Board Issues",
    toolset="agile",
)
OF_SPRINT = tool(
    "get_sprint_issues",
    search.search,
    "List the issues of a sprint, with the fields that you name.",
    {"sprint_id": text("Number of the sprint."), "fields": _FIELDS, "start_at": START}
    | {"limit": _LIMIT},
    ("sprint_id",),
    _accept_of_sprint,
    present_found,
    title="Get Sprint Issues",
    toolset="agile",
)
