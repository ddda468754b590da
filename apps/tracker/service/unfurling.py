"""What the tracker's addresses and keys lead to: an issue, a comment on one, or a project."""

from __future__ import annotations

import re

from workworld.apps.tracker import APP
from workworld.apps.tracker.models import Comment, Issue
from workworld.apps.tracker.service import addresses, projects, sight, site
from workworld.context import Context
from workworld.errors import NotFound
from workworld.links.cards import Card, names_keys, resolves
from workworld.permissions import seen

_LONGEST = 300
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
    if match := addresses.PROJECT.fullmatch(plain):
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


def _name(ctx: Context, person_id: str | None) -> str:
    person = site.people(ctx, [person_id]).get(person_id or "")
    return site.called(person) if person else "Unassigned"
