"""What people have chosen for themselves: what they are told of, and what they watch."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from types import MappingProxyType
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select

from workworld.apps.tracker.models import Preference
from workworld.context import Context, Surface
from workworld.database import constant, given, plain_rows
from workworld.operations import Effect, operation

_preferences = Preference.__table__.c
_OF_PEOPLE = constant(
    select(Preference.__table__).where(_preferences.person_id.in_(given("people")))
)


@dataclass(frozen=True, slots=True)
class Choice:
    """Somebody's choices; the defaults are what is usual."""

    notify_own: bool = False
    """Whether they are told of their own changes."""
    notify_watched: bool = True
    notify_mentions: bool = True
    notify_parents: bool = False
    """Whether they are told of what stands below issues that they watch."""
    notify_chat: bool = False
    """Whether they are also written to when an issue is assigned to them or mentions them."""
    notify_digest: bool = False
    """Whether they are written to each working day about what they have not read."""
    watch_own: bool = True
    """Whether they watch what they create, comment or are assigned."""
    columns: tuple[str, ...] = ()
    """The columns of their lists of issues; none for the usual ones."""


USUAL = Choice()
_NAMES = MappingProxyType(asdict(USUAL))
# The vendor's API keeps what its own clients like, by keys of theirs: none of these.
_DOORS = (Surface.MCP, Surface.UI)
_Wish = Annotated[bool | None, Field(description="None leaves it as it is.")]


@operation(Effect.READ, scope="read:jira-user", doors=_DOORS)
def info(ctx: Context) -> Choice:
    """Read what the caller has chosen for themselves."""
    return of(ctx, ctx.actor.person_id)


@operation(Effect.WRITE, scope="write:jira-work", doors=_DOORS)
def choose(
    ctx: Context,
    *,
    notify_own: _Wish = None,
    notify_watched: _Wish = None,
    notify_mentions: _Wish = None,
    notify_parents: _Wish = None,
    notify_chat: _Wish = None,
    notify_digest: _Wish = None,
    watch_own: _Wish = None,
    columns: Annotated[
        Sequence[Annotated[str, Field(max_length=64)]] | None,
        Field(description="Ids of fields, none for the usual ones.", max_length=50),
    ] = None,
) -> Choice:
    """Choose what the caller is told of, what they watch, and the columns of their lists."""
    wishes = {
        "notify_own": notify_own,
        "notify_watched": notify_watched,
        "notify_mentions": notify_mentions,
        "notify_parents": notify_parents,
        "notify_chat": notify_chat,
        "notify_digest": notify_digest,
        "watch_own": watch_own,
        "columns": None if columns is None else [*dict.fromkeys(columns)],
    }
    row = ctx.session.get(Preference, ctx.actor.person_id)
    if row is None:
        row = Preference(person_id=ctx.actor.person_id, **_stored(USUAL))
        ctx.session.add(row)
    if notify_digest not in (None, row.notify_digest):
        ctx.emit("tracker.digest_chosen", is_wanted=notify_digest)
    for name, wish in wishes.items():
        if wish is not None:
            setattr(row, name, wish)
    return _choice(row)


def of(ctx: Context, person_id: str) -> Choice:
    """What somebody has chosen."""
    return of_people(ctx, [person_id])[person_id]


def of_people(ctx: Context, person_ids: Sequence[str]) -> dict[str, Choice]:
    """What each of some people has chosen."""
    rows = plain_rows(ctx.session, Preference, _OF_PEOPLE, {"people": [*person_ids]})
    chosen = {row.person_id: _choice(row) for row in rows}
    return {each: chosen.get(each, USUAL) for each in person_ids}


def _choice(row: Preference) -> Choice:
    values: dict[str, Any] = {name: getattr(row, name) for name in _NAMES}
    values["columns"] = tuple(row.columns)
    return Choice(**values)


def _stored(choice: Choice) -> dict[str, Any]:
    return asdict(choice) | {"columns": [*choice.columns]}
