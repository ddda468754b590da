"""Who signed in when, and who tried in vain: of everybody, of a user, and one's own."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import quote

from workworld.apps.crm.pages import moments
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.setup_sheets import Cell, Table, as_found, tables
from workworld.apps.crm.service import logins, user_settings
from workworld.apps.crm.service.logins import Login
from workworld.apps.crm.service.user_settings import UserSeen
from workworld.context import Context
from workworld.doors.web import page

_TITLE = "Login history"
_GOOD = "Success"
_COLUMNS = ("Login time", "Status", "Source IP", "Application", "Browser", "Platform")


@BLUEPRINT.get("/setup/login-history")
def login_history_page() -> str:
    """Who signed in, and who tried in vain."""
    return tables(_TITLE, [], _table(logins.ALL))


@BLUEPRINT.get("/setup/users/<user_id>/login-history")
def user_logins_page(user_id: str) -> str:
    """When a user signed in, or tried in vain."""
    found: UserSeen = page(user_settings.info, as_found, user_id=user_id)
    back = at("/setup/users")
    trail = [(back, "Users"), (f"{back}/{quote(found.id)}", found.name)]
    return tables(_TITLE, trail, _table(found.id))


@BLUEPRINT.get("/settings/login-history")
def own_logins_page() -> str:
    """When the reader signed in, or somebody tried in vain."""
    trail = [(at("/settings"), "Settings"), ("", _TITLE)]
    shown = _table("")
    return framed(
        "setup_tables.html", title=_TITLE, trail=trail, tables=[shown], links=(), dialog=""
    )


def _table(user_id: str) -> Table:
    """The sign-ins of a user, of everybody, or of the reader if nobody is named."""
    is_all = user_id == logins.ALL

    def present(ctx: Context, found: Sequence[Login]) -> list[list[Cell]]:
        return [_row(ctx, each, is_all=is_all) for each in found]

    rows = page(logins.list, present, user_id=user_id or None)
    title = f"Latest {logins.MOST} sign-ins" if len(rows) == logins.MOST else "Sign-ins"
    return Table(title, ("User", *_COLUMNS) if is_all else _COLUMNS, rows)


def _row(ctx: Context, login: Login, *, is_all: bool) -> list[Cell]:
    url = at(f"/setup/users/{login.user_id}/login-history")
    texts = (login.source_ip, login.application, login.browser, login.platform)
    return [
        *([Cell(login.user, url)] if is_all else []),
        Cell(moments.moment(ctx, login.login_us)),
        Cell(login.status, tone="success" if login.status == _GOOD else "warning"),
        *map(Cell, texts),
    ]
