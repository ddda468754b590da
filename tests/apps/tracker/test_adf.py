"""The vendor's document format, read and written."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.documents import DOCUMENTS

from workworld.apps.tracker import adf
from workworld.errors import Invalid
from workworld.richtext.json_form import from_json, to_json
from workworld.richtext.markdown_reader import from_markdown
from workworld.richtext.markdown_writer import to_markdown
from workworld.richtext.nodes import Broadcast, ChannelReference, Document, inlines


def doc(*content: Any) -> dict[str, Any]:
    return {"type": "doc", "version": 1, "content": list(content)}


def text(words: str, *marks: dict[str, Any]) -> dict[str, Any]:
    return {"type": "text", "text": words} | ({"marks": list(marks)} if marks else {})


def node(kind: str, *content: Any, **attributes: Any) -> dict[str, Any]:
    return {"type": kind, "attrs": attributes, "content": list(content)}


def only_the_tracker_s(found: Document) -> bool:
    """Whether it names neither channels nor audiences, which the vendor's tracker has not."""
    return not any(isinstance(each, ChannelReference | Broadcast) for each in inlines(found))


@given(DOCUMENTS.filter(only_the_tracker_s))
def test_document_reads_as_what_was_written(found: Document) -> None:
    assert adf.read(adf.write(found)) == found


@pytest.mark.parametrize(
    ("content", "markdown"),
    [
        (node("paragraph", text("a"), {"type": "hardBreak"}, text("b")), "a\\\nb"),
        (node("heading", text("Plan"), level=2), "## Plan"),
        (node("paragraph", text("x", {"type": "link", "attrs": {"href": "https://x.example"}})),
         "[x](https://x.example)"),
        (node("paragraph", text("x", {"type": "underline"}, {"type": "strong"})), "**x**"),
        (node("paragraph", {"type": "mention", "attrs": {"id": "U1", "text": "@Ana"}}), "<@U1>"),
        (node("paragraph", {"type": "emoji", "attrs": {"shortName": ":tada:"}}), ":tada:"),
        (node("codeBlock", text("x = 1"), language="python"), "```python\nx = 1\n```"),
        (node("panel", node("paragraph", text("Care")), panelType="warning"),
         "> [!WARNING]\n>\n> Care"),
        (node("taskList", node("taskItem", text("tag"), localId="1", state="DONE"),
              node("taskItem", text("ship"), localId="2", state="TODO"), localId="0"),
         "- [x] tag\n- [ ] ship"),
        (node("table",
              node("tableRow", node("tableHeader", node("paragraph", text("a")))),
              node("tableRow", node("tableCell", node("paragraph", text("1")),
                                    node("paragraph", text("2"))))),
         "| a |\n| --- |\n| 1<br>2 |"),
        ({"type": "blockCard", "attrs": {"url": "https://x.example/"}},
         "[https://x.example/](https://x.example/)"),
        (node("paragraph", {"type": "date", "attrs": {"timestamp": "1773705600000"}}),
         "2026-03-17"),
        (node("expand", node("paragraph", text("inside")), title="More"), "**More**\n\ninside"),
    ],
)  # fmt: skip
def test_nodes_are_read_as(content: dict[str, Any], markdown: str) -> None:
    assert to_markdown(adf.read(doc(content))) == markdown


def test_mention_is_written_with_the_name() -> None:
    written = adf.write(from_markdown("<@U1>"), {"U1": "Ana Ruiz"})
    (mention,) = written["content"][0]["content"]
    assert mention["attrs"] == {"id": "U1", "text": "@Ana Ruiz", "accessLevel": ""}


@pytest.mark.parametrize(
    "value",
    [
        "a text",
        None,
        {"type": "paragraph"},
        {"type": "doc", "version": 2, "content": []},
        doc("text"),
        doc({"type": "nothing"}),
        doc(node("heading", text("x"), level=9)),
        doc(node("paragraph", {"type": "text", "text": 1})),
        doc(node("bulletList", node("paragraph"))),
        doc(node("table", node("paragraph"))),
        doc(node("paragraph", text("x", {"type": "blink"}))),
        {"type": "doc", "version": 1, "content": {}},
    ],
)
def test_what_is_no_document_is_refused(value: Any) -> None:
    with pytest.raises(Invalid) as refused:
        adf.read(value)
    assert refused.value.code == "invalid_document"


def test_deep_nesting_is_refused() -> None:
    content = node("paragraph", text("x"))
    for _ in range(60):
        content = node("blockquote", content)
    with pytest.raises(Invalid):
        adf.read(doc(content))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["type", "content", "attrs", "text", "marks", "level", "url", "order"]),
            inner
            | st.sampled_from(
                ["text", "heading", "paragraph", "table", "tableRow", "taskList", "date"]
            ),
            max_size=4,
        )
    ),
    max_leaves=12,
)


@given(st.lists(JSON, max_size=3))
def test_anything_is_read_or_refused(content: list[Any]) -> None:
    try:
        found = adf.read(doc(*content))
    except Invalid:
        return
    assert from_json(to_json(found)) == found
