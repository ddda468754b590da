"""The Markdown of canvases: blocks of rich text, people as ``![](@U…)``, channels as ``![](#C…)``.

Headings have three levels. https://docs.slack.dev/surfaces/canvases
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace

from workworld.errors import Invalid
from workworld.richtext.markdown_reader import from_markdown
from workworld.richtext.markdown_writer import to_markdown
from workworld.richtext.nodes import (
    Block,
    Document,
    Heading,
    Inline,
    List,
    Paragraph,
    Quote,
    Text,
    document,
)
from workworld.richtext.references import PICTURED

LEVELS = 3
_BOXES = {"[ ] ": False, "[x] ": True, "[X] ": True}


def read(text: str, refusal: str, own: Collection[str] = ()) -> tuple[Document, ...]:
    """The sections of a Markdown text: a document for each block.

    Args:
        text: Markdown.
        refusal: the code of the refusal if it cannot stand in a canvas.
        own: names in it that are emoji of the workspace's own.

    Raises:
        Invalid: too long, or a heading below the third level.
    """
    try:
        whole = from_markdown(text, breaks=True, emoji=True, own=own, form=PICTURED, tables=False)
    except Invalid as refused:
        raise Invalid(refusal, refused.message) from None
    if any(_is_too_deep(block) for block in whole.content):
        raise Invalid(refusal, "A canvas has headings of three levels: #, ## and ###.")
    return tuple(document([block]) for block in whole.content)


def written(sections: Sequence[Document]) -> str:
    """Sections as Markdown that reads as the same sections again."""
    blocks = [block for section in sections for block in section.content]
    return to_markdown(Document(tuple(blocks)), PICTURED)


def boxes(section: Document) -> tuple[bool, ...] | None:
    """Which items of a checklist are ticked; None if the section is none."""
    match section.content:
        case (List(items),) if all(_box(item) is not None for item in items):
            return tuple(bool(_box(item)) for item in items)
    return None


def without_boxes(section: Document) -> tuple[Document, ...]:
    """The items of a checklist, each as a document without its box."""
    match section.content:
        case (List(items),):
            return tuple(document(_retold(item, "")) for item in items)
    return ()


def ticked(section: Document, number: int, *, done: bool) -> Document:
    """A checklist with one of its items ticked, or no longer."""
    match section.content:
        case (List(items) as block,) if boxes(section) is not None and number < len(items):
            box = "[x] " if done else "[ ] "
            changed = (*items[:number], _retold(items[number], box), *items[number + 1 :])
            return document([replace(block, items=changed)])
    return section


def _box(item: Sequence[Block]) -> bool | None:
    match item:
        case (Paragraph((Text(text), *_)), *_) if text[:4] in _BOXES:
            return _BOXES[text[:4]]
    return None


def _retold(item: tuple[Block, ...], box: str) -> tuple[Block, ...]:
    match item:
        case (Paragraph((Text(text, marks), *others)), *rest):
            line: tuple[Inline, ...] = (Text(box + text[4:], marks), *others)
            return (Paragraph(line), *rest)
    return item


def _is_too_deep(block: Block) -> bool:
    match block:
        case Heading(level):
            return level > LEVELS
        case Quote(inner):
            return any(map(_is_too_deep, inner))
        case List(items):
            return any(_is_too_deep(inner) for item in items for inner in item)
    return False
