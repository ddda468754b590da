"""The accounts by which other apps of the suite say something in chat."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import bindparam, select

from workworld.apps.chat.models import ChatApp
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.directory import people, words
from workworld.directory.models import AccountKind, Person

_SECOND = 1_000_000
_people = Person.__table__.c
_ACCOUNT = constant(select(Person.__table__).where(_people.handle == bindparam("wanted")))


@dataclass(frozen=True, slots=True)
class Account:
    """A bot of the suite."""

    person_id: str
    is_new: bool


def of(ctx: Context, *, handle: str, name: str, title: str) -> Account:
    """The bot of an app, which joins the workspace when it first has something to say.

    Args:
        ctx: whose step it is.
        handle: by which it is known.
        name: what it is called then.
        title: what it does, in a few words.
    """
    if known := plain_rows(ctx.session, Person, _ACCOUNT, {"wanted": handle}):
        return Account(known[0].id, is_new=False)
    me, now = people.me(ctx), ctx.clock.now_us() // _SECOND
    bot = Person(
        id=ctx.ids.next_id("U"),
        handle=handle,
        name=name,
        display_name=name,
        email=f"{handle}@{people.company(ctx.session).domain}",
        title=title,
        office="",
        zone=me.zone,
        role="member",
        kind=AccountKind.BOT,
        updated=now,
        started=ctx.clock.now().date().isoformat(),
        team_id=me.team_id,
    )
    ctx.session.add(bot)
    ctx.session.flush()  # its app refers to it
    words.index(ctx.session, bot)
    app = ChatApp(
        id=ctx.ids.next_id("A"),
        name=name,
        description=title,
        account_id=bot.id,
        bot_id=ctx.ids.next_id("B"),
        scopes=["chat:write", "im:write"],
        created=now,
    )
    ctx.session.add(app)
    return Account(bot.id, is_new=True)
