"""Administration of how long messages are kept: in the whole workspace, and in a channel."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.chat.models import Channel, Settings
from workworld.apps.chat.pages.blueprint import BLUEPRINT
from workworld.apps.chat.pages.sidebar import sidebar
from workworld.apps.chat.pages.sidebar_links import look_of
from workworld.apps.chat.service import oversight, retention
from workworld.apps.chat.service import settings as workspace_settings
from workworld.context import Context
from workworld.directory import people
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Invalid
from workworld.permissions import require

_USUAL, _EVER, _DAYS = "workspace", "ever", "days"
"""What is chosen: as in the whole workspace, for ever, for some days."""


@dataclass(frozen=True, slots=True)
class Limited:
    """A channel with a limit of its own."""

    id: str
    name: str
    icon: str
    kept: str
    """``for 30 days``."""


@dataclass(frozen=True, slots=True)
class Kept:
    """How long messages are kept, as the form has it."""

    keep: str
    """One of ``workspace``, ``ever`` and ``days``."""
    days: str
    """As it is typed; empty unless there is a number."""

    @classmethod
    def of(cls, days: int | None) -> Kept:
        """What a limit is in the form."""
        return cls(_USUAL if days is None else _DAYS if days else _EVER, str(days or ""))

    @classmethod
    def typed(cls) -> Kept:
        """What this request's form says."""
        form = flask.request.form
        return cls(form.get("keep", _DAYS), form.get("days", "").strip())

    @property
    def number(self) -> int:
        """For how many days; what is no number of them is left to be refused."""
        if self.keep == _EVER:
            return retention.FOR_EVER
        return int(self.days) if re.fullmatch(r"[1-9]\d{0,8}", self.days) else -1


@BLUEPRINT.get("/admin/retention")
def admin_retention() -> str:
    """How long messages are kept in the workspace, and which channels have limits of their own."""
    return _retention_page()


@BLUEPRINT.post("/admin/retention")
def change_retention() -> Any:
    """Say how long messages are kept in the workspace."""
    typed = Kept.typed()
    try:
        page(retention.change, nothing, days=typed.number)
    except Invalid as refused:
        return _retention_page(typed, refused.message), status_of(refused)
    return flask.redirect(flask.url_for("ui.admin_retention"), 303)


@BLUEPRINT.get("/admin/retention/<channel_id>")
def channel_retention(channel_id: str) -> str:
    """How long a channel's messages are kept, in a dialog above what holds for the others."""
    return _channel_page(channel_id)


@BLUEPRINT.post("/admin/retention/<channel_id>")
def change_channel_retention(channel_id: str) -> Any:
    """Say how long a channel's messages are kept."""
    typed = Kept.typed()
    try:
        if typed.keep == _USUAL:
            page(retention.remove_custom, nothing, channel_id=channel_id)
        else:
            page(retention.set_custom, nothing, channel_id=channel_id, days=typed.number)
    except Invalid as refused:
        return _channel_page(channel_id, typed, refused.message), status_of(refused)
    return flask.redirect(flask.url_for("ui.admin_retention"), 303)


def _channel_page(channel_id: str, typed: Kept | None = None, problem: str = "") -> str:
    def present(ctx: Context, row: Channel) -> tuple[str, Kept]:
        require(ctx, "chat.retention.set_custom", row)
        return row.name, Kept.of(row.retention_days)

    name, kept = page(oversight.info, present, channel_id=channel_id)
    asked = {"id": channel_id, "name": name, "kept": typed or kept, "problem": problem}
    return _retention_page(asked=asked)


def _retention_page(
    typed: Kept | None = None, problem: str = "", asked: Mapping[str, Any] | None = None
) -> str:
    usual, kept, channels = page(workspace_settings.read, _present)
    return flask.render_template(
        "admin_retention.html",
        sidebar=sidebar(),
        usual=usual,
        kept=typed or kept,
        channels=channels,
        problem=problem,
        most=retention.MOST_DAYS,
        asked=asked,
    )


def _present(ctx: Context, row: Settings) -> tuple[str, Kept, Sequence[Limited]]:
    require(ctx, "chat.retention.change", people.company(ctx.session))
    limited = [
        Limited(each.id, each.name, look_of(each)[0], retention.in_words(each.retention_days or 0))
        for each in retention.limited(ctx)
    ]
    return retention.in_words(row.retention_days), Kept.of(row.retention_days), limited
