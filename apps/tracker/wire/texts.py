"""Rich text in requests and answers: documents in version 3, wiki markup in version 2."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from workworld.apps.tracker import adf, wikitext
from workworld.apps.tracker.service import site
from workworld.apps.tracker.wire.addresses import version_of
from workworld.context import Context
from workworld.errors import Invalid, Problem
from workworld.richtext.html_writer import to_html
from workworld.richtext.json_form import from_json, to_json
from workworld.richtext.names import Names
from workworld.richtext.nodes import document, mentioned

_NO_DOCUMENT = "Operation value must be an Atlassian Document (see the Atlassian Document Format)"


class Documents:
    """Writes rich text for one answer, and knows the people whom it mentions.

    Args:
        ctx: whose answer it is.
        values: all rich text that there will be, in the form that is kept.
    """

    def __init__(self, ctx: Context, values: Iterable[Mapping[str, Any] | None]) -> None:
        self._is_document = version_of(ctx) == 3
        ids = {id for value in values if value for id in mentioned(from_json(value))}
        self._people = {id: row.name for id, row in site.people(ctx, ids).items()}

    def shown(self, value: Mapping[str, Any] | None) -> Any:
        """Rich text as the version that was asked has it."""
        if value is None:
            return None
        doc = from_json(value)
        return adf.write(doc, self._people) if self._is_document else wikitext.write(doc)

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
    if version_of(ctx) != 3:
        if not isinstance(value, str):
            raise _unfit("Operation value must be a string", field)
        return to_json(_read(wikitext.read, value, field))
    if not isinstance(value, Mapping):
        raise _unfit(_NO_DOCUMENT, field)
    return to_json(_read(adf.read, value, field))


def body(ctx: Context, value: Any, field: str) -> dict[str, Any]:
    """The same of what must say something; that it is empty its operation refuses."""
    return kept(ctx, value, field) or to_json(document(()))


def _read(read: Any, value: Any, field: str) -> Any:
    try:
        return read(value)
    except Invalid as refusal:
        raise _unfit(refusal.message, field) from None


def _unfit(what: str, field: str) -> Invalid:
    return Invalid("invalid_fields", problems=[Problem(what, field)])
