"""Views that apps show to whoever has just asked something of them: forms in a dialog.

https://docs.slack.dev/surfaces/modals
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

from pydantic import Field
from sqlalchemy import select

from workworld.apps.chat.blocks.finding import element_at
from workworld.apps.chat.blocks.modals import modal
from workworld.apps.chat.models import Home, Interaction, Modal
from workworld.apps.chat.service import apps, contents, interactions, modal_values
from workworld.context import Context, Surface
from workworld.errors import Conflict, Forbidden, Invalid, NotFound, Problem
from workworld.operations import Effect, operation
from workworld.randomness import digest
from workworld.topics import is_own, listens

MOST_STACKED = 3
LIFETIME_US = 3 * 60 * 1_000_000
"""The vendor's clock gives an app three seconds; here each step of anybody takes fifteen."""
_TOPIC = "chat.modals"
Given = Annotated[dict[str, Any], Field(description="The view, as the vendor shapes it.")]
Hash = Annotated[str, Field(description="Only if the view still has this hash.", max_length=100)]
Trigger = Annotated[str, Field(description="From what somebody asked.", max_length=100)]
ViewId = Annotated[str, Field(description="Id of a view: V0A1B2C3D4.", min_length=1, max_length=64)]

listens(_TOPIC)(is_own)


def topic_of(person_id: str) -> str:
    """The topic of the views that somebody is shown."""
    return f"{_TOPIC}:{person_id}"


# Only apps show views, and their tools are the vendor's Web API.
@operation(Effect.WRITE, scope=None, doors=(Surface.REST,))
def open(ctx: Context, *, trigger_id: Trigger, view: Given) -> Modal:
    """Show a view to whoever has just asked something of the caller's app."""
    content = _content(ctx, view)
    asked = _exchanged(ctx, trigger_id)
    for other in _stack(ctx, asked.person_id):
        ctx.session.delete(other)
    ctx.session.flush()  # what an app calls its views may be said anew
    return _add(ctx, asked, content, 0)


@operation(Effect.WRITE, scope=None, doors=(Surface.REST,))
def push(ctx: Context, *, trigger_id: Trigger, view: Given) -> Modal:
    """Show a view above the one in which somebody has just asked something."""
    content = _content(ctx, view)
    asked = _exchanged(ctx, trigger_id)
    beneath = [each for each in _stack(ctx, asked.person_id) if each.app_id == asked.app_id]
    if not beneath:
        raise NotFound("not_found", "There is no view beneath it.")
    return _push(ctx, asked, content, beneath[-1].depth + 1)


@operation(Effect.WRITE, scope=None, doors=(Surface.REST,))
def update(
    ctx: Context,
    *,
    view: Given,
    view_id: Annotated[str, Field(description="Which view.", max_length=64)] = "",
    external_id: Annotated[
        str, Field(description="What the app calls it, instead.", max_length=255)
    ] = "",
    hash: Hash = "",
) -> Modal:
    """Show something else in a view of the caller's app."""
    content = _content(ctx, view)
    row = _own(ctx, view_id, external_id)
    if hash and hash != hash_of(row):
        raise Conflict("hash_conflict", "The view was changed meanwhile.")
    _change(ctx, row, content)
    return row


@operation(Effect.READ, scope="channels:read", doors=(Surface.UI,))
def top(ctx: Context) -> Modal | None:
    """Look up the view that the caller is shown."""
    stack = _stack(ctx, ctx.actor.person_id)
    return stack[-1] if stack else None


# What people do to views of apps, the vendor's API has no methods for.
@operation(Effect.WRITE, scope="chat:write", doors=(Surface.UI,))
def submit(
    ctx: Context,
    *,
    view_id: ViewId,
    entered: Annotated[
        Mapping[str, Sequence[str]], Field(description="What was entered, by the block's id.")
    ],
) -> Modal:
    """Send a view to its app, which answers in its own time."""
    row = _shown(ctx, view_id)
    if row.is_sent:
        raise Conflict("already_submitted", "It has been sent: its app has not answered yet.")
    row.entered = dict(modal_values.state_of(ctx, row.content["blocks"], entered))
    row.is_sent, row.problems = True, {}
    asked = Interaction(
        id=ctx.ids.next_id("act-", 12),
        app_id=row.app_id,
        person_id=row.person_id,
        channel_id=row.channel_id,
        ts=None,
        action_id=row.content.get("callback_id") or row.id,
        value="",
        taken_us=ctx.clock.now_us(),
    )
    ctx.session.add(asked)
    _tell(ctx, "chat.view_submitted", row, asked.id)
    return row


