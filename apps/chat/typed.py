"""What people type into the composer, and mrkdwn as they would have typed it.

Markup characters are literal. ``@handle`` and ``#channel`` are references if there is such a
person, and such a channel that the writer may see. ``@here``, ``@channel`` and ``@everyone``
address groups; ``[label](url)`` is a link. Nothing counts within code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from workworld.apps.chat import mrkdwn
from workworld.apps.chat.mrkdwn import angled, unescaped
from workworld.apps.chat.service import channels, preferences, usergroups
from workworld.apps.chat.service.preferences import ON
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

_ITEM = re.compile(r"^(\s*)[-*] (?=\S)")
_TYPED = re.compile(
    r"(?<![\w@/])@(?P<person>[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)"
    r"|(?<![\w#&/])#(?P<channel>[\w-]{1,80})"
    r"|\[(?P<label>[^\[\]\n]+)\]\((?P<url>https?://[^\s()<>|]+)\)"
    rf"|{BEGINNING}"
)

_EMOTICONS = {
    ":)": "slightly_smiling_face",
    ":-)": "slightly_smiling_face",
    ";)": "wink",
    ";-)": "wink",
    ":D": "smile",
    ":-D": "smile",
    ":(": "disappointed",
    ":-(": "disappointed",
    ":P": "stuck_out_tongue",
    ":-P": "stuck_out_tongue",
    ":O": "open_mouth",
    ":'(": "cry",
    "&lt;3": "heart",
}
_EMOTICON = re.compile(rf"(?<!\S)(?:{'|'.join(map(re.escape, _EMOTICONS))})(?!\S)")


def read(ctx: Context, text: str) -> str:
    """What was typed → mrkdwn."""
    reader = _reader(ctx)
    plain = _bulleted(mrkdwn.from_plain(text))
    if preferences.of(ctx)["emoticons"] == ON:
        plain = mrkdwn.outside_code(plain, lambda piece: _EMOTICON.sub(_emoji, piece))
    return mrkdwn.outside_code(plain, lambda piece: _TYPED.sub(reader, piece))


def accept(ctx: Context, arguments: Mapping[str, Any]) -> Mapping[str, Any]:
    """What was entered → an operation's arguments: their ``text`` becomes mrkdwn."""
    return {**arguments, "text": read(ctx, arguments["text"])}


def linked(ctx: Context, text: str) -> str:
    """mrkdwn whose ``@handle`` and ``#channel`` have become references: the vendor's link_names."""
    reader = _reader(ctx)

    def reference(match: re.Match[str]) -> str:
        return reader(match) if match["person"] or match["channel"] else match[0]

    return mrkdwn.outside_code(text, lambda piece: _TYPED.sub(reference, piece))


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
        if target.startswith("!subteam^") and label:
            return label
        if found is None or target[0] in "@#!":
            return f"<{inside}>"
        return f"[{label}]({target})" if label else target

    return "".join(
        unescaped(typed(token.value) if token.kind == "inside" else token.source)
        for token in mrkdwn.tokens(text)
    )


def _emoji(found: re.Match[str]) -> str:
    return f":{_EMOTICONS[found[0]]}:"


def _bulleted(text: str) -> str:
    """Lists have no markup in mrkdwn: lines that begin as Markdown's items do get their bullets."""
    lines, in_code = [], False
    for line in text.split("\n"):
        lines.append(line if in_code else _ITEM.sub(r"\1• ", line))
        in_code ^= line.count("```") % 2 == 1
    return "\n".join(lines)


def _reader(ctx: Context) -> Callable[[re.Match[str]], str]:
    def reference(match: re.Match[str]) -> str:
        if handle := match["person"]:
            if handle in AUDIENCES:
                return f"<!{handle}>"
            person = people.by_handle(ctx.session, handle)
            is_known = person is not None and knows(ctx, person.id)
            if person and is_known:
                return f"<@{person.id}>"
            group = usergroups.by_handle(ctx, handle)
            return f"<!subteam^{group.id}|@{handle}>" if group else match[0]
        if name := match["channel"]:
            try:
                return f"<#{channels.named(ctx, name).id}>"
            except NotFound:
                return match[0]
        return f"<{match['url']}|{match['label']}>" if match["url"] else match[0]

    return reference
