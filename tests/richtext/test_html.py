"""HTML from documents, and documents from HTML."""

from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.documents import DOCUMENTS, NAMES

from workworld.errors import Invalid
from workworld.richtext.html_reader import from_html
from workworld.richtext.html_writer import to_html
from workworld.richtext.json_form import from_json, to_json
from workworld.richtext.markdown_reader import from_markdown
from workworld.richtext.markdown_writer import to_markdown
from workworld.richtext.nodes import Document

OURS = {
    *("p", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "code", "blockquote", "ul", "ol", "li"),
    *("hr", "br", "a", "strong", "em", "s", "span"),
    *("div", "table", "thead", "tbody", "tr", "th", "td"),
}
ATTRIBUTES = {"class", "href", "rel", "target", "start", "role", "aria-label", "data-language"}
PIECES = [
    *("<", ">", "&", '"', "'", "/", " ", "a", "b>", "<a href=", "javascript:", "<script>", "<p>"),
    *("</p>", "<li>", "<ul>", "<h1>", "</h1>", "<pre>", "<code>", "onload=", "<blockquote>", "\n"),
    *(
        "</a>",
        "<svg>",
        "<style>",
        "&lt;",
        "<!--",
        "-->",
        "<b>",
        "</b>",
        "<br>",
        "<hr>",
        "https://x",
    ),
]
HOSTILE = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)


class Tags(HTMLParser):
    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, dict(attrs)))


def require_inert(shown: str) -> None:
    for tag, attributes in Tags(shown).found:
        assert tag in OURS
        assert attributes.keys() <= ATTRIBUTES
        href = attributes.get("href") or "https:"
        assert href.startswith(("http://", "https:", "mailto:", "/c/"))


@given(DOCUMENTS)
def test_nothing_but_our_own_markup_is_live(doc: Document) -> None:
    require_inert(to_html(doc, NAMES))


@given(st.one_of(HOSTILE, st.text(max_size=100)))
def test_html_from_outside_becomes_a_document(text: str) -> None:
    doc = from_html(text)
    assert from_json(to_json(doc)) == doc
    require_inert(to_html(doc, NAMES))
    assert from_markdown(to_markdown(doc)) == doc


@given(HOSTILE)
def test_markdown_that_holds_html_shows_it_as_text(text: str) -> None:
    require_inert(to_html(from_markdown(text), NAMES))


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("a **b _c_**", "<p>a <strong>b <em>c</em></strong></p>"),
        ("# T\n\n- a\n- b", "<h1>T</h1><ul><li><p>a</p></li><li><p>b</p></li></ul>"),
        ("3. a", '<ol start="3"><li><p>a</p></li></ol>'),
        (
            "```py\n<b>\n```",
            '<pre data-language="py"><code class="language-py">&lt;b&gt;</code></pre>',
        ),
        ("<@U1> <#C1> <#C2>", '<p><span class="mention mention-me">@Ana</span> '
         '<a class="mention" href="/c/C1">#general</a> '
         '<span class="mention">#private channel</span></p>'),
        ("[**a** b](https://x.example/?a=1&b=2)", '<p><a href="https://x.example/?a=1&amp;b=2" '
         'rel="noopener noreferrer" target="_blank"><strong>a</strong> b</a></p>'),
        ("[<#C1>](https://x.example)", '<p><a href="https://x.example" rel="noopener noreferrer" '
         'target="_blank"><span class="mention">#general</span></a></p>'),
    ],
)  # fmt: skip
def test_documents_are_shown_as(markdown: str, shown: str) -> None:
    assert to_html(from_markdown(markdown), NAMES) == shown


@pytest.mark.parametrize(
    ("html", "markdown"),
    [
        ("<p>Hi <b>Ana</b>,<br>see <a href='https://x.example'>this</a></p><p>B</p>",
         "Hi **Ana**,\\\nsee [this](https://x.example)\n\nB"),
        ("<ul><li>a<ul><li>b</li></ul></li></ul><ol start=4><li><p>c</p></li></ol>",
         "- a\n  - b\n\n4. c"),
        ("<h2>T</h2><blockquote>q<p>r</p></blockquote><hr>"
         "<pre><code class='language-js'>\nx\n</code></pre>",
         "## T\n\n> q\n>\n> r\n\n___\n\n```js\nx\n```"),
        ("<a href='javascript:x'>a</a><script>b</script><style>c</style>"
         "<img src=x onerror=y>d", "ad"),
        ("<div>a<div>b</div>c</div>", "a\n\nb\n\nc"),
        ("  a \n <i> b</i> ", "a _b_"),
    ],
)  # fmt: skip
def test_html_is_read_as(html: str, markdown: str) -> None:
    assert to_markdown(from_html(html)) == markdown


def test_deep_html_keeps_its_text() -> None:
    doc = from_html("<ul><li>" * 500 + "the end")
    assert "the end" in to_markdown(doc)
    assert from_json(to_json(doc)) == doc


def test_html_beyond_the_limit_is_refused() -> None:
    with pytest.raises(Invalid):
        from_html("x" * 200_001)
