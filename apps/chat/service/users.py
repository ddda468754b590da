"""Members of the workspace, as chat shows them."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.chat.service import apps
from workworld.apps.chat.types import Cursor, PageSize, UserId, Words
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.directory import people
from workworld.directory.models import AccountKind, Company, Person
from workworld.directory.sight import known_to, knows
from workworld.directory.words import matching
from workworld.errors import NotFound
from workworld.operations import Effect, operation
from workworld.paging import Page, decode_cursor, encode_cursor, page_of
from workworld.randomness import digest

_LISTING = "users"


# Pages show people as the directory has them; the vendor's server finds them by search.
@operation(Effect.READ, scope="users:read", doors=(Surface.REST, Surface.MCP))
def list(ctx: Context, *, limit: PageSize = 1000, cursor: Cursor = "") -> Page[Person]:
    """List the members of the workspace, by id."""
    query = known_to(ctx, select(Person))
    if cursor:
        query = query.where(Person.id > decode_cursor(_LISTING, cursor))
    rows = ctx.session.scalars(query.order_by(Person.id).limit(limit + 1)).all()
    return page_of(rows, limit, _LISTING, lambda person: person.id)


@operation(Effect.READ, scope="users:read", doors=(Surface.REST, Surface.MCP))
def info(ctx: Context, *, user_id: UserId) -> Person:
    """Look one member up."""
    return known(ctx, user_id)


# Whoever calls tools reads their own profile, and a page's banner says whose it is.
@operation(Effect.READ, scope=None, doors=(Surface.REST,))
def me(ctx: Context) -> Person:
    """Who the caller is."""
    return people.me(ctx)


@operation(Effect.READ, scope="users:read", doors=(Surface.MCP, Surface.UI))
def search(
    ctx: Context,
    *,
    words: Annotated[
        Words,
        Field(description="How words of a name, address, title or team begin; - leaves out."),
    ],
    limit: PageSize = 20,
    cursor: Cursor = "",
) -> Page[Person]:
    """Find members by the beginnings of words in their names, addresses, titles and teams."""
    wanted = " ".join(word for word in words if not word.startswith("-"))
    people_rows, out = (
        Person.__table__,
        [word[1:] for word in words if word[:1] == "-" and word[1:]],
    )
    query = matching(known_to(ctx, select(people_rows)), wanted)
    for word in out:
        others = matching(select(people_rows), word).with_only_columns(people_rows.c.id)
        query = query.where(people_rows.c.id.not_in(others.order_by(None)))
    listing = f"people {digest(*words).hex()[:16]}"
    done = int(decode_cursor(listing, cursor)) if cursor else 0
    rows = plain_rows(ctx.session, Person, query.limit(limit + 1).offset(done), {})
    following = encode_cursor(listing, str(done + limit)) if len(rows) > limit else None
    return Page(rows[:limit], following)


@operation(Effect.READ, scope="users:read.email", doors=(Surface.REST,))
def lookup(
    ctx: Context,
    *,
    email: Annotated[str, Field(description="An e-mail address.", max_length=320)],
) -> Person:
    """Find the member who has an e-mail address."""
    person = people.by_email(ctx.session, email)
    if person is None or not knows(ctx, person.id):
        raise NotFound("users_not_found", "Nobody has this e-mail address.")
    return person


@operation(Effect.READ, scope="users:read", doors=(Surface.REST,))
def bot(ctx: Context, *, bot_id: UserId) -> Person:
    """Look a bot up, by its id or that of its account."""
    app = apps.of_bot(ctx, bot_id)
    person = ctx.session.get(Person, app.account_id if app else bot_id)
    if person is None or person.kind != AccountKind.BOT or not knows(ctx, person.id):
        raise NotFound("bot_not_found", "There is no bot with this id.")
    return person


@operation(Effect.READ, scope="team:read", doors=(Surface.REST,))
def team(
    ctx: Context,
    *,
    team_id: Annotated[str, Field(description="The workspace's id.", max_length=64)] = "",
) -> Company:
    """Look the workspace up."""
    company = people.company(ctx.session)
    if team_id not in ("", company.id):
        raise NotFound("team_not_found", "There is no workspace with this id.")
    return company


def known(ctx: Context, user_id: str) -> Person:
    """The person of this id, if the caller knows them.

    Raises:
        NotFound: ``user_not_found``.
    """
    person = ctx.session.get(Person, user_id)
    if person is None or not knows(ctx, person.id):
        raise NotFound("user_not_found", "There is no person with this id.")
    return person
