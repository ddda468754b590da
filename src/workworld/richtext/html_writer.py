"""Documents → HTML in which nothing but our own markup is live."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from markupsafe import Markup

from workworld.emoji import Picture, character_of
from workworld.richtext.names import Names
from workworld.richtext.nodes import (
    PLAIN,
    Block,
    Broadcast,
    ChannelReference,
    CodeBlock,
    Document,
    Emoji,
    HardBreak,
    Heading,
    Inline,
    Line,
    List,
    Marks,
    Mention,
    Panel,
    Paragraph,
    Quote,
    Rule,
    Table,
    Text,
)

_TAGS = {"link": "a", "strong": "strong", "em": "em", "strike": "s", "code": "code"}


def to_html(doc: Document, names: Names, *, bare: bool = False) -> Markup:
    """A document as HTML for one reader.

    Args:
        doc: the document.
        names: what references are called, for this reader.
        bare: paragraphs have no element of their own, as in a line of chat.
    """
    return Markup(_Writer(names, bare).blocks(doc.content))  # noqa: S704 - escaped below


class _Writer:
    def __init__(self, names: Names, bare: bool) -> None:
        self._names = names
        self._bare = bare

    def blocks(self, blocks: Iterable[Block]) -> str:
        """Blocks one after another."""
        return "".join(map(self._block, blocks))

    def _block(self, block: Block) -> str:  # noqa: PLR0911 - one for each kind
        match block:
            case Paragraph(content):
                line = self._line(content)
                return line if self._bare else f"<p>{line}</p>"
            case Heading(level, content):
                return f"<h{level}>{self._line(content)}</h{level}>"
            case CodeBlock(text, language):
                name = escape(language)
                opened = (
                    f'<pre data-language="{name}"><code class="language-{name}">'
                    if language
                    else "<pre><code>"
                )
                return f"{opened}{escape(text)}</code></pre>"
            case Quote(inner):
                return f"<blockquote>{self.blocks(inner)}</blockquote>"
            case List(items, start):
                listed = "".join(f"<li>{self.blocks(item)}</li>" for item in items)
                if start is None:
                    return f"<ul>{listed}</ul>"
                first = "" if start == 1 else f' start="{start}"'
                return f"<ol{first}>{listed}</ol>"
            case Rule():
                return "<hr>"
            case Panel(kind, inner):
                return f'<div class="panel panel-{kind}">{self.blocks(inner)}</div>'
            case Table(rows, has_header):
                head = "".join(self._row(row, "th") for row in rows[:has_header])
                body = "".join(self._row(row, "td") for row in rows[has_header:])
                opened = f"<thead>{head}</thead>" if head else ""
                return f"<table>{opened}<tbody>{body}</tbody></table>"

    def _row(self, row: Iterable[Line], tag: str) -> str:
        cells = "".join(f"<{tag}>{self._line(cell)}</{tag}>" for cell in row)
        return f"<tr>{cells}</tr>"

    def _line(self, content: Iterable[Inline]) -> str:
        """Inline nodes; neighbours share the elements of the marks that they share."""
        pieces: list[str] = []
        now = PLAIN
        for node in content:
            marks = PLAIN if isinstance(node, HardBreak) else node.marks
            if marks is not now:
                pieces += self._change(now, marks)
            pieces.append(self._node(node))
            now = marks
        return "".join([*pieces, *self._change(now, PLAIN)])

    def _change(self, old: Marks, new: Marks) -> list[str]:
        kept = shared(old, new)
        closed = [f"</{_TAGS[name]}>" for name in reversed(old.names()[kept:])]
        opened = [self._opening(name, new) for name in new.names()[kept:]]
        return closed + opened

    def _opening(self, name: str, marks: Marks) -> str:
        if name != "link":
            return f"<{_TAGS[name]}>"
        href = escape(self._names.address(marks.href))
        return f'<a href="{href}" rel="noopener noreferrer" target="_blank">'

    def _node(self, node: Inline) -> str:  # noqa: PLR0911 - one for each kind
        match node:
            case Text(text):
                return escape(text)
            case HardBreak():
                return "<br>"
            case Mention(person_id):
                mine = person_id == self._names.reader_id
                url = self._names.person_url(person_id)
                return _mention(f"@{self._names.person(person_id)}", mine=mine, url=url)
            case Broadcast(audience):
                return _mention(f"@{audience}", mine=True)
            case Emoji(name):
                character = character_of(name)
                return emoji(name, Picture(character) if character else self._names.emoji(name))
            case ChannelReference(channel_id, marks):
                name = f"#{self._names.channel(channel_id)}"
                if channel_id not in self._names.channels or marks.href:
                    return _mention(name, mine=False)
                url = escape(self._names.channel_url(channel_id))
                return f'<a class="mention" href="{url}">{escape(name)}</a>'


def emoji(name: str, picture: Picture | None) -> str:
    """An emoji as a picture that has its name; one that nobody knows is text."""
    named = escape(f":{name}:")
    if picture is None:
        return named
    if picture.address:
        return f'<img class="emoji" src="{escape(picture.address)}" alt="{named}">'
    return f'<span class="emoji" role="img" aria-label="{named}">{picture.character}</span>'


def shared(old: Marks, new: Marks) -> int:
    """How many of their outermost marks two neighbours share."""
    kept = 0
    if old is PLAIN or new is PLAIN:
        return 0
    for left, right in zip(old.names(), new.names(), strict=False):
        if left != right or (left == "link" and old.href != new.href):
            break
        kept += 1
    return kept


def _mention(text: str, *, mine: bool, url: str = "") -> str:
    kind = f"mention{' mention-me' if mine else ''}"
    if url:
        link = f'class="{kind}" href="{escape(url)}" data-person data-panel-link'
        return f"<a {link}>{escape(text)}</a>"
    return f'<span class="{kind}">{escape(text)}</span>'
