"""Canvas Markdown: what is written is read as the same again."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.gates.fuzzing import FEW

from workworld.apps.chat.service import canvas_markdown
from workworld.errors import Invalid
from workworld.richtext.fitness import is_fit
from workworld.richtext.json_form import from_json, to_json
from workworld.richtext.nodes import (
    ChannelReference,
    CodeBlock,
    Document,
    Heading,
    List,
    Mention,
    Paragraph,
    Quote,
    Text,
    document,
)

LINES = st.text(st.characters(blacklist_categories=["Cs", "Cc"]), min_size=1, max_size=12).filter(
    lambda text: is_fit(text) and text.strip() == text and "\ufffd" not in text
)
WORDS = st.one_of(
    LINES.map(Text),
    st.sampled_from(["![](@U1)", "[ ] a", "[x] b", "a @b", "# c", "<@U1>", "!", "`", "]("]).map(
        Text
    ),
    st.sampled_from([Mention("U0A"), ChannelReference("C0B")]),
)
INLINE = st.lists(WORDS, min_size=1, max_size=5).map(tuple)
PARAGRAPHS = INLINE.map(Paragraph)
ITEMS = st.lists(PARAGRAPHS.map(lambda one: (one,)), min_size=1, max_size=4).map(tuple)
BLOCKS = st.one_of(
    PARAGRAPHS,
    st.builds(Heading, st.integers(1, 3), INLINE),
    st.builds(List, ITEMS, st.one_of(st.none(), st.integers(0, 9))),
    PARAGRAPHS.map(lambda one: Quote((one,))),
    st.builds(CodeBlock, st.sampled_from(["a", "![](@U1)\n- [ ] b", "@mchen"])),
)
SECTIONS = st.lists(BLOCKS, max_size=6).map(
    lambda blocks: tuple(document([block]) for block in blocks)
)


def read(text: str) -> tuple[Document, ...]:
    return canvas_markdown.read(text, "refused")


@FEW
@given(sections=SECTIONS)
def test_sections_are_read_as_they_were_written(sections: tuple[Document, ...]) -> None:
    whole = tuple(section for section in sections if section.content)
    assert read(canvas_markdown.written(whole)) == whole


@FEW
@given(text=st.text(max_size=200))
def test_any_text_is_settled_by_one_reading(text: str) -> None:
    try:
        sections = read(text)
    except Invalid:
        return
    written = canvas_markdown.written(sections)
    assert read(written) == sections
    assert all(from_json(json.loads(json.dumps(to_json(one)))) == one for one in sections)


@FEW
@given(items=st.lists(st.tuples(st.booleans(), LINES), min_size=1, max_size=5), data=st.data())
def test_ticking_changes_one_box_alone(items: list[tuple[bool, str]], data: st.DataObject) -> None:
    lines = [(Paragraph((Text(f"[{'x' if done else ' '}] {text}"),)),) for done, text in items]
    section = document([List(tuple(lines))])
    boxes = tuple(done for done, _text in items)
    assert canvas_markdown.boxes(section) == boxes
    number = data.draw(st.integers(0, len(items) - 1))
    ticked = canvas_markdown.ticked(section, number, done=not boxes[number])
    expected = tuple(not done if place == number else done for place, done in enumerate(boxes))
    assert canvas_markdown.boxes(ticked) == expected
    assert canvas_markdown.without_boxes(ticked) == canvas_markdown.without_boxes(section)
    assert read(canvas_markdown.written([ticked])) == (ticked,)


def test_references_are_pictures_without_words() -> None:
    (section,) = read("Ask ![](@U0A) in ![](#C0B), not ![x](https://a.example/) or `![](@U0A)`")
    (paragraph,) = section.content
    assert isinstance(paragraph, Paragraph)
    assert [type(node).__name__ for node in paragraph.content] == [
        "Text",
        "Mention",
        "Text",
        "ChannelReference",
        "Text",
        "Text",
        "Text",
        "Text",
    ]


@pytest.mark.parametrize("text", ["#### a", "> #### a", "- ###### a"])
def test_fourth_heading_is_refused_wherever_it_stands(text: str) -> None:
    with pytest.raises(Invalid, match="three levels"):
        read(text)
