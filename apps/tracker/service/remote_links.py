"""Remote links: from an issue to pages elsewhere, such as a document or another site's ticket."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import bindparam, select
from sqlalchemy import delete as sql_delete

from workworld.apps.tracker import numbers
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Issue, RemoteLink
from workworld.apps.tracker.service import access, history, sight
from workworld.apps.tracker.types import IssueRef
from workworld.context import Context, Surface
from workworld.database import constant, insert_row, plain_rows
from workworld.errors import Invalid, NotFound, Problem, Refused
from workworld.links.addresses import canonical
from workworld.operations import Effect, operation
from workworld.permissions import permits, require
from workworld.richtext.fitness import is_link

_LONGEST = 255
_links = RemoteLink.__table__.c
_OF_ISSUE = constant(
    select(RemoteLink.__table__)
    .where(_links.issue_id == bindparam("issue"))
    .order_by(_links.created_us, _links.id)
)
Url = Annotated[str, Field(description="A whole address: https://…", max_length=10_000)]
Title = Annotated[str, Field(description="What the page is called.", max_length=10_000)]
Summary = Annotated[str, Field(description="What else is worth knowing.", max_length=10_000)]
Relationship = Annotated[
    str, Field(description="What it is to the issue: causes.", max_length=10_000)
]
GlobalId = Annotated[
    str | None, Field(description="What tells it from others everywhere.", max_length=10_000)
]
RemoteLinkId = Annotated[str, Field(description="A remote link's id.", max_length=64)]


@dataclass(frozen=True, slots=True)
class Saved:
    """A remote link that was made or changed."""

    link: RemoteLink
    is_new: bool


@operation(Effect.READ, scope="read:jira-work")
def list(ctx: Context, *, issue: IssueRef, global_id: GlobalId = None) -> Sequence[RemoteLink]:
    """List the links of an issue to pages elsewhere, or the one with a global id."""
    row = sight.read(ctx, issue)
    rows = _of_issue(ctx, row)
    return [each for each in rows if global_id is None or each.global_id == global_id]


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST, Surface.MCP))
def info(ctx: Context, *, issue: IssueRef, link_id: RemoteLinkId) -> RemoteLink:
    """Read a link of an issue to a page elsewhere."""
    return _known(ctx, sight.read(ctx, issue), link_id)


@operation(Effect.WRITE, scope="write:jira-work")
def put(
    ctx: Context,
    *,
    issue: IssueRef,
    url: Url,
    title: Title,
    summary: Summary = "",
    relationship: Relationship = "",
    global_id: GlobalId = None,
) -> Saved:
    """Link an issue to a page elsewhere; one with the same global id is changed instead."""
    row = sight.read(ctx, issue)
    require(ctx, "tracker.remote_links.put", row)
    if global_id is not None:
        known = next((each for each in _of_issue(ctx, row) if each.global_id == global_id), None)
        if known is not None:
            changed = _changed(ctx, row, known, url, title, summary, relationship)
            return Saved(changed, is_new=False)
    link = RemoteLink(
        id=numbers.next_id(ctx.ids, "remote link"),
        issue_id=row.id,
        global_id=global_id or None,
        url=_good_url(ctx, url),
        title=_good("title", title),
        summary=summary.strip(),
        relationship=_fitting("relationship", relationship),
        created_us=ctx.clock.now_us(),
    )
    insert_row(ctx.session, link)
    history.stamp(ctx, row)
    return Saved(link, is_new=True)


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.REST,))
def edit(
    ctx: Context,
    *,
    issue: IssueRef,
    link_id: RemoteLinkId,
    url: Url,
    title: Title,
    summary: Summary = "",
    relationship: Relationship = "",
) -> RemoteLink:
    """Change where a link leads and what it is called."""
    row = sight.read(ctx, issue)
    known = _known(ctx, row, link_id)
    require(ctx, "tracker.remote_links.put", row)
    return _changed(ctx, row, known, url, title, summary, relationship)


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.REST, Surface.UI))
def delete(ctx: Context, *, issue: IssueRef, link_id: RemoteLinkId) -> None:
    """Delete a link of an issue to a page elsewhere."""
    row = sight.read(ctx, issue)
    require(ctx, "tracker.remote_links.put", row)
    _forget(ctx, row, _known(ctx, row, link_id))


@operation(Effect.WRITE, scope="write:jira-work", doors=(Surface.REST,))
def delete_by_global_id(
    ctx: Context,
    *,
    issue: IssueRef,
    global_id: Annotated[str, Field(description="The link's global id.", max_length=10_000)],
) -> None:
    """Delete the link of an issue that has a global id."""
    row = sight.read(ctx, issue)
    require(ctx, "tracker.remote_links.put", row)
    known = next((each for each in _of_issue(ctx, row) if each.global_id == global_id), None)
    if known is None:
        raise _missing(global_id)
    _forget(ctx, row, known)


@permits("tracker.remote_links.put", Issue)
def _may_put(ctx: Context, issue: Issue) -> Refused | None:
    return access.why_not_with(ctx, names.LINK, issue)


def _of_issue(ctx: Context, issue: Issue) -> Sequence[RemoteLink]:
    return plain_rows(ctx.session, RemoteLink, _OF_ISSUE, {"issue": issue.id})


def _known(ctx: Context, issue: Issue, link_id: str) -> RemoteLink:
    """A remote link of an issue: a row to be read.

    Raises:
        NotFound: ``remote_link_not_found``.
    """
    found = next((row for row in _of_issue(ctx, issue) if row.id == link_id), None)
    if found is None:
        raise _missing(link_id)
    return found


def _missing(ref: str) -> NotFound:
    return NotFound("remote_link_not_found", f"The remote link '{ref}' does not exist.")


def _changed(
    ctx: Context,
    issue: Issue,
    known: RemoteLink,
    url: str,
    title: str,
    summary: str,
    relationship: str,
) -> RemoteLink:
    link = ctx.session.get_one(RemoteLink, known.id)
    link.url, link.title = _good_url(ctx, url), _good("title", title)
    link.summary, link.relationship = summary.strip(), _fitting("relationship", relationship)
    history.stamp(ctx, issue)
    return link


def _forget(ctx: Context, issue: Issue, link: RemoteLink) -> None:
    ctx.session.execute(sql_delete(RemoteLink).where(RemoteLink.id == link.id))
    history.stamp(ctx, issue)


def _good_url(ctx: Context, url: str) -> str:
    """An address as it is kept.

    Raises:
        Invalid: ``invalid_fields``: it leads nowhere.
    """
    if not is_link(url.strip()):
        said = "This is no whole address, such as https://example.com/page."
        raise Invalid("invalid_fields", problems=[Problem(said, "url")])
    return canonical(ctx, url.strip())


def _good(field: str, text: str) -> str:
    if not text.strip():
        raise Invalid("invalid_fields", problems=[Problem(f"'{field}' is required.", field)])
    return _fitting(field, text)


def _fitting(field: str, text: str) -> str:
    good = " ".join(text.split())
    if len(good) > _LONGEST:
        said = f"At most {_LONGEST} characters are kept."
        raise Invalid("invalid_fields", problems=[Problem(said, field)])
    return good
