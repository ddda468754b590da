from html.parser import HTMLParser

import pytest
from hypothesis import given
from hypothesis import strategies as st

from workworld.apps.chat.mrkdwn import Names, from_markdown, from_plain, to_html

NAMES = Names({"U1": "Ana", "U2": "Ben <b>"}, {"C1": "general"}, lambda key: f"/c/{key}", "U1")
OUR_TAGS = {"strong", "em", "s", "code", "pre", "a", "span", "br", "blockquote"}


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("a < b & c > d", "a &lt; b &amp; c &gt; d"),
        ("<script>x</script>", "&lt;script&gt;x&lt;/script&gt;"),
        ("<@U1>", "&lt;@U1&gt;"),
        ("one\r\ntwo\r\n", "one\ntwo"),
        ("&amp;", "&amp;amp;"),
    ],
)
def test_typed_text_is_literal(typed: str, stored: str) -> None:
    assert from_plain(typed) == stored


@pytest.mark.parametrize(
    ("markdown", "stored"),
    [
        ("**bold** and _it_", "*bold* and _it_"),
        ("~~gone~~", "~gone~"),
        ("[label](https://x.example/a?b=1&c=2)", "<https://x.example/a?b=1&amp;c=2|label>"),
        ("hi <@U1> in <#C1>", "hi <@U1> in <#C1>"),
        ("*it* and __bold__", "_it_ and *bold*"),
        ("**a** *b* **c**", "*a* _b_ *c*"),
        ("# Head\n* one\n- two", "*Head*\n• one\n• two"),
        ("2 * 3 * 4, snake_case_name, #5", "2 * 3 * 4, snake_case_name, #5"),
        ("<https://x.example/?a=1&b=2>", "<https://x.example/?a=1&amp;b=2>"),
        ("[" * 2000 + "**a " * 2000, "[" * 2000 + "**a " * 2000),
        ("<b>&", "&lt;b&gt;&amp;"),
        ("`**raw** <b>`", "`**raw** &lt;b&gt;`"),
        ("```\n**raw**\n```", "```\n**raw**\n```"),
    ],
)
def test_markdown_becomes_mrkdwn(markdown: str, stored: str) -> None:
    assert from_markdown(markdown) == stored


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*b* _i_ ~s~ `c`", "<strong>b</strong> <em>i</em> <s>s</s> <code>c</code>"),
        ("2*3*4 snake_case_name", "2*3*4 snake_case_name"),
        ("a &lt; b &amp;&amp; c", "a &lt; b &amp;&amp; c"),
        ("one\ntwo", "one<br>two"),
        ("&gt; said\nbut", "<blockquote>said</blockquote>but"),
        ("<@U1> <@U2>", '<span class="mention mention-me">@Ana</span> '
         '<span class="mention">@Ben &lt;b&gt;</span>'),
        ("<#C1> <#C9>", '<a class="mention" href="/c/C1">#general</a> '
         '<span class="mention">#private channel</span>'),
        ("<javascript:alert(1)|x>", "&lt;javascript:alert(1)|x&gt;"),
        ("`*not bold*`", "<code>*not bold*</code>"),
        ("```\n  <b>\n```", "<pre><code>  &lt;b&gt;</code></pre>"),
    ],
)  # fmt: skip
def test_mrkdwn_is_shown_as(text: str, shown: str) -> None:
    assert to_html(text, NAMES) == shown


def test_link_around_a_link_stays_inert() -> None:
    shown = to_html("https://a.example/<https://x onmouseover=alert(1) id=composer y|l>", NAMES)
    parser = _Tags()
    parser.feed(shown)
    assert [tag for tag, _ in parser.found] == ["a", "a"]
    assert {name for _, attributes in parser.found for name, _ in attributes} == {
        "href",
        "rel",
        "target",
    }


def test_links_open_outside_and_end_before_punctuation() -> None:
    shown = to_html("see https://x.example/a, or <https://y.example|why>", NAMES)
    assert 'href="https://x.example/a"' in shown
    assert ">why</a>" in shown
    assert shown.count('rel="noopener noreferrer"') == 2


class _Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[tuple[str, list[tuple[str, str | None]]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.found.append((tag, attrs))


PIECES = [*"<>&@#!|*_~`\n\"'= abU1C:/x\x00", "script", "onload=", "```", "http://", "javascript:"]
HOSTILE = st.lists(st.sampled_from(PIECES)).map("".join)


@given(st.one_of(HOSTILE, st.text()))
def test_no_text_brings_markup_of_its_own(text: str) -> None:
    parser = _Tags()
    parser.feed(to_html(text, NAMES))
    for tag, attributes in parser.found:
        assert tag in OUR_TAGS
        assert {name for name, _ in attributes} <= {"class", "href", "rel", "target"}
        for name, value in attributes:
            if name == "href":
                assert (value or "").startswith(("http://", "https://", "mailto:", "/c/"))


@given(st.text(st.characters(exclude_characters="\r\x00", exclude_categories=["Cs"])))
def test_typed_text_is_read_back_unchanged(text: str) -> None:
    stored = from_plain(text)
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        stored = stored.replace(entity, character)
    assert stored == text.strip()
