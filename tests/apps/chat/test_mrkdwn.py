"""mrkdwn: what it shows, that nothing in it does harm, and that what is written reads alike."""

import re
from cProfile import Profile
from html.parser import HTMLParser
from importlib.resources import files
from typing import Any

import pytest
import yaml
from hypothesis import example, given
from hypothesis import strategies as st
from tests.documents import DOCUMENTS

from workworld.apps.chat.mrkdwn import (
    from_markdown,
    from_mrkdwn,
    from_plain,
    to_html,
    to_mrkdwn,
)
from workworld.richtext import html_writer, markdown_reader
from workworld.richtext.json_form import from_json, to_json
from workworld.richtext.names import Names
from workworld.richtext.nodes import Document
from workworld.richtext.plain import to_plain
from workworld.richtext.simpler import without_tables

NAMES = Names({"U1": "Ana", "U2": "Ben <b>"}, {"C1": "general"}, lambda key: f"/c/{key}", "U1")
OURS = {"strong", "em", "s", "code", "pre", "a", "span", "br", "blockquote"}
PIECES = [
    *("<", ">", "&", "@", "#", "!", "|", "*", "_", "~", "`", "\n", '"', "'", "=", " ", "a", "b"),
    *("é", "1", ":", ".", ")", "(", "U1", "C1", "/x", "\x00", "\u200b", "\u2060", "\t", "• "),
    *("script", "onload=", "```", "http://", "https://x.example", "javascript:", "&gt;", "&amp;"),
    *("🎉", "👍🏽", "tada", ":tada:", ":+1::skin-tone-2:", "<@U1>", "<!here>", "> "),
    "<https://x.example|a>",
]
HOSTILE = st.lists(st.sampled_from(PIECES), max_size=30).map("".join)
TEXTS = st.one_of(HOSTILE, st.text(max_size=100))


OUTSIDE = ' rel="noopener noreferrer" target="_blank"'


def shown(text: str) -> str:
    return str(to_html(from_mrkdwn(text), NAMES))


def cases(name: str) -> list[Any]:
    text = (files("tests.apps.chat") / f"{name}.yaml").read_text(encoding="utf-8")
    return [
        pytest.param(typed, expected, id=typed[:40])
        for group in yaml.safe_load(text).values()
        for typed, expected in group
    ]


@pytest.mark.parametrize(("text", "expected"), cases("mrkdwn"))
def test_mrkdwn_is_shown_as(text: str, expected: str) -> None:
    assert shown(text).replace(OUTSIDE, "") == expected


@pytest.mark.parametrize(("markdown", "stored"), cases("markdown"))
def test_markdown_becomes_mrkdwn(markdown: str, stored: str) -> None:
    assert from_markdown(markdown) == stored


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


@given(st.text(st.characters(exclude_characters="\r\x00", exclude_categories=["Cs"])))
def test_typed_text_is_read_back_unchanged(text: str) -> None:
    stored = from_plain(text)
    for entity, character in (("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&")):
        stored = stored.replace(entity, character)
    assert stored == text.strip()


@given(TEXTS)
@example("\u200b\n<")
@example("``````<```")
@example("*a *b* c*")
@example("*< \u2060*")
@example(">\n\n>")
@example("> \n\n> ")
def test_every_text_is_a_document_and_reads_alike_when_written(text: str) -> None:
    doc = from_mrkdwn(text)
    assert from_json(to_json(doc)) == doc
    again = from_mrkdwn(to_mrkdwn(doc))
    assert from_mrkdwn(to_mrkdwn(again)) == again
    assert _visible(to_plain(again, NAMES)) == _visible(to_plain(doc, NAMES))
    # A space without width in an address cuts it off; where it has gone, the address is longer.
    assert again == doc or "\u200b" in text or "\u2060" in text


@given(TEXTS)
def test_nothing_but_our_own_markup_is_live(text: str) -> None:
    for tag, attributes in _Page(shown(text)).found:
        assert tag in OURS
        assert attributes.keys() <= {"class", "href", "rel", "target", "role", "aria-label"}
        href = attributes.get("href") or "https:"
        assert href.startswith(("http://", "https:", "mailto:", "/c/"))


