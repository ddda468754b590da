"""Who wrote what an archive holds: people of the directory, or new ones without an account."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import select

from workworld.apps.chat.service.archives import Archive
from workworld.context import Context
from workworld.directory import people, words
from workworld.directory.models import AccountKind, Person
from workworld.zones import zone_names

_LONGEST = 80
_SECOND = 1_000_000


@dataclass(frozen=True, slots=True)
class Author:
    """Somebody whom an archive names."""

    source_id: str
    name: str
    handle: str
    email: str
    title: str
    zone: str
    is_bot: bool
    person_id: str
    """Who they are here; empty for whoever is to be made."""
    found_by: str
    """``e-mail`` or ``name``; empty for whoever is to be made."""


def authors(ctx: Context, archive: Archive) -> dict[str, Author]:
    """Everybody who is named, by the archive's id, in an order that does not vary."""
    known = _Known.of(ctx)
    found: dict[str, Author] = {}
    for shape in archive.users:
        source_id = str(shape.get("id", ""))
        if source_id:
            found.setdefault(source_id, _author(known, source_id, shape))
    strangers = _named(archive) - found.keys()
    for source_id in sorted(strangers):
        found[source_id] = _author(known, source_id, {"real_name": f"Unknown {source_id}"})
    return found


def make(ctx: Context, author: Author) -> str:
    """The id of the person here; somebody new has an account that is deactivated."""
    if author.person_id:
        return author.person_id
    me = people.me(ctx)
    person = Person(
        id=ctx.ids.next_id("U"),
        handle=_free_handle(ctx, author.handle),
        name=author.name,
        display_name=author.name,
        email=author.email,
        title=author.title,
        office="",
        zone=author.zone or me.zone,
        role="member",
        kind=AccountKind.BOT if author.is_bot else AccountKind.PERSON,
        is_deactivated=True,
        updated=ctx.clock.now_us() // _SECOND,
        started=ctx.clock.now().date().isoformat(),
        team_id=me.team_id,
        manager_id=None,
    )
    ctx.session.add(person)
    ctx.session.flush()  # what they wrote refers to them
    words.index(ctx.session, person)
    return person.id


@dataclass(frozen=True, slots=True)
class _Known:
    """The directory, as archives are compared with it."""

    by_email: Mapping[str, str]
    by_name: Mapping[str, str]
    """Of names that one account alone has."""
    domain: str

    @classmethod
    def of(cls, ctx: Context) -> _Known:
        """Everybody, leavers and bots too."""
        rows = ctx.session.execute(select(Person.id, Person.name, Person.email)).all()
        names: dict[str, list[str]] = {}
        for row in rows:
            names.setdefault(words.folded(row.name), []).append(row.id)
        single = {name: ids[0] for name, ids in names.items() if len(ids) == 1}
        emails = {row.email.lower(): row.id for row in rows}
        return cls(emails, single, people.company(ctx.session).domain)


def _author(known: _Known, source_id: str, shape: Mapping[str, Any]) -> Author:
    profile = shape.get("profile")
    profile = profile if isinstance(profile, Mapping) else {}
    name = _line(shape.get("real_name") or profile.get("real_name") or shape.get("name"))
    name = name or f"Unknown {source_id}"[:_LONGEST]
    handle = re.sub(r"[^a-z0-9._-]+", "", str(shape.get("name", "")).lower())[:60]
    email = _line(profile.get("email")).lower()
    if "@" not in email:  # one is made, by which a second import finds them again
        email = f"{re.sub(r'[^a-z0-9]+', '', source_id.lower())}@imported.{known.domain}"
    person_id = known.by_email.get(email, "")
    found_by = "e-mail" if person_id else ""
    if not person_id and (person_id := known.by_name.get(words.folded(name), "")):
        found_by = "name"
    zone = str(shape.get("tz", ""))
    return Author(
        source_id,
        name,
        handle or "imported",
        email,
        _line(profile.get("title")),
        zone if zone in zone_names() else "",
        shape.get("is_bot") is True,
        person_id,
        found_by,
    )


def _named(archive: Archive) -> set[str]:
    """The ids of all who wrote or reacted."""
    found: set[str] = set()
    for said in archive.messages.values():
        for message in said:
            found |= {writer_of(message), *_reacting(message)}
    return found - {""}


def _reacting(message: Mapping[str, Any]) -> set[str]:
    given = message.get("reactions")
    users = [
        each.get("users")
        for each in (given if isinstance(given, list) else [])
        if isinstance(each, Mapping)
    ]
    return {str(user)[:64] for found in users if isinstance(found, list) for user in found}


def writer_of(message: Mapping[str, Any]) -> str:
    """The archive's id of whoever wrote a message; empty if it does not say."""
    return str(message.get("user") or message.get("bot_id") or "")[:64]


def _line(said: object) -> str:
    text = "".join(letter if letter.isprintable() else " " for letter in str(said or ""))
    return " ".join(text.split())[:_LONGEST]


def _free_handle(ctx: Context, wanted: str) -> str:
    taken = select(Person.handle).where(Person.handle.startswith(wanted, autoescape=True))
    known = {*ctx.session.scalars(taken)}
    number = 1
    while (handle := wanted if number == 1 else f"{wanted}{number}") in known:
        number += 1
    return handle
