"""Requests: issues of a service desk as customers ask for them and follow them."""

from __future__ import annotations

import builtins
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Annotated, Any, Literal

from pydantic import Field
from sqlalchemy import ColumnElement, Select, func, or_, select

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import (
    Issue,
    Project,
    Request,
    RequestParticipant,
    RequestType,
)
from workworld.apps.tracker.service import (
    access,
    creation,
    desk_parts,
    field_input,
    issue_news,
    organizations,
    projects,
    request_types,
    sight,
    site,
    watchers,
)
from workworld.apps.tracker.service.request_types import RequestTypeId
from workworld.apps.tracker.types import (
    FieldValues,
    IssueRef,
    PageSize,
    PersonId,
    ProjectRef,
    Start,
)
from workworld.context import Context
from workworld.database import insert_row, plain_rows, rows_of
from workworld.errors import Forbidden, Invalid, NotFound, Problem
from workworld.operations import Effect, operation
from workworld.permissions import VIEWER, sight_of, visible

_issues, _requests = Issue.__table__.c, Request.__table__.c
_participants, _projects = RequestParticipant.__table__.c, Project.__table__.c
People = Annotated[Sequence[PersonId], Field(max_length=50)]
Whose = Literal["all", "owned", "participated", "organization"]


@dataclass(frozen=True, slots=True)
class RequestView:
    """A request as its customer sees it."""

    row: Issue
    type: RequestType | None
    """None of an issue that was made without one."""
    status: str
    """Where it stands, in the words of its type."""
    participant_ids: Sequence[str]
    organization_id: str | None
    channel: str

    @property
    def is_open(self) -> bool:
        """Whether it is not resolved."""
        return self.row.resolution_id is None


@operation(Effect.WRITE, scope="write:jira-work")
def create(
    ctx: Context,
    *,
    request_type_id: RequestTypeId,
    fields: FieldValues,
    on_behalf_of: Annotated[
        PersonId | None, Field(description="Whose request it is; agents may say so.")
    ] = None,
    participant_ids: Annotated[People, Field(description="Who is to follow it besides.")] = (),
    organization_id: Annotated[
        str | None,
        Field(description="With whose members it is shared; else with nobody.", max_length=64),
    ] = None,
) -> Issue:
    """Ask a service desk for something, in the form of one of its request types."""
    type_row = desk_parts.known(ctx, RequestType, request_type_id)
    access.require_has(ctx, names.CREATE, type_row.project_id)
    place = request_types.place_of(ctx, type_row)
    values = _accepted(ctx, type_row, fields)
    reporter = _reporter(ctx, type_row.project_id, on_behalf_of)
    shared_with = _organization(ctx, type_row.project_id, organization_id)
    issue = creation.make(ctx, place, {**values, f.REPORTER: reporter})
    is_agents = access.has(ctx, names.BROWSE, type_row.project_id)
    channel = "agent" if is_agents and on_behalf_of else "portal"
    insert_row(
        ctx.session,
        Request(
            issue_id=issue.id,
            type_id=type_row.id,
            channel=channel,
            organization_id=shared_with,
        ),
    )
    follow(ctx, issue, participant_ids)
    mine = [each for each in (reporter, ctx.actor.person_id, issue.assignee_id) if each]
    watchers.begin_by_habit(ctx, issue.id, mine)
    parts = [*values.get(f.COMPONENTS, ())]
    issue_news.tell(ctx, "tracker.issue_created", issue, component_ids=parts, parent_id=None)
    if issue.assignee_id is not None:
        issue_news.tell_assigned(ctx, issue, None)
    return issue


@operation(Effect.READ, scope="read:jira-work")
def info(ctx: Context, *, issue: IssueRef) -> RequestView:
    """Read a request as its customer sees it: with the customer's word for its status."""
    row = sight.read(ctx, issue)
    if projects.known(ctx, row.project_id).kind != desk_parts.DESK:
        raise NotFound("request_not_found", "The request could not be found.")
    return views(ctx, [row])[0]


