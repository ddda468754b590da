"""Rich text blocks and documents: what one says the other says, or it is refused."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.documents import DOCUMENTS
from tests.gates.fuzzing import FEW

from workworld.apps.chat.blocks import rich_text
from workworld.richtext.nodes import (
    Block,
    CodeBlock,
    Document,
    Emoji,
    HardBreak,
    Heading,
    List,
    Paragraph,
    Quote,
    Text,
    document,
)

Shape = dict[str, Any]


def para(*said: str) -> Paragraph:
    return Paragraph(tuple(map(Text, said)))


def section(*pieces: Shape) -> Shape:
    return {"type": "rich_text_section", "elements": [*pieces]}


def block(*elements: Shape) -> Shape:
    return {"type": "rich_text", "elements": [*elements]}


def text(said: str) -> Shape:
    return {"type": "text", "text": said}


def listing(*said: str, style: str = "bullet", **more: int) -> Shape:
    items = [section(text(each)) for each in said]
    return {"type": "rich_text_list", "style": style, "elements": items, **more}


SAME: list[tuple[Shape, Block]] = [
    (section(text("a\nb")), Paragraph((Text("a"), HardBreak(), Text("b")))),
    ({"type": "rich_text_preformatted", "elements": [text("b\nc")]}, CodeBlock("b\nc")),
    ({"type": "rich_text_quote", "elements": [text("a")]}, Quote((para("a"),))),
    (listing("a", "b"), List(((para("a"),), (para("b"),)))),
    (listing("a", style="ordered", offset=4), List(((para("a"),),), 5)),
    (
        section({"type": "emoji", "name": "wave", "skin_tone": 3}),
        Paragraph((Emoji("wave::skin-tone-3"),)),
    ),
]


@pytest.mark.parametrize(("element", "same"), SAME)
def test_block_and_document_say_the_same(element: Shape, same: Block) -> None:
    assert rich_text.read(block(element)) == document([same])


@pytest.mark.parametrize("style", ["bullet", "ordered"])
def test_inner_list_stands_further_right_and_the_outer_one_goes_on(style: str) -> None:
    start = 1 if style == "ordered" else None
    offset = {"offset": 1} if start else {}
    said = document([List(((para("a"), List(((para("b"),),))), (para("c"),)), start)])
    written = block(
        listing("a", style=style), listing("b", indent=1), listing("c", style=style, **offset)
    )
    assert rich_text.block_of(said) == written
    assert rich_text.read(written) == said


def test_what_blocks_lack_becomes_sections() -> None:
    said = document([Heading(1, (Text("a"),)), List(((para("b"), CodeBlock("c")),))])
    pieces = [text("b"), text("\n"), text("c")]
    written = block(
        section(text("a")),
        {"type": "rich_text_list", "style": "bullet", "elements": [section(*pieces)]},
    )
    assert rich_text.block_of(said) == written


@FEW
@given(doc=DOCUMENTS)
def test_every_document_has_a_block_that_is_read_as_it_was_written(doc: Document) -> None:
    once = rich_text.read(json.loads(json.dumps(rich_text.block_of(doc))))
    assert rich_text.read(rich_text.block_of(once)) == once


LOST: list[Shape] = [
    {"type": "usergroup", "usergroup_id": "S1"},
    {"type": "date", "timestamp": 1, "fallback": "then"},
    {"type": "color", "value": "#fff"},
    {"type": "link", "url": "javascript:x", "text": "x"},
    {"type": "emoji", "name": "x:y"},
    {"type": "user", "user_id": "a b"},
]


@pytest.mark.parametrize("piece", LOST, ids=lambda piece: str(piece["type"]))
def test_what_no_document_holds_is_refused_where_it_would_be_lost(piece: Shape) -> None:
    inside = {**listing(), "elements": [section(piece)]}
    for whole in (block(section(piece)), block(listing("a"), inside)):
        with pytest.raises(ValueError, match="type"):
            rich_text.read(whole)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "elements", "text", "user_id", "url", "style", "name"]),
            inner | st.sampled_from(["rich_text", "rich_text_section", "text", "user", "link"]),
            max_size=4,
        )
    ),
    max_leaves=12,
)


@FEW
@given(elements=st.lists(JSON, max_size=3))
def test_no_block_breaks_the_reader(elements: list[Any]) -> None:
    try:
        rich_text.read({"type": "rich_text", "elements": elements})
    except ValueError:
        return
