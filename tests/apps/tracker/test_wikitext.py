"""Wiki markup, read and written."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.documents import CODE, EMOJI, HREFS, TEXTS
from tests.growth import grows_with_the_text

from workworld.apps.tracker import wikitext
from workworld.errors import Invalid
from workworld.richtext.json_form import from_json, to_json
from workworld.richtext.markdown_reader import from_markdown
from workworld.richtext.markdown_writer import to_markdown
from workworld.richtext.nodes import (
    PANELS,
    Block,
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
)

MARKS = st.builds(Marks, HREFS, st.booleans(), st.booleans(), st.booleans(), st.booleans())
UNLINKED = st.builds(Marks, st.just(""), st.booleans(), st.booleans(), st.booleans())
WORDS = st.one_of(TEXTS, st.sampled_from(["{code}", "{quote}", "h1. a", "* b", "a-b", "|c|", "{{"]))
INLINES = st.one_of(
    st.builds(Text, WORDS, MARKS),
    st.builds(Mention, st.just("U1"), UNLINKED),
    st.builds(Emoji, st.sampled_from(sorted(EMOJI)), MARKS),
    st.just(HardBreak()),
)
LINES = st.lists(INLINES, min_size=1, max_size=6).map(tuple)


def _kept(lines: list[tuple[Inline, ...]], start: int | None) -> Block:
    return List(tuple((Paragraph(line),) for line in lines), start)


LEAVES = st.one_of(
    st.builds(Paragraph, LINES),
    st.builds(Heading, st.integers(1, 6), LINES),
    st.builds(CodeBlock, CODE, st.sampled_from(["", "python", "c++"])),
    st.just(Rule()),
    st.builds(_kept, st.lists(LINES, min_size=1, max_size=3), st.sampled_from([None, 1])),
    st.builds(
        Table,
        st.lists(st.lists(st.lists(INLINES, max_size=3).map(tuple), max_size=3).map(tuple),
                 max_size=3).map(tuple),
        st.booleans(),
    ),
)  # fmt: skip
INSIDE = st.lists(LEAVES, min_size=1, max_size=2).map(tuple)
BLOCKS = st.one_of(
    LEAVES, st.builds(Quote, INSIDE), st.builds(Panel, st.sampled_from(PANELS), INSIDE)
)
DOCUMENTS = st.lists(BLOCKS, max_size=4).map(document)


@given(DOCUMENTS)
def test_document_reads_as_what_was_written(doc: Document) -> None:
    assert wikitext.read(wikitext.write(doc)) == doc


@pytest.mark.parametrize(
    ("markup", "markdown"),
    [
        ("*bold* _it_ -gone- {{x = 1}}", "**bold** _it_ ~~gone~~ `x = 1`"),
        ("a{*}b{*}c", "&#97;**b**&#99;"),
        ("one\ntwo\n\nthree", "one\\\ntwo\n\nthree"),
        ("h2. Plan\nDo it", "## Plan\n\nDo it"),
        ("* a\n** b\n* c", "- a\n  - b\n- c"),
        ("# a\n#* b", "1. a\n   - b"),
        ("{code:java}\nint x;\n{code}", "```java\nint x;\n```"),
        ("{noformat}\n*as is*\n{noformat}", "```\n*as is*\n```"),
        ("bq. said", "> said"),
        ("{quote}said\n\nmore{quote}", "> said\n>\n> more"),
        ("{panel:title=Care|bgColor=#fffae6}now{panel}", "> [!WARNING]\n>\n> **Care**\n>\n> now"),
        ("||a||b||\n|1|2|", "| a | b |\n| --- | --- |\n| 1 | 2 |"),
        ("[the plan|https://x.example/a] and [https://y.example]",
         "[the plan](https://x.example/a) and [https://y.example](https://y.example)"),
        ("ask [~accountid:U1] :tada:", "ask <@U1> :tada:"),
        ("{color:red}hot{color} +new+", "hot new"),
        ("a\\\\b", "a\\\nb"),
        ("\\*not bold\\*", "\\*not bold\\*"),
        ("2 * 3 * 4, well-known, snake_case_name",
         "2 \\* 3 \\* 4, well-known, snake\\_case\\_name"),
        ("----", "___"),
        ("{quote}never ended", "{quote}\\\nnever ended"),
    ],
)  # fmt: skip
def test_markup_is_read_as(markup: str, markdown: str) -> None:
    assert to_markdown(wikitext.read(markup)) == markdown


@pytest.mark.parametrize(
    "text",
    [
        "Plain words - with a dash, 2030-01-02, a@b.example, and (brackets).",
        "h2. Plan\n\n* one\n** two\n\n# first\n\n{quote}\nsaid\n{quote}",
        "||a||b||\n|1|2|\n\n{code:python}\nx = 1\n{code}",
        "see [the plan|https://x.example/a?b=1] and *bold*",
        'the body {"a": [1, 2]} of snake_case',
    ],
)
def test_tidy_markup_is_written_back_as_it_was(text: str) -> None:
    assert wikitext.write(wikitext.read(text)) == text


@pytest.mark.parametrize(
    ("markdown", "markup"),
    [
        ("> a\n>\n> > b", "{quote}\na\n\nb\n{quote}"),
        ("3. a", "# a"),
        ("- a\n\n  more", "* a\\\\more"),
        ("- ```\n  x\n  ```", "* {{x}}"),
    ],
)
def test_what_markup_lacks_is_told_as_near_as_can_be(markdown: str, markup: str) -> None:
    assert wikitext.write(from_markdown(markdown)) == markup


PIECES = [
    *("{code}", "{quote}", "{panel}", "{panel:a=b}", "{{", "}}", "*", "_", "-", "+", "[", "]", "|"),
    *(
        "\\",
        "\n",
        "#",
        "* ",
        "h1. ",
        " ",
        "a",
        "~accountid:",
        "https://x",
        ":tada:",
        "&#10;",
        "----",
    ),
]


@given(
    st.one_of(st.text(max_size=200), st.lists(st.sampled_from(PIECES), max_size=40).map("".join))
)
def test_every_text_is_a_document(text: str) -> None:
    doc = wikitext.read(text)
    assert from_json(to_json(doc)) == doc
    wikitext.write(doc)


@pytest.mark.parametrize("mark", ["[", "*", "*a ", "{", "{quote}", "{code}", "|", "[a|", "* a\n"])
def test_hostile_marks_take_linear_time(mark: str) -> None:
    assert grows_with_the_text(lambda text: wikitext.write(wikitext.read(text)), mark)


def test_longer_text_than_a_document_holds_is_refused() -> None:
    with pytest.raises(Invalid):
        wikitext.read("x" * 200_001)
