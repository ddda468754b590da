"""People, as the tracker's doors find them: https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-user-search/"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import Select, func, select

from workworld.apps.tracker import permission_names
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.service import access, projects, sight
from workworld.apps.tracker.types import IssueRef, PageSize, PersonId, ProjectRef, Start
from workworld.context import Context
from workworld.database import plain_rows, rows_of
from workworld.directory import people
from workworld.directory.models import AccountKind, Person
from workworld.directory.sight import known_to, knows
from workworld.directory.words import matching
from workworld.errors import Invalid, NotFound
from workworld.operations import Effect, operation

_people = Person.__table__.c
Sought = Annotated[
    str, Field(description="How words of a name or an e-mail address begin.", max_length=255)
]


@operation(Effect.READ, scope="read:jira-user")
def me(ctx: Context) -> Person:
    """Who the caller is."""
    return people.me(ctx)


@operation(Effect.READ, scope="read:jira-user")
def info(ctx: Context, *, person_id: PersonId) -> Person:
    """Look one person up by account id."""
    person = ctx.session.get(Person, person_id)
    if person is None or not knows(ctx, person.id):
        said = f"Specified user does not exist or you do not have required permissions: {person_id}"
        raise NotFound("user_not_found", said)
    return person


@operation(Effect.READ, scope="read:jira-user")
def search(
    ctx: Context, *, query: Sought = "", start: Start = 0, limit: PageSize = 50
) -> Listed[Person]:
    """Find active people by the beginnings of words in their names and addresses.

    Without a query, all of them.
    """
    return _listed(ctx, _active(ctx), query, start, limit)


@operation(Effect.READ, scope="read:jira-user")
def assignable(
    ctx: Context,
    *,
    query: Sought = "",
    project: Annotated[
        ProjectRef | None, Field(description="Who may get issues of this project.")
    ] = None,
    issue: Annotated[IssueRef | None, Field(description="Who may get this issue.")] = None,
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Person]:
    """Find people to whom issues of a project, or one issue, can be assigned."""
    if issue is not None:
        project_id = sight.read(ctx, issue).project_id
    elif project is not None:
        project_id = projects.known(ctx, project).id
    else:
        said = "The parameters 'project' and 'issueKey' cannot both be missing."
        raise Invalid("invalid_input", said)
    holders = access.holders(ctx, permission_names.ASSIGNABLE, project_id)
    return _listed(ctx, _active(ctx).where(_people.id.in_(holders)), query, start, limit)


def _active(ctx: Context) -> Select[Any]:
    found = known_to(ctx, select(Person.__table__))
    return found.where(_people.is_deactivated.is_(False), _people.kind == AccountKind.PERSON)


def _listed(ctx: Context, found: Select[Any], query: str, start: int, limit: int) -> Listed[Person]:
    found = matching(found, query) if query.strip() else found.order_by(_people.name, _people.id)
    counted = select(func.count().label("total")).select_from(found.order_by(None).subquery())
    (total,) = (row.total for row in rows_of(ctx.session, counted, {}))
    rows = plain_rows(ctx.session, Person, found.offset(start).limit(limit), {})
    return Listed(rows, total, start)
