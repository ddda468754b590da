"""Web hooks of the site: which addresses outside are told of what.

Nothing leaves a world: what would be sent is kept (``workworld.deliveries``). A web hook tells no
more than whoever made it sees.

https://developer.atlassian.com/cloud/jira/platform/webhooks/
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field
from sqlalchemy import bindparam, select

from workworld.apps.tracker.models import Hook
from workworld.apps.tracker.numbers import next_id
from workworld.apps.tracker.service import access, search
from workworld.apps.tracker.service.hook_events import EventName
from workworld.apps.tracker.types import Jql, Name
from workworld.context import Context
from workworld.database import constant, plain_rows
from workworld.errors import Invalid, NotFound, Problem
from workworld.operations import Effect, operation
from workworld.richtext.fitness import is_link

HookId = Annotated[str, Field(description="A web hook's id.", min_length=1, max_length=20)]
Url = Annotated[
    str, Field(description="Where it is told: https://hooks.example.com/x.", max_length=2000)
]
Events = Annotated[
    Sequence[EventName], Field(description="What it is told of.", min_length=1, max_length=50)
]
_MOST = 100
_hooks = Hook.__table__.c
_OF_SITE = constant(
    select(Hook.__table__).where(_hooks.expires_us.is_(None)).order_by(_hooks.created_us, _hooks.id)
)
_ONE = constant(
    select(Hook.__table__).where(_hooks.expires_us.is_(None), _hooks.id == bindparam("hook"))
)


@operation(Effect.READ, scope="manage:jira-webhook")
def list(ctx: Context) -> Sequence[Hook]:
    """List the web hooks of the site, oldest first. Only its administrators may."""
    access.require_admin(ctx)
    return plain_rows(ctx.session, Hook, _OF_SITE, {})


@operation(Effect.READ, scope="manage:jira-webhook")
def info(ctx: Context, *, hook_id: HookId) -> Hook:
    """Look one web hook of the site up. Only its administrators may."""
    access.require_admin(ctx)
    found = plain_rows(ctx.session, Hook, _ONE, {"hook": hook_id})
    if not found:
        raise _missing(hook_id)
    return found[0]


@operation(Effect.WRITE, scope="manage:jira-webhook")
def create(
    ctx: Context,
    *,
    name: Name,
    url: Url,
    events: Events,
    jql: Annotated[Jql, Field(description="Only issues that it finds; empty for all.")] = "",
    excludes_body: Annotated[
        bool, Field(description="Whether only the address is called, with no body.")
    ] = False,
    is_enabled: Annotated[bool, Field(description="Whether it is told at all.")] = True,
) -> Hook:
    """Let an address outside be told what happens, as far as the caller sees it.

    Nothing leaves the company: what would be sent is kept among the deliveries. Only
    administrators may.
    """
    access.require_admin(ctx)
    require_room(len(plain_rows(ctx.session, Hook, _OF_SITE, {})))
    now_us = ctx.clock.now_us()
    hook = Hook(
        id=next_id(ctx.ids, "hook"),
        name=_good_name(name),
        owner_id=ctx.actor.person_id,
        url=good_url(url),
        events=[*dict.fromkeys(events)],
        jql=_good_jql(ctx, jql),
        field_ids=[],
        excludes_body=excludes_body,
        is_enabled=is_enabled,
        expires_us=None,
        created_us=now_us,
        updated_us=now_us,
    )
    ctx.session.add(hook)
    return hook


@operation(Effect.WRITE, scope="manage:jira-webhook")
def edit(
    ctx: Context,
    *,
    hook_id: HookId,
    name: Name | None = None,
    url: Url | None = None,
    events: Events | None = None,
    jql: Annotated[
        Jql | None, Field(description="Only issues that it finds; empty for all.")
    ] = None,
    excludes_body: Annotated[
        bool | None, Field(description="Whether only the address is called, with no body.")
    ] = None,
    is_enabled: Annotated[bool | None, Field(description="Whether it is told at all.")] = None,
) -> Hook:
    """Change a web hook of the site; whatever is left out stays as it is.

    From then on it tells what the caller sees. Only administrators may.
    """
    hook = _changing(ctx, hook_id)
    if name is not None:
        hook.name = _good_name(name)
    if url is not None:
        hook.url = good_url(url)
    if events is not None:
        hook.events = [*dict.fromkeys(events)]
    if jql is not None:
        hook.jql = _good_jql(ctx, jql)
    if excludes_body is not None:
        hook.excludes_body = excludes_body
    if is_enabled is not None:
        hook.is_enabled = is_enabled
    hook.owner_id, hook.updated_us = ctx.actor.person_id, ctx.clock.now_us()
    return hook


@operation(Effect.WRITE, scope="manage:jira-webhook")
def delete(ctx: Context, *, hook_id: HookId) -> None:
    """Delete a web hook of the site; what it would have sent stays. Only administrators may."""
    ctx.session.delete(_changing(ctx, hook_id))


def good_url(url: str) -> str:
    """An address to which a web hook may lead.

    Raises:
        Invalid: ``invalid_hook``: it is none of the web.
    """
    found = url.strip()
    if not is_link(found) or not found.startswith(("https://", "http://")):
        raise wrong("The URL must be a whole address that begins with https:// or http://.", "url")
    return found


def require_room(count: int) -> None:
    """See to it that there are not too many.

    Raises:
        Invalid: ``too_many_hooks``.
    """
    if count >= _MOST:
        raise Invalid("too_many_hooks", f"There are {_MOST} webhooks already, which is the most.")


def wrong(what: str, field: str) -> Invalid:
    """What is wrong with a web hook."""
    return Invalid("invalid_hook", problems=[Problem(what, field)])


def _good_name(name: str) -> str:
    found = name.strip()
    if not found or not found.isprintable():
        raise wrong("The name is one line that is not empty.", "name")
    return found


def _good_jql(ctx: Context, jql: str) -> str:
    """A query that makes sense.

    Raises:
        Invalid: ``jql_parse_error`` or ``jql_invalid``.
    """
    found = jql.strip()
    if found:
        search.check(ctx, jql=found)
    return found


def _changing(ctx: Context, hook_id: str) -> Hook:
    """The object of a web hook of the site, which is to be changed."""
    access.require_admin(ctx)
    hook = ctx.session.get(Hook, hook_id)
    if hook is None or hook.expires_us is not None:
        raise _missing(hook_id)
    return hook


def _missing(hook_id: str) -> NotFound:
    return NotFound("hook_not_found", f"The webhook with id '{hook_id}' does not exist.")
