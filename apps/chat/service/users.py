"""Members of the workspace, as chat shows them."""

from __future__ import annotations

from sqlalchemy import select

from workworld.apps.chat.types import Cursor, PageSize, UserId
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person
from workworld.errors import NotFound
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, page_of

_LISTING = "users"


@operation(Effect.READ, scope="users:read")
def list(ctx: Context, *, limit: PageSize = 1000, cursor: Cursor = "") -> Page[Person]:
    """List the members of the workspace, by id."""
    query = select(Person)
    if cursor:
        query = query.where(Person.id > decode_cursor(_LISTING, cursor))
    rows = ctx.session.scalars(query.order_by(Person.id).limit(limit + 1)).all()
    return page_of(rows, limit, _LISTING, lambda person: person.id)


@operation(Effect.READ, scope="users:read")
def info(ctx: Context, *, user_id: UserId) -> Person:
    """Look one member up."""
    return known(ctx, user_id)


@operation(Effect.READ, scope=None)
def me(ctx: Context) -> Person:
    """Who the caller is."""
    return people.me(ctx)


def known(ctx: Context, user_id: str) -> Person:
    """The person of this id.

    Raises:
        NotFound: ``user_not_found``.
    """
    person = ctx.session.get(Person, user_id)
    if person is None:
        raise NotFound("user_not_found", "There is no person with this id.")
    return person
