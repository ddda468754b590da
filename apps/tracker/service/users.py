"""Accounts: finding people, and those to whom issues can be assigned or shown."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import Select, func, select

from workworld.apps.tracker import permission_names
from workworld.apps.tracker.listed import Listed
from workworld.apps.tracker.models import Group, ProjectAccess
from workworld.apps.tracker.service import access, audience, groups, projects, sight
from workworld.apps.tracker.service.doors import PROGRAMS
from workworld.apps.tracker.types import IssueRef, PageSize, PersonId, ProjectRef, Start
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.directory import people as directory_people
from workworld.directory import words
from workworld.directory.models import AccountKind, Person
from workworld.directory.people import by_ids
from workworld.directory.sight import known_to
from workworld.errors import Invalid, NotFound
from workworld.operations import Effect, operation
from workworld.richtext.fitness import IDENTIFIER

_people, _access = Person.__table__.c, ProjectAccess.__table__.c
_STAFF = select(Person.__table__).where(_people.kind == AccountKind.PERSON)
Text = Annotated[
    str,
    Field(description="Beginnings of words of a name or address; all if empty.", max_length=255),
]


@operation(Effect.READ, scope="read:jira-user")
def me(ctx: Context) -> Person:
    """Look the caller's own account up."""
    return directory_people.me(ctx)


@operation(Effect.READ, scope="read:jira-user", doors=PROGRAMS)
def info(ctx: Context, *, person_id: PersonId) -> Person:
    """Look one account up, a leaver's or a bot's too: a row to be read."""
    found = several(ctx, person_ids=[person_id])
    if not found:
        said = "Specified user does not exist or you do not have permission to view it."
        raise NotFound("user_not_found", said)
    return found[0]


@operation(Effect.READ, scope="read:jira-user", doors=PROGRAMS)
def several(
    ctx: Context,
    *,
    person_ids: Annotated[
        Sequence[PersonId], Field(description="Account ids.", min_length=1, max_length=200)
    ],
) -> Sequence[Person]:
    """Look several accounts up, in the order of their names: rows to be read.

    Those that there are not, or that the caller does not know, are left out.
    """
    query = known_to(ctx, select(Person.__table__).where(_people.id.in_(person_ids)))
    return plain_rows(ctx.session, Person, query.order_by(_people.name, _people.id), {})


@operation(Effect.READ, scope="read:jira-user")
def search(
    ctx: Context,
    *,
    query: Text = "",
    with_inactive: Annotated[bool, Field(description="Leavers too.")] = False,
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Person]:
    """Find accounts, those first whose names begin with the text: rows to be read.

    People from elsewhere find only those with whom they share something.
    """
    return _found(ctx, _STAFF, query, start, limit, with_inactive=with_inactive)


@operation(Effect.READ, scope="read:jira-user", doors=PROGRAMS)
def assignable(
    ctx: Context,
    *,
    project: Annotated[ProjectRef | None, Field(description="To issues of this project.")] = None,
    issue: Annotated[IssueRef | None, Field(description="This issue.")] = None,
    query: Text = "",
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Person]:
    """Find the accounts to which an issue, or those of a project, can be assigned."""
    if issue is not None:
        project_id = sight.read(ctx, issue).project_id
    elif project is not None:
        project_id = projects.known(ctx, project).id
    else:
        said = "The parameters 'project' and 'issueKey' cannot both be missing."
        raise Invalid("invalid_input", said)
    return _holding(ctx, permission_names.ASSIGNABLE, project_id, query, start, limit)


# Tools ask about one project at a time.
@operation(Effect.READ, scope="read:jira-user", doors=(Surface.REST,))
def assignable_everywhere(
    ctx: Context,
    *,
    project_refs: Annotated[
        Sequence[ProjectRef], Field(description="Projects.", min_length=1, max_length=100)
    ],
    query: Text = "",
    start: Start = 0,
    limit: PageSize = 50,
) -> Sequence[Person]:
    """Find the accounts to which issues of all of some projects can be assigned."""
    bit = permission_names.BIT[permission_names.ASSIGNABLE]
    people = _STAFF
    for ref in project_refs:
        place = projects.known(ctx, ref)
        allowed = select(_access.person_id).where(
            _access.project_id == place.id, _access.granted.op("&")(bit) != 0
        )
        people = people.where(_people.id.in_(allowed))
    return _found(ctx, people, query, start, limit, with_inactive=False).items


@operation(Effect.READ, scope="read:jira-user", doors=PROGRAMS)
def holding(
    ctx: Context,
    *,
    project: ProjectRef,
    permission: Annotated[str, Field(description="Such as BROWSE_PROJECTS.", max_length=255)],
    query: Text = "",
    start: Start = 0,
    limit: PageSize = 50,
) -> Listed[Person]:
    """Find the accounts that have a permission in a project, whatever the issue."""
    if permission not in permission_names.BIT:
        raise Invalid("invalid_permission", f"There is no permission {permission}.")
    place = projects.known(ctx, project)
    access.require_has(ctx, permission_names.BROWSE, place.id)
    return _holding(ctx, permission, place.id, query, start, limit)


@operation(Effect.READ, scope="read:jira-user", doors=PROGRAMS)
def viewers(
    ctx: Context,
    *,
    issue: Annotated[IssueRef | None, Field(description="This issue.")] = None,
    project: Annotated[ProjectRef | None, Field(description="Or issues of this project.")] = None,
    query: Text = "",
    limit: PageSize = 50,
) -> Sequence[Person]:
    """Find those who see an issue, or a project's, whom one may mention or let watch it."""
    if issue is None:
        if project is None:
            said = "The parameters 'projectKey' and 'issueKey' cannot both be missing."
            raise Invalid("invalid_input", said)
        browse = permission_names.BROWSE
        return holding(ctx, project=project, permission=browse, query=query, limit=limit).items
    row = sight.read(ctx, issue)
    found = _found(ctx, _STAFF, query, 0, _MOST, with_inactive=False).items
    theirs = set(audience.of_issue(ctx, row.id, [person.id for person in found]))
    return [person for person in found if person.id in theirs][:limit]


@operation(Effect.READ, scope="read:jira-user", doors=PROGRAMS)
def groups_of(ctx: Context, *, person_id: PersonId) -> Sequence[Group]:
    """List the groups that somebody is in, by name: rows to be read."""
    return groups.of_person(ctx, info(ctx, person_id=person_id).id)


_MOST = 1000
"""How many people are asked at most whether they see an issue."""


def _holding(
    ctx: Context, permission: str, project_id: str, text: str, start: int, limit: int
) -> Listed[Person]:
    bit = permission_names.BIT[permission]
    allowed = select(_access.person_id).where(
        _access.project_id == project_id, _access.granted.op("&")(bit) != 0
    )
    people = _STAFF.where(_people.id.in_(allowed))
    return _found(ctx, people, text, start, limit, with_inactive=False)


def _found(
    ctx: Context, people: Select[Any], text: str, start: int, limit: int, *, with_inactive: bool
) -> Listed[Person]:
    found = known_to(ctx, people)
    if not with_inactive:
        found = found.where(_people.is_deactivated.is_(False))
    if IDENTIFIER.fullmatch(wanted := text.strip()) and by_ids(ctx.session, [wanted]):
        found = found.where(_people.id == wanted)  # the vendor's clients look ids up like this
    else:
        found = words.matching(found, text)
    counted = select(func.count()).select_from(found.order_by(None).subquery())
    total = ctx.session.scalar(counted) or 0
    rows = plain_rows(ctx.session, Person, found.offset(start).limit(limit), {})
    return Listed(rows, total, start)
