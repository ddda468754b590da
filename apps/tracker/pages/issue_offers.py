"""What other apps offer to do with an issue."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import flask

from workworld.apps.tracker.pages.blueprint import BLUEPRINT, issue_url
from workworld.apps.tracker.pages.issues import MENDABLE, form_state, issue_of, shown
from workworld.apps.tracker.service import issues
from workworld.apps.tracker.service.issue_offers import OFFERED
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import NotFound, Refused
from workworld.offers import Deed


@BLUEPRINT.get("/browse/<issue>/offers/<name>")
def offer_form(issue: str, name: str) -> str:
    """Ask what an offer needs to know."""
    return _form(issue, name, {})


@BLUEPRINT.post("/browse/<issue>/offers/<name>")
def take_offer(issue: str, name: str) -> Any:
    """Do with an issue what an app offers."""
    entered = flask.request.form.to_dict()

    def read(ctx: Context, record: Any) -> Deed:
        return OFFERED.known(name).reads(ctx, record.row, entered)

    deed: Deed = page(issues.info, read, issue=issue)
    try:
        page(deed.function, nothing, **deed.arguments)
    except (*MENDABLE, NotFound) as refusal:
        if refusal.code == "issue_not_found":
            raise
        return _form(issue, name, entered, refusal), status_of(refusal)
    return flask.redirect(issue_url(issue_of(issue, form_state()).key), 303)


def _form(issue: str, name: str, entered: Mapping[str, str], refusal: Refused | None = None) -> str:
    def ask(ctx: Context, record: Any) -> Mapping[str, Any]:
        offer = OFFERED.known(name)
        return {"offer": offer, "questions": offer.asks(ctx, record.row)}

    asked = page(issues.info, ask, issue=issue)
    found = issue_of(issue, form_state())
    said = refusal.message if refusal else ""
    return shown(found, "dialog_issue_offer.html", problem=said, entered=entered, **asked)
