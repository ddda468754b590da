"""What the tracker's addresses and keys lead to: an issue, a comment on one, or a project."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import parse_qsl, urlsplit

from workworld.apps.tracker import APP
from workworld.apps.tracker.models import Comment, Issue
from workworld.apps.tracker.service import addresses, boards, filters, projects, search, sight, site
from workworld.context import Context
from workworld.errors import NotFound, Refused
from workworld.links.cards import Card, names_keys, resolves
from workworld.permissions import seen

_LONGEST = 300
_MOST_DIGITS = 16
_FILTER = re.compile(r"/filters/(\w{1,64})")
_BOARD = re.compile(r"/p/([A-Z][A-Z0-9]{1,9})/board")
names_keys(APP.id, addresses.KEY, addresses.path_of)


@resolves(APP.id)
def card_of(ctx: Context, path: str) -> Card | None:
    """The card of an issue, comment or project that the caller may see."""
    plain = re.split("[?#]", path, maxsplit=1)[0].rstrip("/")
    if match := addresses.ISSUE.fullmatch(plain):
        issue = sight.found(ctx, match[1])
        if issue is None:
            return None
        comment = addresses.COMMENT.search(path)
        row = seen(ctx, Comment, comment[1]) if comment else None
        is_here = row is not None and row.issue_id == issue.id
        return _comment_card(ctx, issue, row) if row and is_here else _issue_card(ctx, issue)
    return _list_card(ctx, plain, dict(parse_qsl(urlsplit(path).query)))


def _list_card(ctx: Context, path: str, given: Mapping[str, str]) -> Card | None:
    """The card of what shows many issues: a filter, a search, a board or a project."""
    if match := _FILTER.fullmatch(path):
        return _filter_card(ctx, match[1])
    if path == "/issues":
        saved = given.get("filter", "")
        return _filter_card(ctx, saved) if saved else _search_card(ctx, given.get("jql", ""))
    if match := _BOARD.fullmatch(path):
        return _board_card(ctx, match[1], given.get("board", ""))
    if match := addresses.PROJECT.fullmatch(path):
        return _project_card(ctx, match[1])
    return None


def _issue_card(ctx: Context, issue: Issue) -> Card:
    status = site.statuses(ctx)[issue.status_id].name
    priority = site.priorities(ctx).get(issue.priority_id or "")
    fields = [("Status", status), ("Assignee", _name(ctx, issue.assignee_id))]
    if priority is not None:
        fields.append(("Priority", priority.name))
    kind = site.issue_types(ctx)[issue.type_id].name
    return Card(kind, f"{issue.key}: {issue.summary}", icon=APP.icon, fields=tuple(fields))


def _comment_card(ctx: Context, issue: Issue, comment: Comment) -> Card:
    words = " ".join(comment.body_text.split())
    excerpt = words if len(words) <= _LONGEST else f"{words[:_LONGEST]}…"
    title, author = f"{issue.key}: {issue.summary}", _name(ctx, comment.author_id)
    return Card("Comment", title, excerpt, APP.icon, (("Author", author),))


def _project_card(ctx: Context, key: str) -> Card | None:
    try:
        project = projects.known(ctx, key)
    except NotFound:
        return None
    lead = ("Lead", _name(ctx, project.lead_id))
    title = f"{project.name} ({project.key})"
    return Card("Project", title, project.description[:_LONGEST], "folder", (lead,))


def _board_card(ctx: Context, key: str, number: str) -> Card | None:
    """Of the board that an address names, or else of the project's first."""
    if not number.isdecimal() or len(number) > _MOST_DIGITS:
        return _project_card(ctx, key)
    try:
        project, board = projects.known(ctx, key), boards.known(ctx, int(number))
    except NotFound:
        return None
    fields = (("Kind", board.kind.capitalize()), ("Project", f"{project.name} ({project.key})"))
    return Card("Board", board.name, icon="square-kanban", fields=fields)


def _filter_card(ctx: Context, filter_id: str) -> Card | None:
    try:
        row = filters.known(ctx, filter_id)
    except NotFound:
        return None
    fields = [("Owner", _name(ctx, row.owner_id)), ("Issues", _counted(ctx, row.jql))]
    shown = tuple(each for each in fields if each[1])
    return Card("Filter", row.name, row.jql[:_LONGEST], "list-filter", shown)


def _search_card(ctx: Context, jql: str) -> Card | None:
    """Of a query that can be read: how much of what it finds the reader sees."""
    count = _counted(ctx, jql)
    if not count:
        return None
    title = jql[:_LONGEST] or "All issues"
    return Card("Search", title, icon="list-checks", fields=(("Issues", count),))


def _counted(ctx: Context, jql: str) -> str:
    try:
        return str(search.count(ctx, jql=jql))
    except Refused:
        return ""


def _name(ctx: Context, person_id: str | None) -> str:
    person = site.people(ctx, [person_id]).get(person_id or "")
    return person.display_name if person else "Unassigned"  # as where cards are
