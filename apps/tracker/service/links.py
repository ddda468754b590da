"""Links: how two issues concern each other, one blocking the other or being a duplicate of it.

Of a link to an issue that somebody cannot see they learn nothing, not even that it is there.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import Select, bindparam, or_, select
from sqlalchemy import delete as sql_delete

from workworld.apps.tracker import field_ids, numbers
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Issue, IssueLink, LinkType
from workworld.apps.tracker.service import access, comments, history, sight, site
from workworld.apps.tracker.service.history import Item
from workworld.apps.tracker.types import IssueRef, RichText
from workworld.context import Context, Surface
from workworld.database import constant, given, insert_row, plain_rows
from workworld.errors import Conflict, Invalid, NotFound, Problem, Refused
from workworld.operations import Effect, operation
from workworld.permissions import can, permits, require, sight_of, visible

BLOCKS = "Blocks"
"""The link type whose source stands in its target's way."""
_DONE = "done"
_links, _issues = IssueLink.__table__.c, Issue.__table__.c
_OF_ISSUES = constant(
    select(IssueLink.__table__)
    .where(or_(_links.source_id.in_(given("issues")), _links.target_id.in_(given("issues"))))
    .order_by(_links.created_us, _links.id)
)
_BY_ID = constant(select(IssueLink.__table__).where(_links.id == bindparam("link")))
_BLOCKING = constant(
    select(Issue.__table__)
    .join(IssueLink.__table__, _links.source_id == _issues.id)
    .where(_links.target_id == bindparam("issue"), _links.type_id == bindparam("type"))
    .order_by(_links.created_us, _links.id)
)
LinkTypeRef = Annotated[
    str,
    Field(description="A link type's id or name, such as Blocks.", min_length=1, max_length=255),
]
LinkId = Annotated[str, Field(description="A link's id.", min_length=1, max_length=64)]


@dataclass(frozen=True, slots=True)
class Shown:
    """A link as it is seen from one of its two issues."""

    link: IssueLink
    type: LinkType
    other: Issue
    is_outward: bool
    """Whether it is the issue that ``blocks`` the other."""

    @property
    def words(self) -> str:
        """What the issue does to the other, ``is blocked by``."""
        return self.type.outward if self.is_outward else self.type.inward


@dataclass(frozen=True, slots=True)
class Both:
    """A link and its two issues, both of which the caller sees."""

    link: IssueLink
    type: LinkType
    source: Issue
    target: Issue


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.MCP,))
def list(ctx: Context, *, issue: IssueRef) -> Sequence[Shown]:
    """List the links of an issue to issues that the caller may see."""
    row = sight.read(ctx, issue)
    return of_issues(ctx, [row.id]).get(row.id, ())


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.REST, Surface.MCP))
def info(ctx: Context, *, link_id: LinkId) -> Both:
    """Read a link between two issues."""
    return _known(ctx, link_id)


@operation(Effect.WRITE, scope="write:jira-work")
def add(
    ctx: Context,
    *,
    type_id: LinkTypeRef,
    source: IssueRef,
    target: IssueRef,
    comment: Annotated[
        RichText | None, Field(description="What to say of it, below the source.")
    ] = None,
) -> IssueLink:
    """Link two issues: the source, say, blocks the target."""
    ends = sight.read(ctx, source), sight.read(ctx, target)
    link = put(ctx, type_of(ctx, type_id), *ends)
    if comment is not None:
        comments.put(ctx, ends[0], comment)
    return link


@operation(Effect.WRITE, scope="write:jira-work")
def delete(ctx: Context, *, link_id: LinkId) -> None:
    """Delete a link; both issues stay."""
    both = _known(ctx, link_id)
    _require_either(ctx, both.source, both.target)
    ctx.session.execute(sql_delete(IssueLink).where(IssueLink.id == both.link.id))
    for end, text, other in _ways(both.type, both.source, both.target):
        gone = Item("Link", field_ids.LINKS, from_id=other.key, from_text=text)
        history.note(ctx, end, [gone])
    _tell(ctx, "tracker.link_deleted", both.link)


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.MCP,))
def open_blocked(ctx: Context, *, issue: IssueRef) -> Sequence[Issue]:
    """List the open issues that an issue blocks, as far as the caller sees them."""
    return _open(ctx, sight.read(ctx, issue), is_outward=True)


@operation(Effect.READ, scope="read:jira-work", doors=(Surface.MCP, Surface.UI))
def open_blockers(ctx: Context, *, issue: IssueRef) -> Sequence[Issue]:
    """List the open issues that block an issue, as far as the caller sees them."""
    return _open(ctx, sight.read(ctx, issue), is_outward=False)


def has_open_blockers(ctx: Context, issue_id: str) -> bool:
    """Whether an open issue blocks an issue, whether or not the caller sees it."""
    blocks = _blocks(ctx)
    if blocks is None:
        return False
    values = {"issue": issue_id, "type": blocks.id}
    return any(_is_open(ctx, row) for row in plain_rows(ctx.session, Issue, _BLOCKING, values))


def of_issues(ctx: Context, issue_ids: Sequence[str]) -> dict[str, tuple[Shown, ...]]:
    """The links of issues to those that the caller sees, by the issue's id, oldest first."""
    rows = plain_rows(ctx.session, IssueLink, _OF_ISSUES, {"issues": [*issue_ids]})
    others = _visible(ctx, (end for row in rows for end in (row.source_id, row.target_id)))
    types, found = site.link_types(ctx), dict[str, tuple[Shown, ...]]()
    for row in rows:
        ways = ((row.source_id, row.target_id, True), (row.target_id, row.source_id, False))
        for end, other, is_outward in ways:
            if end in issue_ids and other in others:
                shown = Shown(row, types[row.type_id], others[other], is_outward)
                found[end] = (*found.get(end, ()), shown)
    return found


