"""What mrkdwn is made of: code, references, links, emoji, marks and the ends of lines.

Source: https://docs.slack.dev/messaging/formatting-message-text
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator
from itertools import groupby
from typing import NamedTuple

from workworld.emoji import BEGINNING, emoji_at
from workworld.richtext import bare_links
from workworld.richtext.bare_links import without_punctuation

APART = "\u200b"
"""A space without width, which lets a mark count beside a letter."""
LITERAL = "\u2060"
"""A joiner without width: the mark before it is text, as is a line that begins with it."""
_LITERAL = rf"(?P<literal>[*_~`]{LITERAL})"
_CODE = rf"```(?!`)(?P<block>(?s:.+?))```|`(?P<code>[^`\n]+)`(?!{LITERAL})"
_ANGLED = r"<(?P<inside>[^<>\n]+)>"
_TOKEN = re.compile(
    rf"{_LITERAL}|{_CODE}|{_ANGLED}|(?P<link>{bare_links.BEGINNING})|(?P<emoji>{BEGINNING})"
    r"|(?P<quote>^(?:&gt;|>)(?:(?:&gt;|>){2})? ?)|(?P<mark>[*_~])|(?P<end>\n)",
    re.MULTILINE,
)
_INVISIBLE = re.compile(f"[{APART}{LITERAL}]")
_LINK_END = re.compile("&[lg]t;")


class Token(NamedTuple):
    """A piece of a text.

    Args:
        kind: ``text``, or a group of the pattern: ``literal`` (a mark that is none), ``block`` (of
            code), ``code``, ``inside`` (of angled brackets), ``link``, ``emoji``, ``quote``,
            ``mark`` or ``end`` (of a line).
        value: what it holds, such as the name of an emoji.
        source: how it is written.
        start: where it begins.
    """

    kind: str
    value: str
    source: str
    start: int

    @property
    def stop(self) -> int:
        """Where it ends."""
        return self.start + len(self.source)


def tokens(text: str, own: Collection[str] = ()) -> Iterator[Token]:
    """The pieces of a text, in order and without gaps; ``own`` are the workspace's emoji in it."""
    done = place = 0
    while match := _TOKEN.search(text, place):
        token = _token(text, match, own)
        if token is None:
            place = match.start() + 1  # such as a colon, which may still end in another's name
            continue
        if token.start > done:
            yield _plain(text[done : token.start], done)
        yield token
        done = place = token.stop
    if done < len(text):
        yield _plain(text[done:], done)


def visible(source: str) -> str:
    """What is to be seen of a text: without escapes, and without what keeps its marks apart."""
    return unescaped(_INVISIBLE.sub("", source))


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """A text in which everything has changed that is not code."""
    pieces = []
    for is_code, group in groupby(tokens(text), lambda token: token.kind in ("block", "code")):
        piece = "".join(token.source for token in group)
        pieces.append(piece if is_code else change(piece))
    return "".join(pieces)


def escaped(text: str) -> str:
    """Text with the three characters escaped that mrkdwn keeps for itself."""
    return text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")


def unescaped(text: str) -> str:
    """The reverse; no other entity is one."""
    return text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")


def _token(text: str, match: re.Match[str], own: Collection[str]) -> Token | None:
    kind = match.lastgroup or ""
    if kind == "emoji":
        found = emoji_at(text, match.start(), own)
        return (
            Token(kind, found[0], text[match.start() : found[1]], match.start()) if found else None
        )
    if kind == "link":
        return _link(match)
    return Token(kind, match[kind], match[0], match.start())


def _plain(source: str, start: int) -> Token:
    return Token("text", source, source, start)


def _link(match: re.Match[str]) -> Token:
    """An address up to the punctuation behind it, which may be marks."""
    end = _LINK_END.search(match[0])
    source = match[0][: end.start()] if end else match[0]
    address = unescaped(source)
    kept = without_punctuation(address)
    behind = len(address) - len(kept)
    return Token("link", kept, source[: len(source) - behind], match.start())
