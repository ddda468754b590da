"""Markdown and documents: what is read, and that what is written reads the same."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.documents import DOCUMENTS, INLINES, NAMES
from tests.growth import grows_with_the_text

from workworld.errors import Invalid
from workworld.richtext.json_form import from_json, to_json
from workworld.richtext.markdown_reader import from_markdown
from workworld.richtext.markdown_writer import to_markdown
from workworld.richtext.nodes import (
    Broadcast,
    ChannelReference,
    CodeBlock,
    Document,
    Emoji,
    HardBreak,
    Heading,
    Inline,
    List,
    Marks,
    Mention,
    Panel,
    Paragraph,
    Quote,
    Rule,
    Table,
    Text,
    document,
    joined,
    literal,
    mentioned,
)
from workworld.richtext.plain import to_plain


@given(DOCUMENTS)
def test_markdown_reads_as_what_was_written(doc: Document) -> None:
    assert from_markdown(to_markdown(doc), emoji=True) == doc


@given(DOCUMENTS)
def test_json_reads_as_what_was_written(doc: Document) -> None:
    assert from_json(to_json(doc)) == doc


@given(st.text(max_size=300), st.booleans())
def test_every_text_is_a_document(text: str, breaks: bool) -> None:
    doc = from_markdown(text, breaks=breaks, emoji=True)
    assert from_json(to_json(doc)) == doc
    assert from_markdown(to_markdown(doc), emoji=True) == doc
    to_plain(doc, NAMES)


@given(st.lists(INLINES, max_size=8))
def test_the_one_form_is_reached_at_once(content: list[Inline]) -> None:
    once = joined([Text(""), *content, HardBreak()])
    assert joined(once) == once


def words(*content: Inline) -> Document:
    return document([Paragraph(content)])


@pytest.mark.parametrize(
    ("markdown", "doc"),
    [
        ("**b** _i_ ~~s~~ `c`", words(
            Text("b", Marks(strong=True)), Text(" "), Text("i", Marks(em=True)), Text(" "),
            Text("s", Marks(strike=True)), Text(" "), Text("c", Marks(code=True)))),
        ("hi <@U1> in <#C1> <!here>", words(
            Text("hi "), Mention("U1"), Text(" in "), ChannelReference("C1"), Text(" "),
            Broadcast("here"))),
        ("[label](https://x.example)", words(Text("label", Marks(href="https://x.example")))),
        ("[x](javascript:alert%281%29)", words(Text("[x](javascript:alert%281%29)"))),
        ("<script>x</script>", words(Text("<script>x</script>"))),
        ("![plan](https://x.example/p.png)", words(
            Text("plan", Marks(href="https://x.example/p.png")))),
        (":tada: at 10:30:45 :nope:", words(Emoji("tada"), Text(" at 10:30:45 :nope:"))),
        ("one\ntwo\\\nthree", words(Text("one two"), HardBreak(), Text("three"))),
        ("2. b\n3. c", document([
            List(((Paragraph((Text("b"),)),), (Paragraph((Text("c"),)),)), 2)])),
        ("> a\n\n```py\nx\n```\n\n---\n# H", document([
            Quote((Paragraph((Text("a"),)),)), CodeBlock("x", "py"), Rule(),
            Heading(1, (Text("H"),))])),
    ],
)  # fmt: skip
def test_markdown_is_read_as(markdown: str, doc: Document) -> None:
    assert from_markdown(markdown, emoji=True) == doc


@pytest.mark.parametrize(
    "tidy",
    [
        "**bold** and _it_, 2 + 2, snake\\_case",
        "# Plan\n\n- one\n  - inner\n- two\n\n1. a\n2. b\n\n> said\n\n```python\nx = 1\n```",
        "see [the plan](https://x.example/a?b=1) <@U1>",
    ],
)
def test_tidy_markdown_is_written_back_as_it_was(tidy: str) -> None:
    assert to_markdown(from_markdown(tidy)) == tidy


def test_line_ends_are_breaks_where_wanted() -> None:
    assert from_markdown("a\nb", breaks=True) == words(Text("a"), HardBreak(), Text("b"))


def test_nothing_is_lost_by_deep_nesting() -> None:
    doc = from_markdown(">" * 200 + "the secret\n\nand more")
    assert "the secret" in to_plain(doc, NAMES)
    assert "and more" in to_plain(doc, NAMES)


def test_plain_text_names_people_and_numbers_items() -> None:
    doc = from_markdown("# Hi <@U1>\n\n3. a\n4. b\n   - c\n\n> in <#C1> <#C2>\n\n---\n```\nx\n```")
    assert to_plain(doc, NAMES).split("\n") == [
        "Hi @Ana", "3. a", "4. b", "   • c", "> in #general #private channel", "---", "x",
    ]  # fmt: skip


def test_people_are_found_once_each_and_in_order() -> None:
    doc = from_markdown("<@U2> <@U1>\n\n- > <@U2> **<@U3>** `<@U4>`")
    assert mentioned(doc) == ("U2", "U1", "U3")


def test_literal_text_stays_literal() -> None:
    doc = literal("*a*\n# b\n\nc")
    assert doc == document(
        [Paragraph((Text("*a*"), HardBreak(), Text("# b"))), Paragraph((Text("c"),))]
    )


@pytest.mark.parametrize(
    "mark", ["[", "*", "**a ", "![", "`", "~~", "<", "](", "> ", "_a", "[a](", "[a][", "- ", "<@U"]
)
def test_hostile_marks_take_linear_time(mark: str) -> None:
    assert grows_with_the_text(lambda text: to_markdown(from_markdown(text)), mark)


VALID = to_json(from_markdown("**a** <@U1>\n\n- b\n\n# c"))
TEXT = {"type": "text", "text": "x"}


def deep(levels: int) -> dict[str, object]:
    block: dict[str, object] = {"type": "paragraph", "content": [TEXT]}
    for _ in range(levels):
        block = {"type": "blockquote", "content": [block]}
    return {"type": "doc", "content": [block]}


def paragraph(*content: object) -> dict[str, object]:
    return {"type": "doc", "content": [{"type": "paragraph", "content": list(content)}]}


@pytest.mark.parametrize(
    "value",
    [
        None,
        [],
        {"type": "paragraph"},
        {**VALID, "extra": 1},
        {"type": "doc", "content": "x"},
        {"type": "doc", "content": [1]},
        {"type": "doc", "content": [TEXT]},
        {"type": "doc", "content": [{"type": "script"}]},
        {"type": "doc", "content": [{"type": "heading", "attrs": {"level": 7}}]},
        {"type": "doc", "content": [{"type": "heading", "attrs": {"level": True}}]},
        {"type": "doc", "content": [{"type": "bulletList", "content": [TEXT]}]},
        {"type": "doc", "content": [{"type": "codeBlock", "attrs": {"language": '"><'}}]},
        paragraph({"type": "text", "text": 1}),
        paragraph({"type": "text", "text": "a\nb"}),
        paragraph({"type": "text", "text": "a\x00b"}),
        paragraph({"type": "text", "text": "a\ud800b"}),
        paragraph({**TEXT, "marks": [{"type": "link", "attrs": {"href": "javascript:alert(1)"}}]}),
        paragraph({**TEXT, "marks": [{"type": "link", "attrs": {"href": 'https://x/"'}}]}),
        paragraph({**TEXT, "marks": [{"type": "blink"}]}),
        paragraph({**TEXT, "marks": "strong"}),
        paragraph({"type": "mention", "attrs": {"id": "<b>"}}),
        paragraph({"type": "mention", "attrs": {"id": "U1", "text": "Ana"}}),
        paragraph({"type": "broadcast", "attrs": {"audience": ["here"]}}),
        paragraph({"type": "emoji", "attrs": {"name": "a b"}}),
        paragraph({"type": "text", "text": "x" * 200_001}),
        paragraph(*[TEXT] * 40_001),
        deep(30),
    ],
    ids=repr,
)
def test_what_is_no_document_is_refused(value: object) -> None:
    with pytest.raises(Invalid) as refused:
        from_json(value)
    assert refused.value.code == "invalid_document"


def test_text_beyond_the_limit_is_refused() -> None:
    with pytest.raises(Invalid):
        from_markdown("x" * 200_001)


def test_only_text_is_code() -> None:
    (paragraph_of,) = words(Mention("U1", Marks(strong=True, code=True))).content
    assert paragraph_of == Paragraph((Mention("U1", replace(Marks(), strong=True)),))


def test_tables_and_panels_are_read_where_there_are_such() -> None:
    text = "| a | b |\n| --- | --- |\n| x<br>y | `p\\|q` |\n\n> [!WARNING]\n> Take care"
    code = Marks(code=True)
    head = ((Text("a"),), (Text("b"),))
    row = ((Text("x"), HardBreak(), Text("y")), (Text("p|q", code),))
    warned = Panel("warning", (Paragraph((Text("Take care"),)),))
    assert from_markdown(text) == document([Table((head, row)), warned])
    assert not any(
        isinstance(block, Table | Panel) for block in from_markdown(text, tables=False).content
    )


def test_marker_of_a_panel_that_is_meant_as_text_stays_text() -> None:
    quote = document([Quote((Paragraph((Text("[!NOTE]"),)),))])
    assert from_markdown(to_markdown(quote)) == quote


def test_table_without_a_head_has_an_empty_one_in_markdown() -> None:
    table = document([Table((((Text("a"),), ()),), has_header=False)])
    assert to_markdown(table) == "|  |  |\n| --- | --- |\n| a |  |"
    assert from_markdown(to_markdown(table)) == table
