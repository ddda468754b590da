"""Adding one's default team to an account, and making an account's team the default."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, record_url
from workworld.apps.crm.pages.records import MENDABLE, gone_to, record_page, refused_dialog
from workworld.apps.crm.service import default_teams
from workworld.doors.web import nothing, page

_ACCOUNT, _DIALOG = "Account", "default-team"


@BLUEPRINT.get("/Account/<record_id>/team")
def team_form(record_id: str) -> str:
    """Ask what is to be done with the account's team."""
    return _dialog(record_id)


@BLUEPRINT.post("/Account/<record_id>/team")
def change_team(record_id: str) -> Any:
    """Add the default team, or make this team the default."""
    deed = default_teams.keep if flask.request.form.get("keep") else default_teams.add
    try:
        page(deed, nothing, account_id=record_id)
    except MENDABLE as refusal:
        return refused_dialog(_dialog(record_id, refusal.message), refusal, _DIALOG)
    return gone_to(record_url(_ACCOUNT, record_id, tab="related"))


def _dialog(record_id: str, problem: str = "") -> str:
    return record_page(_ACCOUNT, record_id, "dialog_team.html", problem=problem)
