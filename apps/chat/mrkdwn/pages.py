"""Documents of messages as pages show them."""

from __future__ import annotations

from markupsafe import Markup

from workworld.richtext import html_writer
from workworld.richtext.names import Names
from workworld.richtext.nodes import Document, Emoji, HardBreak, Text, inlines

_MOST_LARGE = 23
"""How many emoji by themselves are shown large."""


def to_html(doc: Document, names: Names) -> Markup:
    """A message as HTML for one reader; one of nothing but emoji is large."""
    shown = html_writer.to_html(doc, names, bare=True)
    if not _is_large(doc):
        return shown
    return Markup('<span class="large-emoji">{}</span>').format(shown)


def _is_large(doc: Document) -> bool:
    count = 0
    for node in inlines(doc):
        if isinstance(node, Emoji):
            count += 1
        elif not (isinstance(node, HardBreak) or (isinstance(node, Text) and node.text.isspace())):
            return False
    return 0 < count <= _MOST_LARGE and len(doc.content) == 1
