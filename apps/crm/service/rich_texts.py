"""Texts with paragraphs, emphasis and links: kept as HTML, which clients send and are told.

https://help.salesforce.com/s/articleView?id=platform.fields_using_rich_text_area.htm
"""

from __future__ import annotations

from markupsafe import Markup

from workworld.errors import Invalid
from workworld.richtext.html_reader import from_html
from workworld.richtext.html_writer import to_html
from workworld.richtext.markdown_reader import from_markdown
from workworld.richtext.markdown_writer import to_markdown
from workworld.richtext.names import Names
from workworld.richtext.plain import to_plain

_NOBODY = Names({}, {}, str)


def cleaned(html: str) -> str:
    """HTML from anybody with nothing in it but paragraphs, lists, emphasis and links.

    Raises:
        Invalid: ``invalid_document``: it is longer than any document may be.
    """
    return str(to_html(from_html(html), _NOBODY))


def shown(html: str) -> Markup:
    """A text as a page shows it, written anew whatever its column holds."""
    return to_html(from_html(html), _NOBODY)


def plain(html: str) -> str:
    """A text in one line without its markup, as lists, histories and exports have it."""
    return " ".join(to_plain(from_html(html), _NOBODY).split())


def as_markdown(html: str) -> str:
    """A text as it is typed."""
    return to_markdown(from_html(html))


def of_markdown(text: str) -> str:
    """What was typed, as it is kept.

    Raises:
        ValueError: it is longer than any document may be.
    """
    try:
        return str(to_html(from_markdown(text), _NOBODY))
    except Invalid as refusal:
        raise ValueError(refusal.message) from None
