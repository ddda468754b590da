"""What other apps offer to do with a record."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.service import records
from workworld.apps.crm.service.reading import Loaded
from workworld.apps.crm.service.record_offers import OFFERED
from workworld.context import Context
from workworld.doors.web import nothing, page
from workworld.errors import NotFound, Refused
from workworld.offers import Deed

_DIALOG = "record-offer"


@BLUEPRINT.get("/<sobject>/<record_id>/offers/<name>")
def offer_form(sobject: str, record_id: str, name: str) -> str:
    """Ask what an offer needs to know."""
    return _form(sobject, record_id, name, {})


@BLUEPRINT.post("/<sobject>/<record_id>/offers/<name>")
def take_offer(sobject: str, record_id: str, name: str) -> Any:
    """Do with a record what an app offers."""
    entered = flask.request.form.to_dict()

    def read(ctx: Context, loaded: Loaded) -> Deed:
        return OFFERED.known(name).reads(ctx, loaded, entered)

    page(records.get, nothing, sobject=sobject, record_id=record_id)  # else it is not found itself
    try:
        deed: Deed = page(records.get, read, sobject=sobject, record_id=record_id)
        page(deed.function, nothing, **deed.arguments)
    except (*MENDABLE, NotFound) as refusal:
        form = _form(sobject, record_id, name, entered, refusal)
        return refused_dialog(form, refusal, _DIALOG)
    return gone_to(record_url(sobject, record_id))


def _form(
    sobject: str,
    record_id: str,
    name: str,
    entered: Mapping[str, str],
    refusal: Refused | None = None,
) -> str:
    def ask(ctx: Context, loaded: Loaded) -> Mapping[str, Any]:
        offer = OFFERED.known(name)
        return {"offer": offer, "questions": offer.asks(ctx, loaded)}

    asked = page(records.get, ask, sobject=sobject, record_id=record_id)
    said = refusal.message if refusal else ""
    dialog = "dialog_offer.html"
    return record_page(sobject, record_id, dialog, problem=said, entered=entered, **asked)
