"""References as texts carry them, Slack's way: ``<@U…>``, ``<#C…>``, ``<!here>``.

https://docs.slack.dev/messaging/formatting-message-text#linking-to-channels

In the Markdown of its canvases they are pictures without words: ``![](@U…)``, ``![](#C…)``.
https://docs.slack.dev/surfaces/canvases
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from workworld.richtext.nodes import (
    AUDIENCES,
    PLAIN,
    Broadcast,
    ChannelReference,
    Marks,
    Mention,
)

REFERENCE = (
    rf"@(?P<person>[UWS][A-Z0-9]+)|#(?P<channel>[CG][A-Z0-9]+)|!(?P<audience>{'|'.join(AUDIENCES)})"
)
"""What stands between the angled brackets; a group of people stands like one of them."""
Reference = Mention | ChannelReference | Broadcast


def referred_to(match: re.Match[str], marks: Marks = PLAIN) -> Reference:
    """The reference that was matched."""
    if person_id := match["person"]:
        return Mention(person_id, marks)
    if channel_id := match["channel"]:
        return ChannelReference(channel_id, marks)
    return Broadcast(match["audience"], marks)


def written_reference(node: Reference) -> str:
    """A reference with its angled brackets."""
    match node:
        case Mention(person_id):
            return f"<@{person_id}>"
        case ChannelReference(channel_id):
            return f"<#{channel_id}>"
        case Broadcast(audience):
            return f"<!{audience}>"


def _written_in_canvas(node: Reference) -> str:
    match node:
        case Mention(person_id):
            return f"![](@{person_id})"
        case ChannelReference(channel_id):
            return f"![](#{channel_id})"
        case Broadcast(audience):
            return f"@{audience}"


@dataclass(frozen=True, slots=True)
class Form:
    """How references stand in Markdown.

    Args:
        pattern: what one looks like, with the groups that ``referred_to`` reads.
        written: what is written for one.
    """

    pattern: re.Pattern[str]
    written: Callable[[Reference], str]


ANGLED = Form(re.compile(f"<(?:{REFERENCE})>"), written_reference)
PICTURED = Form(
    re.compile(r"!\[\]\((?:@(?P<person>[UW][A-Z0-9]+)|#(?P<channel>[CG][A-Z0-9]+))\)"),
    _written_in_canvas,
)