@pytest.mark.parametrize("link", ["https://x.example", "<https://x.example|x>", "<mailto:a@b.c>"])
def test_links_open_outside(link: str) -> None:
    assert OUTSIDE in shown(link)


@pytest.mark.parametrize(("count", "is_large"), [(0, False), (1, True), (23, True), (24, False)])
def test_few_emoji_by_themselves_are_large(count: int, is_large: bool) -> None:
    for text in (":tada: " * count, "🎉\n" * count):
        assert shown(text).startswith('<span class="large-emoji">') is is_large
    assert "large" not in shown(":tada: " * count + "!")


def test_link_around_a_link_stays_inert() -> None:
    text = "https://a.example/<https://x onmouseover=alert(1) id=composer y|l>"
    found = _Page(shown(text)).found
    assert [tag for tag, _ in found] == ["a", "a"]
    assert {name for _, each in found for name in each} == {"href", "rel", "target"}


@given(DOCUMENTS)
def test_markdown_loses_no_text_on_its_way(doc: Document) -> None:
    plainer = without_tables(doc)
    assert _words_of(shown(to_mrkdwn(doc))) == _words_of(html_writer.to_html(plainer, NAMES))


@given(HOSTILE)
@example("\u200b>\n><")
@example("```\n``````<")
def test_markdown_shows_the_text_that_was_sent(text: str) -> None:
    meant = markdown_reader.from_markdown(text, breaks=True, emoji=True, tables=False)
    sent = shown(from_markdown(text))
    assert _words_of(sent) == _words_of(html_writer.to_html(meant, NAMES))


def test_longest_markdown_is_left_for_the_operation_to_refuse() -> None:
    assert from_markdown("<" * 200_001) == "&lt;" * 200_001


@pytest.mark.parametrize(
    "mark",
    [
        *("*", "*a ", "_", "~a", "`", "```", "``` ", "<", "<@U", "<a|", ":", ":a", ":tada:", "> "),
        *("\n> ", "&gt;", "&gt;&gt;&gt;", "http://", "http://)", "https://x.example.", "*_~a"),
        *(
            "*a _b ",
            "a* b_ ",
            "\n",
            "https://x(",
            "&amp;",
            "*a* ",
            "`a` ",
            "```a```",
            "```js\n",
            "🎉",
            "👍🏽",
        ),
        *("\u200b", "*\u2060", "`\u2060", "*a *b* ", "<!x|", ":+1::skin-tone-"),
    ],
)
def test_hostile_marks_take_linear_time(mark: str) -> None:
    def calls(count: int) -> int:
        text, profile = mark * (count // len(mark)), Profile()
        profile.runcall(lambda: to_html(from_mrkdwn(text), NAMES))
        return sum(each.callcount for each in profile.getstats())

    calls(500)
    assert calls(8000) < 5 * calls(2000)
    to_html(from_mrkdwn(mark * (40_000 // len(mark))), NAMES)  # nor does any one call take longer


class _Page(HTMLParser):
    """Elements and words of a page, the numbers of lists among them."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None]]] = []
        self.words: list[str] = []
        self._numbers: list[int | None] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        self.found.append((tag, given))
        if tag in ("ul", "ol"):
            self._numbers.append(int(given.get("start") or 1) if tag == "ol" else None)
        elif tag == "li" and (number := self._numbers[-1]) is not None:
            self.words.append(f"{number}.")
            self._numbers[-1] = number + 1

    def handle_endtag(self, tag: str) -> None:
        if tag in ("ul", "ol"):
            self._numbers.pop()

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def _words_of(page: str) -> str:
    """The text of a page without space, and without what stands for bullets and rules."""
    words = re.sub(r"[\s•◦▪]", "", _visible("".join(_Page(page).words)))
    return words.replace("---", "")


def _visible(text: str) -> str:
    return re.sub("[\u200b\u2060]", "", text)
