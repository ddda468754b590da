"""What chat's addresses lead to: a channel, or a message in one."""

from __future__ import annotations

import html
import re

from workworld.apps.chat import mrkdwn, stamps
from workworld.apps.chat.models import Channel, Message
from workworld.apps.chat.service import channels, log
from workworld.context import Context
from workworld.directory import people
from workworld.links.cards import Card, addresses_in, cards_in, resolves
from workworld.permissions import seen

_LONGEST = 300
_CHANNEL = re.compile(r"/c/([A-Z0-9]+)")
_MESSAGE = re.compile(r"/archives/([A-Z0-9]+)/p(\d{7,16})|/c/([A-Z0-9]+)/m/(\d+\.\d+)")
_REFERENCE = re.compile(r"<([@#!])([^<>|\n]+)(?:\|[^<>]*)?>|<[^<>|\n]+\|([^<>\n]+)>|<([^<>\n]+)>")


@resolves("chat")
def card_of(ctx: Context, path: str) -> Card | None:
    """The card of a channel or message that the caller may see."""
    plain_path = re.split("[?#]", path, maxsplit=1)[0]
    if match := _CHANNEL.fullmatch(plain_path):
        channel = seen(ctx, Channel, match[1])
        return _channel_card(ctx, channel) if channel else None
    if match := _MESSAGE.fullmatch(plain_path):
        channel = seen(ctx, Channel, match[1] or match[3])
        ts = match[4] or stamps.of(int(match[2]))
        message = ctx.session.get(Message, (channel.id, ts)) if channel else None
        if channel and message and message.subtype != log.TOMBSTONE:
            return _message_card(ctx, channel, message)
    return None


def cards_of(ctx: Context, message: Message) -> tuple[Card, ...]:
    """The cards of what a message's text leads to, for the caller."""
    return cards_in(ctx, _searched(message.text))


def links_of(ctx: Context, text: str) -> tuple[str, ...]:
    """The addresses in a text, canonical."""
    return addresses_in(ctx, _searched(text))


def _searched(text: str) -> str:
    """A text in which addresses are looked for: none counts in code."""
    return html.unescape(mrkdwn.without_code(text))


def _channel_card(ctx: Context, channel: Channel) -> Card:
    count = channels.member_counts(ctx, [channel.id]).get(channel.id, 0)
    icon = "lock" if channel.kind == "private" else "hash"
    members = ("Members", str(count))
    return Card("Channel", f"#{channel.name}", channel.topic, icon, (members,))


def _message_card(ctx: Context, channel: Channel, message: Message) -> Card:
    author = people.by_ids(ctx.session, [message.author_id])[message.author_id]
    text = in_words(ctx, message.text)
    shown = text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
    where = ("Channel", f"#{channel.name}")
    moment = stamps.moment(message.ts).astimezone(people.zone_of(people.me(ctx)))
    when = ("Posted", f"{moment:%B} {moment.day}, {moment.year}")
    return Card("Message", author.display_name, shown, "message-square", (where, when))


def in_words(ctx: Context, text: str) -> str:
    """A message's text without markup, references named as the caller knows them."""
    known = people.by_ids(ctx.session, mrkdwn.people_in(text))
    named = channels.visible_names(ctx, sorted(set(mrkdwn.channels_in(text))))

    def word(match: re.Match[str]) -> str:
        mark, target, label, address = match.groups()
        if mark == "@":
            return f"@{known[target].display_name}" if target in known else "@unknown"
        if mark == "#":
            return f"#{named.get(target, 'private channel')}"
        return f"@{target}" if mark == "!" else label or address

    return html.unescape(_REFERENCE.sub(word, text))