def put(ctx: Context, link_type: LinkType, source: Issue, target: Issue) -> IssueLink:
    """Link two issues that the caller sees, as part of something else that they do.

    Raises:
        Invalid: ``cannot_link_to_self``.
        Conflict: ``link_exists``.
        Forbidden: ``permission_denied``.
    """
    if source.id == target.id:
        said = "You cannot link an issue to itself."
        raise Invalid("cannot_link_to_self", problems=[Problem(said, field_ids.LINKS)])
    _require_either(ctx, source, target)
    _require_new(ctx, link_type, source, target)
    return join(ctx, link_type, source, target)


def join(ctx: Context, link_type: LinkType, source: Issue, target: Issue) -> IssueLink:
    """Link two issues because of something else that the caller may do."""
    link = IssueLink(
        id=numbers.next_id(ctx.ids, "link"),
        type_id=link_type.id,
        source_id=source.id,
        target_id=target.id,
        created_us=ctx.clock.now_us(),
    )
    insert_row(ctx.session, link)
    for end, text, other in _ways(link_type, source, target):
        history.note(ctx, end, [Item("Link", field_ids.LINKS, to_id=other.key, to_text=text)])
    _tell(ctx, "tracker.link_added", link)
    return link


def type_of(ctx: Context, ref: str) -> LinkType:
    """The link type with an id or a name, upper or lower case.

    Raises:
        NotFound: ``link_type_not_found``, naming those that there are.
    """
    types = site.link_types(ctx)
    named = {row.name.casefold(): row for row in types.values()}
    found = types.get(ref) or named.get(ref.strip().casefold())
    if found is None:
        there = ", ".join(row.name for row in types.values())
        said = f"No issue link type with name '{ref}' found. There are: {there}."
        raise NotFound("link_type_not_found", said)
    return found


@permits("tracker.links.add", Issue)
def _may_link(ctx: Context, issue: Issue) -> Refused | None:
    return access.why_not_with(ctx, names.LINK, issue)


def _require_either(ctx: Context, source: Issue, target: Issue) -> None:
    """Whoever may link one of them may link it to whatever they see, as to another project's."""
    if not can(ctx, "tracker.links.add", target):
        require(ctx, "tracker.links.add", source)


def _require_new(ctx: Context, link_type: LinkType, source: Issue, target: Issue) -> None:
    is_mutual = link_type.inward == link_type.outward
    for row in plain_rows(ctx.session, IssueLink, _OF_ISSUES, {"issues": [source.id]}):
        ends = (row.source_id, row.target_id)
        same = ends == (source.id, target.id)
        if row.type_id == link_type.id and (same or (is_mutual and target.id in ends)):
            said = f"{source.key} {link_type.outward} {target.key} already."
            raise Conflict("link_exists", said)


def _known(ctx: Context, link_id: str) -> Both:
    """A link both of whose issues the caller sees.

    Raises:
        NotFound: ``link_not_found``.
    """
    rows = plain_rows(ctx.session, IssueLink, _BY_ID, {"link": link_id})
    ends = _visible(ctx, (end for row in rows for end in (row.source_id, row.target_id)))
    if not rows or not {rows[0].source_id, rows[0].target_id} <= ends.keys():
        raise NotFound("link_not_found", f"No issue link with id '{link_id}' exists.")
    link = rows[0]
    link_type = site.link_types(ctx)[link.type_id]
    return Both(link, link_type, ends[link.source_id], ends[link.target_id])


def _ways(link_type: LinkType, source: Issue, target: Issue) -> Sequence[tuple[Issue, str, Issue]]:
    """Each of both issues, what history says of it, and the other."""
    return (
        (source, f"This issue {link_type.outward} {target.key}", target),
        (target, f"This issue {link_type.inward} {source.key}", source),
    )


def _open(ctx: Context, issue: Issue, *, is_outward: bool) -> Sequence[Issue]:
    blocks = _blocks(ctx)
    return [
        shown.other
        for shown in of_issues(ctx, [issue.id]).get(issue.id, ())
        if shown.type == blocks and shown.is_outward == is_outward and _is_open(ctx, shown.other)
    ]


def _is_open(ctx: Context, issue: Issue) -> bool:
    return site.statuses(ctx)[issue.status_id].category != _DONE


def _blocks(ctx: Context) -> LinkType | None:
    return next((row for row in site.link_types(ctx).values() if row.name == BLOCKS), None)


def _visible(ctx: Context, ids: Iterable[str]) -> dict[str, Issue]:
    wanted = {"ids": sorted(set(ids))}
    if not wanted["ids"]:
        return {}
    rows = plain_rows(ctx.session, Issue, _by_ids(), sight_of(ctx) | wanted)
    return {row.id: row for row in rows}


@cache
def _by_ids() -> Select[Any]:
    # Made when it is first asked, since who sees what is declared by then.
    return constant(visible(Issue).where(_issues.id.in_(given("ids"))))


def _tell(ctx: Context, kind: str, link: IssueLink) -> None:
    ctx.emit(
        kind,
        link_id=link.id,
        type_id=link.type_id,
        source_id=link.source_id,
        target_id=link.target_id,
    )
