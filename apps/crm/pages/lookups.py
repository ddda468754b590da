"""Choosing the record that a lookup field names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT
from workworld.apps.crm.pages.frames import framed, icon_of
from workworld.apps.crm.pages.values import label_of
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import lookups
from workworld.apps.crm.service.lookups import Offer
from workworld.context import Context
from workworld.doors.refused_pages import is_fragment
from workworld.doors.web import page
from workworld.errors import NotFound

_MOST_FOUND = 50


@BLUEPRINT.get("/lookups/<sobject>/<field>")
def lookup_offered(sobject: str, field: str) -> str:
    """The records that fit what is typed into a lookup field, as options of its list."""
    found = _found(sobject, field, flask.request.args.get("q", ""), 10)
    return flask.render_template("lookup_options.html", offers=found, icon_of=icon_of)


@BLUEPRINT.get("/lookups/<sobject>/<field>/search")
def lookup_searched(sobject: str, field: str) -> str:
    """The dialog in which the record that a lookup field names is searched for."""
    words = flask.request.args.get("q", "")
    kind = objects.find(sobject)
    known = kind.field(field) if kind else None
    if known is None:
        raise NotFound("NOT_FOUND")
    values: dict[str, Any] = {
        "offers": _found(sobject, field, words, _MOST_FOUND),
        "words": words,
        "target": flask.request.args.get("for", ""),
        "label": label_of(known),
        "objects": {each: objects.of_name(each).label for each in known.references},
        "most": _MOST_FOUND,
    }
    if is_fragment():
        return flask.render_template("dialog_lookup.html", icon_of=icon_of, **values)
    return framed("lookup_page.html", **values)


def _found(sobject: str, field: str, words: str, limit: int) -> Sequence[Offer]:
    def present(_ctx: Context, found: Sequence[Offer]) -> Sequence[Offer]:
        return found

    given: dict[str, Any] = {
        "sobject": sobject,
        "field": field,
        "words": words[:200],
        "limit": limit,
    }
    found: Sequence[Offer] = page(lookups.find, present, **given)
    return found
