"""What people see of each app: more than a page of it, and nothing that is not for them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld import loading
from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import search
from workworld.apps.crm.models import Account, User, UserRole
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import sight
from workworld.apps.sheets.models import Workbook
from workworld.apps.tracker.models import Issue
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.database import Base
from workworld.directory.models import Person
from workworld.ids import Ids
from workworld.permissions import sight_of, visible
from workworld.worlds.ledgers import Fact

_LISTS: Mapping[str, tuple[type[Base], int]] = {
    "conversations": (Channel, 30),
    "workbooks": (Workbook, 25),
    "issues": (Issue, 50),
}
"""What an app lists, and how many of them a page holds."""
_ACCOUNTS = 50
_ELSE = "Company"
"""The role of those who hardly have to do with customers."""
_WORDS = ("the", "deal", "invoice", "budget", "confidential", "review")


def _spotlight(session: Session) -> Iterator[tuple[Person, Context]]:
    """Those who may be stood in for, each looking for themselves."""
    loading.apps()  # who sees what is declared in their modules
    people = select(Person).where(Person.spotlight, ~Person.is_deactivated).order_by(Person.id)
    for person in session.scalars(people):
        request = Request(Surface.SEED, "check")
        yield person, Context(session, Actor(person.id), request, Clock(session), Ids(session))


def i51(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Whatever somebody finds by search lies where they may read."""
    found = 0
    for person, ctx in _spotlight(session):
        there = visible(Channel).with_only_columns(Channel.id)
        readable = set(session.scalars(there, sight_of(ctx)))
        for word in _WORDS:
            for hit in search.messages(ctx, query=word, count=100).page.items:
                found += 1
                if hit.channel_id not in readable:
                    yield f"{person.handle} finds {hit.ts} by {word}, and may not read it"
    if not found:
        yield "nobody finds anything"


def i62(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Those who may be stood in for see more than a page of whatever an app lists."""
    for person, ctx in _spotlight(session):
        for noun, (model, page) in _LISTS.items():
            there = select(func.count()).select_from(visible(model).subquery())
            count = session.scalar(there, sight_of(ctx)) or 0
            if count <= page:
                yield f"{person.handle} sees {count} {noun}, and a page holds {page}"
        role = select(UserRole.name).join(User, User.role_id == UserRole.id)
        if session.scalar(role.where(User.person_id == person.id)) in (None, _ELSE):
            continue
        theirs = sight.rows(ctx, objects.of_name("Account"), Account.__table__)
        count = session.scalar(select(func.count()).select_from(Account).where(theirs)) or 0
        if count <= _ACCOUNTS:
            yield f"{person.handle} sees {count} accounts, and a page holds {_ACCOUNTS}"
