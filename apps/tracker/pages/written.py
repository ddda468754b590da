"""What people write, as Markdown in which ``@handle`` mentions somebody, and as pages show it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from workworld.apps.tracker.pages import pictures
from workworld.apps.tracker.service import texts
from workworld.context import Context
from workworld.directory import people
from workworld.doors.site import current_site
from workworld.richtext.html_writer import to_html
from workworld.richtext.json_form import to_json
from workworld.richtext.markdown_reader import from_markdown
from workworld.richtext.markdown_writer import to_markdown
from workworld.richtext.nodes import Block, Document, Heading, mentioned

_CODE_OR_HANDLE = re.compile(
    r"```.*?(?:```|\Z)|`[^`\n]+`"
    r"|(?<![\w@/(\\.])@(?P<handle>[a-z0-9](?:[a-z0-9._-]*[a-z0-9])?)",
    re.DOTALL,
)
_MENTION = re.compile(r"```.*?(?:```|\Z)|`[^`\n]+`|<@(?P<person>[UWS][A-Z0-9]+)>", re.DOTALL)
_LOWEST = 6


def read(ctx: Context, text: str) -> dict[str, Any]:
    """What was typed, as a document's JSON; without words it has no content."""

    def reference(match: re.Match[str]) -> str:
        handle = match["handle"]
        person = people.by_handle(ctx.session, handle) if handle else None
        return f"<@{person.id}>" if person else match[0]

    typed = _CODE_OR_HANDLE.sub(reference, text.replace("\r\n", "\n"))
    return to_json(from_markdown(typed, breaks=True, emoji=True))


def typed(ctx: Context, value: Mapping[str, Any] | None) -> str:
    """What would have to be typed for a document."""
    doc = texts.document(ctx, value)
    if doc is None:
        return ""
    known = people.by_ids(ctx.session, mentioned(doc))

    def handle(match: re.Match[str]) -> str:
        person = known.get(match["person"] or "")
        return f"@{person.handle}" if person else match[0]

    return _MENTION.sub(handle, to_markdown(doc))


def previewed(ctx: Context, text: str) -> dict[str, Any]:
    """What was typed as it would be kept."""
    return texts.kept(ctx, read(ctx, text)).json


def shown(
    ctx: Context,
    values: Sequence[Mapping[str, Any] | None],
    *,
    below: int = 2,
    sized: bool = False,
) -> list[Markup]:
    """Documents as HTML; names are looked up for all of them at once.

    Args:
        ctx: says who reads.
        values: documents' JSON; None for nothing.
        below: the level of the heading that stands above them.
        sized: pictures offer how wide they may be.
    """
    docs = [texts.document(ctx, value) or Document(()) for value in values]
    names = texts.names(ctx, docs, _profile)
    htmls = [to_html(_lowered(doc, below), names) for doc in docs]
    return pictures.embedded(ctx, htmls, sized=sized)


def _profile(person_id: str) -> str:
    return f"{current_site().root}/people/{person_id}"


def _lowered(doc: Document, below: int) -> Document:
    return Document(tuple(_lowered_blocks(doc.content, below)))


def _lowered_blocks(blocks: Iterable[Block], below: int) -> Iterable[Block]:
    for block in blocks:
        if isinstance(block, Heading):
            yield Heading(min(_LOWEST, block.level + below), block.content)
        else:
            yield block
