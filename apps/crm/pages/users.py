"""Users: who they are stands on the company's own page of them."""

from __future__ import annotations

from typing import Any

import flask
from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import User
from workworld.apps.crm.pages.blueprint import BLUEPRINT
from workworld.apps.crm.service import navigation
from workworld.context import Context
from workworld.doors.site import current_site
from workworld.doors.web import page
from workworld.errors import NotFound


@BLUEPRINT.get("/User/<record_id>")
def show_user(record_id: str) -> Any:
    """A user: their page in the directory."""
    full = record_ids.full(record_id) or ""

    def present(ctx: Context, _tabs: Any) -> str:
        users = User.__table__.c
        found = ctx.session.scalar(select(users.person_id).where(users.id == full))
        if found is None:
            raise NotFound("NOT_FOUND")
        return f"{current_site().root}/people/{found}"

    return flask.redirect(page(navigation.tabs, present))
