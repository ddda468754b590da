"""What apps answer to what people asked of them, at the address that they were told for it.

https://docs.slack.dev/interactivity/handling-user-interaction#message_responses
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Interaction, Message
from workworld.apps.chat.service import apps, contents, log, messages, texts, whispers
from workworld.apps.chat.service.contents import Checked
from workworld.apps.chat.types import InThread, MessageText
from workworld.context import Context, Surface
from workworld.errors import Forbidden, NotFound
from workworld.links.addresses import canonical
from workworld.operations import Effect, operation

MOST_ANSWERS = 5
_LIFETIME_US = 30 * 60 * 1_000_000


# Only who was told the address answers there: it is neither page nor tool.
@operation(Effect.WRITE, scope=None, doors=(Surface.REST,))
def send(
    ctx: Context,
    *,
    interaction_id: Annotated[str, Field(description="What is answered.", max_length=64)],
    text: MessageText = "",
    content: contents.Given = None,
    response_type: Annotated[
        Literal["ephemeral", "in_channel"],
        Field(description="Whether only who asked sees it, or all in the conversation."),
    ] = "ephemeral",
    replace_original: Annotated[
        bool, Field(description="Change the message that was acted upon instead.")
    ] = False,
    delete_original: Annotated[
        bool, Field(description="Delete the message that was acted upon instead.")
    ] = False,
    thread_ts: InThread = None,
) -> None:
    """Answer what somebody asked of the caller's app: five times, within half an hour."""
    asked = _answerable(ctx, interaction_id)
    asked.answers += 1
    message = ctx.session.get(Message, (asked.channel_id, asked.ts)) if asked.ts else None
    if delete_original:
        if message is not None:
            messages.take_away(ctx, message)
        return
    held = contents.checked(ctx, content)
    if text or not (held and held.shows_something):
        texts.require_good_message(text)
    said = canonical(ctx, text or (held.text if held else ""))
    if replace_original and message is not None:
        _replace(ctx, message, said, held, is_fallback=not text)
    elif response_type == "ephemeral":
        whispers.whisper(
            ctx,
            asked.channel_id,
            asked.person_id,
            said,
            ctx.actor.person_id,
            thread_ts=thread_ts,
            held=held,
        )
    else:
        _post(ctx, asked, said, held, thread_ts, is_fallback=not text)


def _answerable(ctx: Context, interaction_id: str) -> Interaction:
    row = ctx.session.get(Interaction, interaction_id)
    if row is None or apps.known(ctx, row.app_id).account_id != ctx.actor.person_id:
        raise NotFound("no_service", "Nothing was asked so.")
    if ctx.clock.now_us() - row.taken_us > _LIFETIME_US:
        raise Forbidden("expired_url", "It is too late to answer.")
    if row.answers >= MOST_ANSWERS:
        raise Forbidden("used_url", f"It was answered {MOST_ANSWERS} times already.")
    return row


def _replace(
    ctx: Context, message: Message, said: str, held: Checked | None, *, is_fallback: bool
) -> None:
    """Change a message wholly: what is not given again is gone."""
    whole = contents.checked(ctx, contents.Content(blocks=[], attachments=[]))
    assert whole is not None
    values = {**whole.values, **(held.values if held else {})}
    message.text = said
    contents.keep(ctx, message, Checked(values, said), is_fallback=is_fallback)
    message.edited_ts = stamps.of(ctx.clock.now_us())
    message.edited_by = ctx.actor.person_id
    log.touch(ctx, message)
    messages.tell(ctx, "chat.message_edited", message)


def _post(
    ctx: Context,
    asked: Interaction,
    said: str,
    held: Checked | None,
    thread_ts: str | None,
    *,
    is_fallback: bool,
) -> None:
    channel = ctx.session.get_one(Channel, asked.channel_id)
    if channel.is_archived:
        raise Forbidden("channel_is_archived", "The channel is archived.")
    root = messages.thread_root(ctx, channel, thread_ts).ts if thread_ts else None
    message = log.add(ctx, channel, said, root_ts=root)
    if held is not None:
        contents.keep(ctx, message, held, is_fallback=is_fallback)
    messages.tell(ctx, "chat.message_posted", message)
