"""Canned replies: answers that agents give again and again, with variables."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated

from pydantic import Field

from workworld.apps.tracker import numbers
from workworld.apps.tracker.models import CannedReply, Issue
from workworld.apps.tracker.service import desk_parts, projects, requests, sight, site
from workworld.apps.tracker.types import IssueRef, Name, NumberedId, ProjectRef
from workworld.context import Context, Surface
from workworld.operations import Effect, operation

CannedReplyId = Annotated[NumberedId, Field(description="A canned reply's id.")]
Text = Annotated[
    str,
    Field(description="Markdown, with variables such as {{customer.first}}.", max_length=8000),
]
# The vendor's API has none for these.
_DOORS = (Surface.UI, Surface.MCP)
_VARIABLE = re.compile(r"\{\{\s*([a-z.]+)\s*\}\}")


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def list(ctx: Context, *, project: ProjectRef) -> Sequence[CannedReply]:
    """List the canned replies of a service desk in their order, for those who work there."""
    row = desk_parts.served(ctx, project)
    return desk_parts.of_project(ctx, CannedReply, row.id)


@operation(Effect.READ, scope="read:jira-work", doors=_DOORS)
def fill(ctx: Context, *, issue: IssueRef, canned_reply_id: CannedReplyId) -> str:
    """Read a canned reply as it would be sent to the customer of an issue: Markdown."""
    row = sight.read(ctx, issue)
    reply = desk_parts.known(ctx, CannedReply, canned_reply_id)
    if reply.project_id != row.project_id:
        reply = desk_parts.known(ctx, CannedReply, "")
    values = _values(ctx, row)

    def put(found: re.Match[str]) -> str:
        return values[found[1]]() if found[1] in values else found[0]

    return _VARIABLE.sub(put, reply.text)


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def create(ctx: Context, *, project: ProjectRef, name: Name, text: Text) -> CannedReply:
    """Add a canned reply to a service desk."""
    row = desk_parts.run(ctx, project)
    reply = CannedReply(
        id=numbers.next_id(ctx.ids, "canned reply"),
        project_id=row.id,
        name=desk_parts.good_name(ctx, CannedReply, row.id, name),
        text=_good_text(text),
        position=desk_parts.next_place(ctx, CannedReply, row.id),
    )
    ctx.session.add(reply)
    desk_parts.changed(ctx, row.id)
    return reply


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def edit(
    ctx: Context,
    *,
    canned_reply_id: CannedReplyId,
    name: Annotated[Name | None, Field(description="A new name.")] = None,
    text: Text | None = None,
    place: Annotated[
        int | None, Field(description="Its place among the others, from 0.", ge=0, le=1000)
    ] = None,
) -> CannedReply:
    """Change a canned reply; whatever is left out stays as it is."""
    reply = desk_parts.changing(ctx, CannedReply, canned_reply_id)
    if name is not None:
        reply.name = desk_parts.good_name(ctx, CannedReply, reply.project_id, name, reply.id)
    if text is not None:
        reply.text = _good_text(text)
    if place is not None:
        desk_parts.put_at(ctx, CannedReply, reply, place)
    desk_parts.changed(ctx, reply.project_id)
    return reply


@operation(Effect.WRITE, scope="manage:jira-project", doors=_DOORS)
def delete(ctx: Context, *, canned_reply_id: CannedReplyId) -> None:
    """Delete a canned reply; what was said with it stays."""
    reply = desk_parts.changing(ctx, CannedReply, canned_reply_id)
    ctx.session.delete(reply)
    desk_parts.changed(ctx, reply.project_id)


VARIABLES = (
    "customer.first",
    "customer.name",
    "agent.first",
    "agent.name",
    "request.key",
    "request.summary",
    "request.status",
    "desk.name",
)
"""What texts may name between double braces."""


def _values(ctx: Context, issue: Issue) -> Mapping[str, Callable[[], str]]:
    people = site.people(ctx, [issue.reporter_id, ctx.actor.person_id])

    def name(person_id: str | None) -> str:
        person = people.get(person_id or "")
        return person.name if person else "there"

    said: dict[str, Callable[[], str]] = {
        "customer.first": lambda: name(issue.reporter_id).split()[0],
        "customer.name": lambda: name(issue.reporter_id),
        "agent.first": lambda: name(ctx.actor.person_id).split()[0],
        "agent.name": lambda: name(ctx.actor.person_id),
        "request.key": lambda: issue.key,
        "request.summary": lambda: issue.summary,
        "request.status": lambda: requests.views(ctx, [issue])[0].status,
        "desk.name": lambda: projects.known(ctx, issue.project_id).name,
    }
    return {each: said[each] for each in VARIABLES}


def _good_text(text: str) -> str:
    if not text.strip():
        raise desk_parts.wrong(CannedReply, "A canned reply says something.", "text")
    unknown = [each for each in _VARIABLE.findall(text) if each not in VARIABLES]
    if unknown:
        said = f"There is no variable {{{{{unknown[0]}}}}}; there are {', '.join(VARIABLES)}."
        raise desk_parts.wrong(CannedReply, said, "text")
    return text.strip()
