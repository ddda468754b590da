"""What people type into the composer, and mrkdwn as they would have typed it.

Markup characters are literal. ``@handle`` and ``#channel`` are references if there is such a
person, and such a channel that the writer may see. ``@here``, ``@channel`` and ``@everyone``
address groups; ``[label](url)`` is a link. Nothing counts within code.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from workworld.apps.chat import mrkdwn
from workworld.apps.chat.mrkdwn import angled, unescaped
from workworld.apps.chat.service import channels
from workworld.context import Context
from workworld.directory import people
from workworld.directory.sight import knows
from workworld.errors import NotFound
from workworld.richtext.bare_links import BEGINNING
from workworld.richtext.nodes import (
    AUDIENCES,
    Broadcast,
    ChannelReference,
    Mention,
    mentioned,
    referred,
)

_TYPED = re.compile(
    r"(?<![\w@/])@(?P<person>[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)"
    r"|(?<![\w#&/])#(?P<channel>[\w-]{1,80})"
    r"|\[(?P<label>[^\[\]\n]+)\]\((?P<url>https?://[^\s()<>|]+)\)"
    rf"|{BEGINNING}"
)


def read(ctx: Context, text: str) -> str:
    """What was typed → mrkdwn."""
    reader = _reader(ctx)
    return mrkdwn.outside_code(mrkdwn.from_plain(text), lambda piece: _TYPED.sub(reader, piece))


def written(ctx: Context, text: str) -> str:
    """mrkdwn → what would have to be typed for it."""
    doc = mrkdwn.from_mrkdwn(text)
    named = people.by_ids(ctx.session, mentioned(doc))
    seen = channels.visible_names(ctx, referred(doc))

    def typed(inside: str) -> str:
        match found := angled(inside):
            case [Mention(person_id)] if person_id in named:
                return f"@{named[person_id].handle}"
            case [ChannelReference(channel_id)] if channel_id in seen:
                return f"#{seen[channel_id]}"
            case [Broadcast(audience)]:
                return f"@{audience}"
        target, _, label = inside.partition("|")
        if found is None or target[0] in "@#!":
            return f"<{inside}>"
        return f"[{label}]({target})" if label else target

    return "".join(
        unescaped(typed(token.value) if token.kind == "inside" else token.source)
        for token in mrkdwn.tokens(text)
    )


def _reader(ctx: Context) -> Callable[[re.Match[str]], str]:
    def reference(match: re.Match[str]) -> str:
        if handle := match["person"]:
            if handle in AUDIENCES:
                return f"<!{handle}>"
            person = people.by_handle(ctx.session, handle)
            is_known = person is not None and knows(ctx, person.id)
            return f"<@{person.id}>" if person and is_known else match[0]
        if name := match["channel"]:
            try:
                return f"<#{channels.named(ctx, name).id}>"
            except NotFound:
                return match[0]
        return f"<{match['url']}|{match['label']}>" if match["url"] else match[0]

    return reference
