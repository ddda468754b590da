"""Making a quote's products those of its deal, and letting the two go their own ways."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.crm.pages import entries
from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.service import quotes, records
from workworld.apps.crm.service.reading import Loaded
from workworld.context import Context
from workworld.doors.web import nothing, page

_DIALOG = "sync-quote"
_QUOTE = "Quote"


@BLUEPRINT.get("/Quote/<record_id>/sync")
def sync_form(record_id: str) -> str:
    """Ask whether a quote is to be synced, or no longer."""
    return _dialog(record_id)


@BLUEPRINT.post("/Quote/<record_id>/sync")
def sync_quote(record_id: str) -> Any:
    """Begin or end the sync of a quote."""
    stops = entries.one(entries.entered(flask.request.form), "stops") == "1"
    try:
        page(quotes.stop_sync if stops else quotes.sync, nothing, quote_id=record_id)
    except MENDABLE as refusal:
        return refused_dialog(_dialog(record_id, refusal.message), refusal, _DIALOG)
    return gone_to(record_url(_QUOTE, record_id))


def _dialog(record_id: str, problem: str = "") -> str:
    def present(_ctx: Context, loaded: Loaded) -> bool:
        return bool(loaded.values.get("IsSyncing"))

    stops = page(records.get, present, sobject=_QUOTE, record_id=record_id)
    return record_page(_QUOTE, record_id, "dialog_sync.html", problem=problem, stops=stops)
