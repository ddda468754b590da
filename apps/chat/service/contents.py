"""What messages hold besides their text: blocks, attachments, metadata, how bots look in them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from pydantic import BaseModel, Field
from sqlalchemy import bindparam, delete, select

from workworld.apps.chat.blocks import reading
from workworld.apps.chat.blocks.saying import said_by
from workworld.apps.chat.models import Message, MessageContent
from workworld.apps.chat.service import own_emoji, texts
from workworld.context import Context, Event
from workworld.database import constant, given, insert_row, plain_rows
from workworld.directory import people
from workworld.directory.models import AccountKind
from workworld.errors import Invalid, Problem
from workworld.events import on
from workworld.links.addresses import canonical, rendered
from workworld.shapes import CLOSED

_contents = MessageContent.__table__.c
_BELOW = constant(
    select(MessageContent.__table__).where(
        _contents.channel_id == bindparam("in_channel"), _contents.ts.in_(given("stamps"))
    )
)


class Content(BaseModel):
    """What a message is to hold besides its text, in the vendor's words."""

    model_config = CLOSED

    blocks: list[Any] | None = None
    """None leaves those that there are."""
    attachments: list[Any] | None = None
    metadata: Any = None
    username: Annotated[str, Field(max_length=80)] = ""
    icon: Annotated[str, Field(max_length=3000)] = ""
    """An emoji between colons, or an image's address."""
    is_plain: bool = False
    hides_cards: bool = False


Given = Annotated[
    Content | None, Field(description="Blocks, attachments, metadata; None leaves what there is.")
]


@dataclass(frozen=True, slots=True)
class Checked:
    """Content in shape, own addresses canonical, each block and attachment with its id."""

    values: Mapping[str, Any]
    """Columns of ``MessageContent``."""
    text: str
    """What blocks and attachments say."""

    @property
    def shows_something(self) -> bool:
        """Whether there is anything to see without a text."""
        return bool(self.values.get("blocks") or self.values.get("attachments"))


def checked(ctx: Context, content: Content | None) -> Checked | None:
    """See to it that content is in shape; None for none.

    Raises:
        Invalid: the vendor's code of what is wrong.
        Forbidden: ``restricted_action``: it mentions too many people.
    """
    if content is None:
        return None
    values: dict[str, Any] = {
        "username": content.username,
        "icon": _icon(ctx, content.icon),
        "is_plain": content.is_plain,
        "hides_cards": content.hides_cards,
    }
    if content.username or content.icon:
        _require_bot(ctx)
    if content.blocks is not None:
        blocks = _changed(reading.blocks(content.blocks), lambda text: canonical(ctx, text))
        values["blocks"] = [_identified(ctx, block) for block in blocks] or None
    if content.attachments is not None:
        found = reading.attachments(content.attachments)
        found = _changed(found, lambda text: canonical(ctx, text))
        values["attachments"] = [_numbered(ctx, each, n) for n, each in enumerate(found, 1)] or None
    if content.metadata is not None:
        values["details"] = reading.details(content.metadata) if content.metadata else None
    text = said_by(values.get("blocks") or (), values.get("attachments") or ())
    texts.require_few_mentions(text)
    return Checked(values, text)


def keep(ctx: Context, message: Message, content: Checked, *, is_fallback: bool) -> None:
    """Keep a message's content, in place of what it had of it."""
    key = (message.channel_id, message.ts)
    known = ctx.session.get(MessageContent, key)
    if known is not None:
        for name, value in content.values.items():
            setattr(known, name, value)
        known.is_fallback = is_fallback
        return
    if not any(content.values.values()):
        return
    row = MessageContent(channel_id=key[0], ts=key[1], is_fallback=is_fallback, **content.values)
    insert_row(ctx.session, row)


def below(ctx: Context, rows: Sequence[Message]) -> dict[str, MessageContent]:
    """The content of messages of one channel, by the message's ts: rows to be read."""
    if not rows:
        return {}
    values = {"in_channel": rows[0].channel_id, "stamps": [row.ts for row in rows]}
    return {row.ts: row for row in plain_rows(ctx.session, MessageContent, _BELOW, values)}


def of(ctx: Context, message: Message) -> MessageContent | None:
    """The content of one message."""
    return below(ctx, [message]).get(message.ts)


@on("chat.message_deleted")
def _forget(ctx: Context, event: Event) -> None:
    """A deleted parent leaves a note in its place, and nothing below it."""
    channel_id, ts = event.facts["channel_id"], event.facts["ts"]
    gone = (MessageContent.channel_id == channel_id, MessageContent.ts == ts)
    ctx.session.execute(delete(MessageContent).where(*gone))


def as_read(ctx: Context, value: Any) -> Any:
    """Blocks or attachments with own addresses as the reader reaches them."""
    return _changed(value, lambda text: rendered(ctx, text))


def _changed(value: Any, change: Callable[[str], str]) -> Any:
    """JSON with every text changed, names of properties left alone."""
    match value:
        case str():
            return change(value) if "://" in value else value
        case list():
            return [_changed(each, change) for each in value]
        case dict():
            return {name: _changed(each, change) for name, each in value.items()}
    return value


def _identified(ctx: Context, block: Mapping[str, Any]) -> dict[str, Any]:
    """A block with ids of its own and of what people act upon in it, as the vendor gives them."""
    found = dict(block)
    found.setdefault("block_id", _new_id(ctx))
    if isinstance(found.get("elements"), list) and found["type"] == "actions":
        found["elements"] = [_actionable(ctx, each) for each in found["elements"]]
    for name in ("accessory", "element"):
        if name in found and found[name]["type"] != "image":
            found[name] = _actionable(ctx, found[name])
    return found


def _actionable(ctx: Context, element: Mapping[str, Any]) -> dict[str, Any]:
    return {**element, "action_id": element.get("action_id") or _new_id(ctx)}


def _new_id(ctx: Context) -> str:
    return ctx.ids.next_id("block ", 5).removeprefix("block ")


def _numbered(ctx: Context, attachment: Mapping[str, Any], number: int) -> dict[str, Any]:
    found = {**attachment, "id": number}
    if found.get("blocks"):
        found["blocks"] = [_identified(ctx, block) for block in found["blocks"]]
    return found


def _icon(ctx: Context, icon: str) -> str:
    if not icon.startswith(":"):
        return icon
    name = own_emoji.canonical(ctx, icon)
    return f":{name}:" if name else ""


def _require_bot(ctx: Context) -> None:
    if people.me(ctx).kind != AccountKind.BOT:
        said = "only a bot may call itself otherwise"
        raise Invalid("invalid_arguments", problems=[Problem(said, "username")])