@operation(Effect.WRITE, scope="chat:write", doors=(Surface.UI,))
def close(ctx: Context, *, view_id: ViewId) -> None:
    """Close a view without sending it."""
    row = _shown(ctx, view_id)
    if row.content.get("notify_on_close"):
        _tell(ctx, "chat.view_closed", row, "")
    doomed = _stack(ctx, row.person_id) if row.content.get("clear_on_close") else [row]
    for each in doomed:
        ctx.session.delete(each)
    ctx.touch(topic_of(row.person_id))


# The vendor's API has no method for what people press in views of apps.
@operation(Effect.WRITE, scope="chat:write", doors=(Surface.UI,))
def act(
    ctx: Context,
    *,
    view_id: ViewId,
    place: Annotated[str, Field(description="Where it stands in the view.", max_length=20)],
    values: interactions.Values = (),
    entered: Annotated[
        Mapping[str, Sequence[str]] | None,
        Field(description="What is in the inputs meanwhile, by the block's id."),
    ] = None,
) -> Modal:
    """Press or choose something in a view: its app is told, and the view stays.

    Raises:
        NotFound: ``not_found``, ``action_not_found``.
    """
    row = _shown(ctx, view_id)
    found = element_at(row.content["blocks"], (), place)
    if found is None:
        raise NotFound("action_not_found", "This is not in the view any more.")
    asked, action = interactions.taken(ctx, row.app_id, (row.channel_id, None), found, values)
    row.entered = dict(modal_values.so_far(ctx, row.content["blocks"], entered or {}))
    _tell(ctx, "chat.view_action", row, asked.id, action=action)
    return row


# It comes with the acknowledgement of what was sent, on a connection, which is none of the doors.
@operation(Effect.WRITE, scope=None, doors=())
def answer(
    ctx: Context,
    *,
    view_id: ViewId,
    interaction_id: Annotated[str, Field(description="With which it was sent.", max_length=64)],
    action: Annotated[
        str, Field(description="errors, update, push, clear; none closes it.", max_length=20)
    ] = "",
    errors: Annotated[
        Mapping[str, str] | None, Field(description="What is wrong, by the block's id.")
    ] = None,
    view: Annotated[
        dict[str, Any] | None, Field(description="What to show instead or above.")
    ] = None,
) -> None:
    """Say what becomes of a view that was sent to the caller's app."""
    row = _own(ctx, view_id)
    row.is_sent = False
    asked = ctx.session.get_one(Interaction, interaction_id)
    if action == "errors":
        row.problems = {name: str(said)[:500] for name, said in (errors or {}).items()}
    elif action == "update":
        _change(ctx, row, _content(ctx, view or {}))
    elif action == "push":
        _push(ctx, asked, _content(ctx, view or {}), row.depth + 1)
    elif action == "clear":
        for each in _stack(ctx, row.person_id):
            ctx.session.delete(each)
    elif not action:
        ctx.session.delete(row)
    else:
        row.problems = {"": "The app did not answer as it should. Try again."}
    ctx.touch(topic_of(row.person_id))


def hash_of(row: Modal | Home) -> str:
    """What changes with a view."""
    return f"{row.updated_us // 1_000_000}.{digest(row.id, str(row.updated_us)).hex()[:8]}"


def _content(ctx: Context, view: Mapping[str, Any]) -> dict[str, Any]:
    return with_ids(ctx, modal(dict(view)))


def with_ids(ctx: Context, given: dict[str, Any]) -> dict[str, Any]:
    """A view in shape, each block and what people act upon with its id.

    Raises:
        Invalid: ``invalid_arguments``.
    """
    try:
        held = contents.checked(ctx, contents.Content(blocks=given["blocks"]))
    except Invalid as refused:
        raise Invalid("invalid_arguments", refused.message, problems=refused.problems) from None
    return {**given, "blocks": (held.values["blocks"] if held else None) or []}