@operation(Effect.READ, scope="read:jira-work")
def list(
    ctx: Context,
    *,
    project: Annotated[ProjectRef | None, Field(description="Only of this service desk.")] = None,
    request_type_id: Annotated[
        RequestTypeId | None, Field(description="Only of this request type.")
    ] = None,
    whose: Annotated[
        Whose,
        Field(
            description="owned: the caller's; participated: those that they follow; organization:"
            " those that they share; all: any of these."
        ),
    ] = "all",
    status: Annotated[
        Literal["all", "open", "closed"], Field(description="Whether they are resolved.")
    ] = "all",
    text: Annotated[str, Field(description="Occurs in key or summary.", max_length=255)] = "",
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[RequestView]:
    """List the caller's requests, those that changed last first."""
    query = _mine(whose)
    if project is not None:
        query = query.where(_issues.project_id == desk_parts.desk(ctx, project).id)
    if request_type_id is not None:
        of_type = select(_requests.issue_id).where(_requests.type_id == request_type_id)
        query = query.where(_issues.id.in_(of_type))
    if status != "all":
        is_open = _issues.resolution_id.is_(None)
        query = query.where(is_open if status == "open" else ~is_open)
    if text.strip():
        columns = (_issues.key, _issues.summary)
        found = [column.icontains(text.strip(), autoescape=True) for column in columns]
        query = query.where(or_(*found))
    counted = query.with_only_columns(func.count().label("total"), maintain_column_froms=True)
    total = rows_of(ctx.session, counted, sight_of(ctx))[0].total
    page = query.order_by(_issues.updated_us.desc(), _issues.id).offset(start).limit(limit)
    rows = plain_rows(ctx.session, Issue, page, sight_of(ctx))
    return Listed(views(ctx, rows), total, start)


def views(ctx: Context, rows: Sequence[Issue]) -> builtins.list[RequestView]:
    """Issues that the caller sees as requests."""
    ids = [row.id for row in rows]
    of_issue = {
        row.issue_id: row
        for row in plain_rows(
            ctx.session, Request, select(Request.__table__).where(_requests.issue_id.in_(ids)), {}
        )
    }
    wanted = [row.type_id for row in of_issue.values() if row.type_id]
    types = {
        row.id: row
        for row in plain_rows(
            ctx.session,
            RequestType,
            select(RequestType.__table__).where(RequestType.__table__.c.id.in_(wanted)),
            {},
        )
    }
    beside: dict[str, builtins.list[str]] = {}
    query = select(RequestParticipant.__table__).where(_participants.issue_id.in_(ids))
    for each in rows_of(ctx.session, query.order_by(_participants.person_id), {}):
        beside.setdefault(each.issue_id, []).append(each.person_id)
    found = []
    for row in rows:
        request = of_issue.get(row.id)
        type_row = types.get(request.type_id or "") if request else None
        word = request_types.status_word(ctx, type_row, row.status_id)
        organization = request.organization_id if request else None
        channel = request.channel if request else "agent"
        people = beside.get(row.id, ())
        found.append(RequestView(row, type_row, word, people, organization, channel))
    return found


def follow(ctx: Context, issue: Issue, person_ids: Sequence[str]) -> None:
    """Let people follow a request who do not yet.

    Raises:
        Invalid: ``invalid_participants``: there is no such account.
    """
    known = site.people(ctx, person_ids)
    for person_id in dict.fromkeys(person_ids):
        if person_id not in known or known[person_id].is_deactivated:
            said = f"The user {person_id!r} does not exist."
            raise Invalid("invalid_participants", said, problems=[Problem(said, "accountIds")])
        if ctx.session.get(RequestParticipant, (issue.id, person_id)) is None:
            ctx.session.add(RequestParticipant(issue_id=issue.id, person_id=person_id))
    if person_ids:
        ctx.session.flush()  # who is told of it is asked next
        watchers.begin_by_habit(ctx, issue.id, [*person_ids])


def _accepted(ctx: Context, type_row: RequestType, fields: Mapping[str, Any]) -> Mapping[str, Any]:
    """The values of a form that was filled in.

    Raises:
        Invalid: ``invalid_fields``.
    """
    place = request_types.place_of(ctx, type_row)
    asked = {each["field"]: each for each in type_row.fields}
    given = field_input.Input(ctx, place, field_input.showing(place, asked), always=())
    for field, raw in fields.items():
        given.take(field, raw)
    for field, said in asked.items():
        is_empty = given.values.get(field) in (None, "", [], {})
        refused = any(problem.field == field for problem in given.problems)
        if (said["required"] or field == f.SUMMARY) and is_empty and not refused:
            given.require(field)
    return given.finish()


def _reporter(ctx: Context, project_id: str, person_id: str | None) -> str:
    """Whose request it is to be.

    Raises:
        Forbidden: ``permission_denied``: the caller is no agent.
        Invalid: ``invalid_fields``: there is no such account.
    """
    if person_id is None or person_id == ctx.actor.person_id:
        return ctx.actor.person_id
    if not access.has(ctx, names.SERVE, project_id):
        said = "Only agents raise requests on behalf of others."
        raise Forbidden("permission_denied", said)
    found = site.people(ctx, [person_id]).get(person_id)
    if found is None or found.is_deactivated:
        said = f"The user {person_id!r} does not exist."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "raiseOnBehalfOf")])
    return person_id


def _organization(ctx: Context, project_id: str, organization_id: str | None) -> str | None:
    if not organization_id:
        return None
    return organizations.serving(ctx, project_id, organization_id).id


@cache
def _mine(whose: str) -> Select[Any]:
    # Made when it is first asked, since who sees what is declared by then.
    following = select(_participants.issue_id).where(_participants.person_id == VIEWER)
    shared = organizations.shared_issues()
    ways: dict[str, ColumnElement[bool]] = {
        "owned": _issues.reporter_id == VIEWER,
        "participated": _issues.id.in_(following),
        "organization": _issues.id.in_(shared),
    }
    chosen = ways.values() if whose == "all" else [ways[whose]]
    desks = select(_projects.id).where(_projects.kind == desk_parts.DESK)
    return visible(Issue).where(or_(*chosen), _issues.project_id.in_(desks))
