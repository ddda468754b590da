"""What people say of themselves: their profile, and for a while their status."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from workworld.apps.chat.service import own_emoji, presence
from workworld.apps.chat.types import UnixTime
from workworld.context import Context, Surface
from workworld.directory import people
from workworld.directory.models import Person
from workworld.errors import Invalid, Problem
from workworld.operations import Effect, operation
from workworld.permissions import require
from workworld.schedule import plan

LONGEST_STATUS = 100
_SECOND = 1_000_000
_USUAL_EMOJI = "speech_balloon"


@operation(Effect.WRITE, scope="users.profile:write")
def update(
    ctx: Context,
    *,
    display_name: Annotated[
        str | None, Field(description="What colleagues read beside messages; 80 characters.")
    ] = None,
    pronouns: Annotated[str | None, Field(description="Such as she/her; 40 characters.")] = None,
    title: Annotated[str | None, Field(description="Job title; 255 characters.")] = None,
    phone: Annotated[str | None, Field(description="Phone number; 50 characters.")] = None,
    status_text: Annotated[
        str | None, Field(description="What one is up to; 100 characters, empty for nothing.")
    ] = None,
    status_emoji: Annotated[
        str | None, Field(description="An emoji that stands for it, by its name.")
    ] = None,
    status_expiration: Annotated[
        UnixTime | None, Field(description="When the status ends, in Unix seconds; 0 for never.")
    ] = None,
) -> Person:
    """Change one's own profile or status; whatever is left out stays as it is.

    Raises:
        Invalid: ``invalid_profile``, with the problem of each field.
    """
    require(ctx, "directory.people.update_profile", people.me(ctx))
    fields = {
        "display_name": display_name,
        "pronouns": pronouns,
        "title": title,
        "phone": phone,
    }
    if any(value is not None for value in fields.values()):
        people.update_profile(ctx, **fields)
    if (status_text, status_emoji, status_expiration) != (None, None, None):
        _put_status(ctx, status_text, status_emoji, status_expiration)
    return people.me(ctx)


# It is due when somebody's status ends, and nobody asks for it.
@operation(Effect.WRITE, scope=None, doors=(Surface.SYSTEM,))
def expire(ctx: Context) -> None:
    """Clear a status that has ended, unless another one was set."""
    row = presence.said_by_me(ctx)
    if row.status_until and row.status_until * _SECOND <= ctx.clock.now_us():
        row.status_text, row.status_emoji, row.status_until = "", "", None
        presence.tell(ctx)


def _put_status(ctx: Context, text: str | None, emoji: str | None, until: int | None) -> None:
    row = presence.said_by_me(ctx)
    emoji_now, text_now, until_now = presence.status_of(row, ctx.clock.now_us())
    row.status_text = text_now if text is None else _good_text(text)
    row.status_emoji = emoji_now if emoji is None else _good_emoji(ctx, emoji)
    if row.status_text and not row.status_emoji:
        row.status_emoji = _USUAL_EMOJI
    end = (until_now if until is None else until) or None
    row.status_until = end if row.status_emoji else None
    if end and row.status_emoji:
        _end_in_time(ctx, end)
    presence.tell(ctx)


def _end_in_time(ctx: Context, until: int) -> None:
    if until * _SECOND <= ctx.clock.now_us():
        raise Invalid("invalid_profile", problems=[Problem("is over", "status_expiration")])
    plan(
        ctx.session,
        due_us=until * _SECOND,
        actor_id=ctx.actor.person_id,
        operation="chat.profiles.expire",
        arguments={},
    )


def _good_text(text: str) -> str:
    good = " ".join(text.split())
    if len(good) > LONGEST_STATUS or not good.isprintable():
        said = f"may hold {LONGEST_STATUS} characters, none of them invisible"
        raise Invalid("invalid_profile", problems=[Problem(said, "status_text")])
    return good


def _good_emoji(ctx: Context, typed: str) -> str:
    if not typed.strip(": "):
        return ""
    name = own_emoji.canonical(ctx, typed)
    if name is None:
        raise Invalid(
            "invalid_profile", problems=[Problem("there is no such emoji", "status_emoji")]
        )
    return name
