"""Rich text in requests and answers: documents in version 3, wiki markup in version 2.

Tools read and write Markdown, or documents where their caller asks for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workworld.apps.tracker import adf, wikitext
from workworld.apps.tracker.service import site
from workworld.apps.tracker.wire.addresses import version_of
from workworld.context import Context, Surface
from workworld.errors import Invalid, Problem
from workworld.richtext.html_writer import to_html
from workworld.richtext.json_form import from_json, to_json
from workworld.richtext.markdown_reader import from_markdown
from workworld.richtext.markdown_writer import to_markdown
from workworld.richtext.names import Names
from workworld.richtext.nodes import document, mentioned

ADF, WIKI, MARKDOWN = "adf", "wiki", "markdown"
_NO_DOCUMENT = "Operation value must be an Atlassian Document (see the Atlassian Document Format)"


class Documents:
    """Writes rich text for one answer, and knows the people whom it mentions.

    Args:
        ctx: whose answer it is.
        values: all rich text that there will be, in the form that is kept.
    """

    def __init__(self, ctx: Context, values: Iterable[Mapping[str, Any] | None]) -> None:
        self._form = _form(ctx, "responseContentFormat")
        ids = {id for value in values if value for id in mentioned(from_json(value))}
        self._people = {id: row.name for id, row in site.people(ctx, ids).items()}

    def shown(self, value: Mapping[str, Any] | None) -> Any:
        """Rich text as the version that was asked has it."""
        if value is None:
            return None
        doc = from_json(value)
        if self._form == MARKDOWN:
            return to_markdown(doc)
        return adf.write(doc, self._people) if self._form == ADF else wikitext.write(doc)

    def html(self, value: Mapping[str, Any] | None) -> str:
        """Rich text as HTML."""
        return str(to_html(from_json(value), Names(self._people, {}, str))) if value else ""


def kept(ctx: Context, value: Any, field: str) -> dict[str, Any] | None:
    """Rich text of a request in the form that is kept; None for nothing.

    Raises:
        Invalid: ``invalid_fields``: it is not what this version of the API takes.
    """
    if value is None:
        return None
    form = _form(ctx, "contentFormat")
    if form == WIKI or (form == MARKDOWN and not isinstance(value, Mapping)):
        if not isinstance(value, str):
            raise _unfit("Operation value must be a string", field)
        return to_json(_read(from_markdown if form == MARKDOWN else wikitext.read, value, field))
    if not isinstance(value, Mapping):
        raise _unfit(_NO_DOCUMENT, field)
    return to_json(_read(adf.read, value, field))


def body(ctx: Context, value: Any, field: str) -> dict[str, Any]:
    """The same of what must say something; that it is empty its operation refuses."""
    return kept(ctx, value, field) or to_json(document(()))


def _form(ctx: Context, asked: str) -> str:
    """How rich text is spelled at this door; a tool's caller may ask for documents."""
    if ctx.request.surface is Surface.MCP:
        return ADF if ctx.request.arguments.get(asked) == ADF else MARKDOWN
    return ADF if version_of(ctx) == 3 else WIKI


def _read(read: Any, value: Any, field: str) -> Any:
    try:
        return read(value)
    except Invalid as refusal:
        raise _unfit(refusal.message, field) from None


def _unfit(what: str, field: str) -> Invalid:
    return Invalid("invalid_fields", problems=[Problem(what, field)])
