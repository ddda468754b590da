"""Where the pages of spreadsheets are registered, and how they lead to one another."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

import flask

from workworld.doors.refused_pages import is_fragment
from workworld.doors.web import signed_in

BLUEPRINT = flask.Blueprint("ui", __name__)


@BLUEPRINT.before_request
def require_somebody() -> None:
    """Refuse forms of strangers, those too that change nothing and only lead on."""
    signed_in()


@BLUEPRINT.context_processor
def addresses() -> dict[str, Any]:
    """What templates may call besides ``url_for``."""
    return {"at": at, "workbook_url": workbook_url}


def workbook_url(workbook_id: str, part: str = "", **values: Any) -> str:
    """The address of a workbook's editor, or of a part of it such as ``history``."""
    return at(f"/s/{quote(workbook_id)}{'/' + part if part else ''}", values)


def at(path: str, values: dict[str, Any] | None = None) -> str:
    """The address of a path of the app, as the reader reaches it."""
    query = urlencode(values, doseq=True) if values else ""
    return f"{flask.request.script_root}{path}{'?' + query if query else ''}"


def gone_to(url: str) -> Any:
    """Where one is after a form was taken."""
    if is_fragment():
        return "", 200, {"HX-Redirect": url}
    return flask.redirect(url, 303)
