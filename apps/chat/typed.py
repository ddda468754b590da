"""What people type into the composer, and mrkdwn as they would have typed it.

Markup characters are literal. ``@handle`` and ``#channel`` are references if there is such a
person, and such a channel that the writer may see. ``@here``, ``@channel`` and ``@everyone``
address groups; ``[label](url)`` is a link. Nothing counts within code.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable

from workworld.apps.chat import mrkdwn
from workworld.apps.chat.service import channels
from workworld.context import Context
from workworld.directory import people
from workworld.errors import NotFound

_CODE = re.compile(r"(```.*?```|`[^`\n]+`)", re.DOTALL)
_TYPED = re.compile(
    r"(?<![\w@/])@(?P<person>[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)"
    r"|(?<![\w#&/])#(?P<channel>[\w-]{1,80})"
    r"|\[(?P<label>[^\[\]\n]+)\]\((?P<url>https?://[^\s()<>|]+)\)"
)
_WRITTEN = re.compile(r"<(?P<mark>[@#!]?)(?P<target>[^<>|\n]+)(?:\|(?P<label>[^<>\n]*))?>")
_GROUPS = frozenset({"here", "channel", "everyone"})


def read(ctx: Context, text: str) -> str:
    """What was typed → mrkdwn."""
    return _outside_code(mrkdwn.from_plain(text), lambda piece: _TYPED.sub(_reader(ctx), piece))


def written(ctx: Context, text: str) -> str:
    """mrkdwn → what would have to be typed for it."""
    named = people.by_ids(ctx.session, mrkdwn.people_in(text))
    seen = channels.visible_names(ctx, sorted(set(mrkdwn.channels_in(text))))

    def typed(match: re.Match[str]) -> str:
        mark, target, label = match["mark"], match["target"], match["label"]
        if mark == "@" and target in named:
            return f"@{named[target].handle}"
        if mark == "#" and target in seen:
            return f"#{seen[target]}"
        if mark == "!" and target in _GROUPS:
            return f"@{target}"
        if not mark and label:
            return f"[{label}]({target})"
        return match[0] if mark else target

    return html.unescape(_WRITTEN.sub(typed, text))


def _outside_code(text: str, change: Callable[[str], str]) -> str:
    pieces = _CODE.split(text)
    return "".join(piece if number % 2 else change(piece) for number, piece in enumerate(pieces))


def _reader(ctx: Context) -> Callable[[re.Match[str]], str]:
    def reference(match: re.Match[str]) -> str:
        if handle := match["person"]:
            if handle in _GROUPS:
                return f"<!{handle}>"
            person = people.by_handle(ctx.session, handle)
            return f"<@{person.id}>" if person else match[0]
        if name := match["channel"]:
            try:
                return f"<#{channels.named(ctx, name).id}>"
            except NotFound:
                return match[0]
        return f"<{match['url']}|{match['label']}>"

    return reference