def _exchanged(ctx: Context, trigger_id: str) -> Interaction:
    """What somebody asked, which is now answered with a view."""
    row = ctx.session.get(Interaction, trigger_id.rpartition(".")[2])
    if row is None or apps.known(ctx, row.app_id).account_id != ctx.actor.person_id:
        problems = [Problem("no such trigger", "trigger_id")]
        raise Invalid("invalid_arguments", problems=problems)
    if row.is_exchanged:
        raise Forbidden("exchanged_trigger_id", "A view was shown for it already.")
    if ctx.clock.now_us() - row.taken_us > LIFETIME_US:
        raise Forbidden("expired_trigger_id", "It is too late to show a view.")
    row.is_exchanged = True
    return row


def _stack(ctx: Context, person_id: str) -> list[Modal]:
    """The views that somebody is shown, the one on top last."""
    query = select(Modal).where(Modal.person_id == person_id).order_by(Modal.depth, Modal.id)
    return [*ctx.session.scalars(query)]


def _push(ctx: Context, asked: Interaction, content: dict[str, Any], depth: int) -> Modal:
    if depth >= MOST_STACKED:
        raise Forbidden("push_limit_reached", f"At most {MOST_STACKED} views lie on each other.")
    return _add(ctx, asked, content, depth)


def _add(ctx: Context, asked: Interaction, content: dict[str, Any], depth: int) -> Modal:
    external = content.get("external_id", "")
    _require_new(ctx, asked.app_id, external)
    row = Modal(
        id=ctx.ids.next_id("V"),
        app_id=asked.app_id,
        person_id=asked.person_id,
        channel_id=asked.channel_id,
        depth=depth,
        content=content,
        entered={},
        problems={},
        external_id=external,
        updated_us=ctx.clock.now_us(),
    )
    ctx.session.add(row)
    ctx.touch(topic_of(row.person_id))
    return row


def _change(ctx: Context, row: Modal, content: dict[str, Any]) -> None:
    external = content.get("external_id", "")
    if external != row.external_id:
        _require_new(ctx, row.app_id, external)
    row.content, row.external_id = content, external
    row.problems, row.is_sent, row.updated_us = {}, False, ctx.clock.now_us()
    ctx.touch(topic_of(row.person_id))


def _require_new(ctx: Context, app_id: str, external_id: str) -> None:
    known = select(Modal.id).where(Modal.app_id == app_id, Modal.external_id == external_id)
    if external_id and ctx.session.scalars(known).first():
        raise Conflict("duplicate_external_id", "Another view is called so already.")


def _own(ctx: Context, view_id: str, external_id: str = "") -> Modal:
    """A view of the caller's app."""
    named = Modal.id == view_id if view_id else Modal.external_id == (external_id or None)
    for row in ctx.session.scalars(select(Modal).where(named)):
        if apps.known(ctx, row.app_id).account_id == ctx.actor.person_id:
            return row
    raise NotFound("not_found", "There is no such view.")


def _shown(ctx: Context, view_id: str) -> Modal:
    """The view that the caller is shown, if it is this one."""
    stack = _stack(ctx, ctx.actor.person_id)
    if not stack or stack[-1].id != view_id:
        raise NotFound("not_found", "This view is not shown any more.")
    return stack[-1]


def _tell(ctx: Context, kind: str, row: Modal, interaction_id: str, **more: Any) -> None:
    ctx.touch(topic_of(row.person_id))
    ctx.emit(
        kind,
        app_id=row.app_id,
        person_id=row.person_id,
        interaction_id=interaction_id,
        view=facts_of(ctx, row),
        **more,
    )


def facts_of(ctx: Context, row: Modal) -> dict[str, Any]:
    """What there is to tell of a view, and of those beneath it."""
    beneath = [each.id for each in _stack(ctx, row.person_id) if each.depth < row.depth]
    return {
        "root": beneath[0] if beneath else row.id,
        "previous": beneath[-1] if beneath else None,
        "id": row.id,
        "content": row.content,
        "values": row.entered,
        "hash": hash_of(row),
        "app_id": row.app_id,
    }
