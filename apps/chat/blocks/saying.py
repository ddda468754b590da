"""What blocks and attachments say, as mrkdwn: for notices, search, and whoever shows no blocks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from workworld.apps.chat import mrkdwn
from workworld.apps.chat.blocks import rich_text
from workworld.apps.chat.mrkdwn import from_plain

Json = Mapping[str, Any]
_GROUP = re.compile("<@(S[A-Z0-9]+)>")
LONGEST = 4_000
"""How much of them is said."""


def said_by(blocks: Sequence[Json], attachments: Sequence[Json] = ()) -> str:
    """What blocks and attachments say, a line each."""
    lines = [*_lines(blocks), *(line for each in attachments for line in _attached(each))]
    return "\n".join(filter(None, lines))[:LONGEST]


def _lines(blocks: Sequence[Json]) -> Iterator[str]:
    for block in blocks:
        yield from _block(block)


def _block(block: Json) -> Iterator[str]:
    match block["type"]:
        case "section":
            yield from map(
                _text, [*filter(None, [block.get("text")]), *(block.get("fields") or ())]
            )
        case "header":
            yield f"*{_text(block['text'])}*"
        case "context":
            yield " ".join(
                from_plain(each["alt_text"]) if each["type"] == "image" else _text(each)
                for each in block["elements"]
            )
        case "image":
            yield from_plain((block.get("title") or {}).get("text") or block["alt_text"])
        case "input":
            yield _text(block["label"])
        case "markdown":
            yield mrkdwn.from_markdown(block["text"])
        case "rich_text":
            yield _formatted(block)
        case "table":
            for row in block["rows"]:
                yield " | ".join(map(_cell, row))


def _cell(cell: Json) -> str:
    if cell["type"] == "raw_text":
        return from_plain(cell["text"])
    return _formatted(cell).replace("\n", " ")


def _formatted(block: Json) -> str:
    """Rich text; user groups are called in it as the vendor's mrkdwn has them."""
    return _GROUP.sub(r"<!subteam^\1>", mrkdwn.to_mrkdwn(rich_text.document_of(block)))


def _text(value: Json) -> str:
    text: str = value["text"]
    return text if value["type"] == "mrkdwn" else from_plain(text)


def _attached(attachment: Json) -> Iterator[str]:
    if attachment.get("blocks"):
        yield from _lines(attachment["blocks"])
        return
    shown = [attachment.get(name) for name in ("pretext", "author_name", "title", "text")]
    fields = [f"{each.get('title', '')}: {each.get('value', '')}" for each in _fields(attachment)]
    found = [str(each) for each in [*shown, *fields] if each]
    yield from found or [str(attachment.get("fallback") or "")]


def _fields(attachment: Json) -> Sequence[Json]:
    return attachment.get("fields") or ()
