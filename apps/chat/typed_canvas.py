"""What people type into canvases: Markdown in which ``@handle`` and ``#channel`` are references.

They are so if there is such a person, and such a channel that the writer may see; never in code.
"""

from __future__ import annotations

import re

from workworld.apps.chat import mrkdwn
from workworld.apps.chat.service import channels
from workworld.context import Context
from workworld.directory import people
from workworld.errors import NotFound
from workworld.richtext.references import PICTURED

_TYPED = re.compile(
    r"(?<![\w@/(\\])@(?P<person>[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)"
    r"|(?<![\w#&/(\\])#(?P<channel>[\w-]{1,80})"
)


def read(ctx: Context, text: str) -> str:
    """What was typed → canvas Markdown."""

    def reference(match: re.Match[str]) -> str:
        if handle := match["person"]:
            person = people.by_handle(ctx.session, handle)
            return f"![](@{person.id})" if person else match[0]
        try:
            return f"![](#{channels.named(ctx, match['channel']).id})"
        except NotFound:
            return match[0]

    return mrkdwn.outside_code(text, lambda piece: _TYPED.sub(reference, piece))


def written(ctx: Context, text: str) -> str:
    """Canvas Markdown → what would have to be typed for it."""
    found = [*PICTURED.pattern.finditer(text)]
    known = people.by_ids(ctx.session, {match["person"] for match in found if match["person"]})
    seen = channels.visible_names(ctx, [match["channel"] for match in found if match["channel"]])

    def typed(match: re.Match[str]) -> str:
        person, name = known.get(match["person"] or ""), seen.get(match["channel"] or "")
        name = name if name and re.fullmatch(r"[\w-]+", name) else None
        return f"@{person.handle}" if person else f"#{name}" if name else match[0]

    return mrkdwn.outside_code(text, lambda piece: PICTURED.pattern.sub(typed, piece))
