"""The people of a world, and credentials to stand in for them."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import asdict
from typing import Any
from urllib.parse import quote

from sqlalchemy.orm import Session

from workworld import loading
from workworld.context import ALL_SCOPES
from workworld.directory import people, workloads
from workworld.directory.models import AccountKind, Person
from workworld.host.control.desk import Asked, Desk
from workworld.host.control.fields import Fields
from workworld.host.control.refusals import bad_request
from workworld.identity import LIFETIME_SECONDS
from workworld.worlds import World

LONGEST = 10 * 366 * 86_400
_APP_LEVEL = ("connections:write",)
_SCOPE = re.compile(r"[!#-\[\]-~]{1,100}")  # https://www.rfc-editor.org/rfc/rfc6749#section-3.3


def listed(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The people, and what lies on their desks if that is wanted."""
    with desk.world(asked).reading() as session:
        told = cards(session)
        if asked.fields.flag("work", default=False):
            work = workloads.of_everybody(session)
            for person in told:
                person["work"] = [asdict(each) for each in work.get(person["id"], ())]
        return {"people": told}


def components(desk: Desk, asked: Asked) -> dict[str, Any]:
    """The link to the living page of components, which opens for nobody else."""
    world = desk.world(asked)
    credential = quote(desk.authority.operator(world))
    return {"url": f"{desk.addresses(world).home}components?operator={credential}"}


def credentials(desk: Desk, asked: Asked) -> dict[str, Any]:
    """Bearer tokens of an account for every app; a person's one-time sign-in link and password.

    ``scopes`` are what the tokens allow, by default everything; ``lifetime_seconds`` is how long
    they count, in real time.
    """
    world, wanted = desk.world(asked), asked.fields.text("person")
    if wanted is None:
        raise bad_request("person is an e-mail address or an account's id")
    scopes = _scopes(asked.fields)
    lifetime = asked.fields.whole("lifetime_seconds", 1, LONGEST) or LIFETIME_SECONDS
    account = _account(world, wanted)
    told = {"person": account.id, "kind": account.kind}
    return told | _keys_of(desk, world, account, scopes, lifetime)


def keys(desk: Desk, world: World, person_id: str) -> dict[str, Any]:
    """What lets somebody in as a person."""
    return _keys_of(desk, world, _account(world, person_id), ALL_SCOPES, LIFETIME_SECONDS)


def _keys_of(
    desk: Desk, world: World, account: Person, scopes: Iterable[str], lifetime: int
) -> dict[str, Any]:
    tokens = {
        app.id: desk.authority.token(
            world, account.id, prefix, scopes=scopes, lifetime_seconds=lifetime
        )
        for app in loading.apps()
        if (prefix := app.token_prefixes.get(AccountKind(account.kind)))
    }
    if account.kind == AccountKind.BOT:
        return {"tokens": tokens, "app_tokens": _app_tokens(desk, world, account, lifetime)}
    return {
        "tokens": tokens,
        "launch_url": desk.launch_url(world, account.id),
        "password": desk.authority.password(world, account.id),
    }


def _app_tokens(desk: Desk, world: World, account: Person, lifetime: int) -> dict[str, str]:
    """By which a bot's program asks each app to be told of events."""
    return {
        app.id: desk.authority.token(
            world,
            account.id,
            app.app_level_prefix,
            scopes=_APP_LEVEL,
            lifetime_seconds=lifetime,
        )
        for app in loading.apps()
        if app.app_level_prefix
    }


def cards(session: Session) -> list[dict[str, Any]]:
    """What there is to say of each person."""
    return [card(person) for person in people.everyone(session)]


def card(person: Person) -> dict[str, Any]:
    """What there is to say of a person."""
    return {
        "id": person.id,
        "name": person.name,
        "email": person.email,
        "title": person.title,
        "team": person.team.name,
        "office": person.office,
        "spotlight": person.spotlight,
    }


def find_person(world: World, wanted: str) -> str:
    """The id of the person with an e-mail address or id, who signs in and is no bot.

    Raises:
        Refusal: there is nobody.
    """
    account = _account(world, wanted)
    if account.kind == AccountKind.BOT:
        raise bad_request(f"{account.name} is a bot, which never signs in")
    return account.id


def _account(world: World, wanted: str) -> Person:
    if not wanted.isprintable():
        raise bad_request("person is an e-mail address or an account's id")
    with world.reading() as session:
        account = session.get(Person, wanted) or people.by_email(session, wanted)
    if account is None:
        raise bad_request(f"nobody here has the e-mail address or id {wanted!r}")
    return account


def _scopes(fields: Fields) -> frozenset[str]:
    given = fields.texts("scopes")
    if given is None:
        return ALL_SCOPES
    if bad := [scope for scope in given if not _SCOPE.fullmatch(scope)]:
        raise bad_request(f"{bad[0]!r} is no scope")
    return frozenset(given)
