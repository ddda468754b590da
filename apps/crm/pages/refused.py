"""What people are shown instead of a page that there is not, or not for them."""

from __future__ import annotations

from typing import Any

import flask

from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.service import refusals
from workworld.errors import Forbidden, Refused

_DENIED, _SENSELESS = (403, 404), (409, 422)
_BARE = refusals.insufficient_access().message
_TITLE = "Insufficient privileges"
_FORBIDDEN = "You do not have the level of access that this takes."
_HIDDEN = (
    "There is no such record, or you do not have the level of access that it takes. "
    "Ask its owner or an administrator if you need it."
)


def error_page(error: Exception, **values: Any) -> str:
    """An error within the CRM's frame, if its reader works with the CRM.

    What is hidden and what never was are told in the same words.

    Args:
        error: why the page cannot be shown.
        values: what the page says of it, for ``error.html``.
    """
    if values["status"] in (*_DENIED, *_SENSELESS):
        is_denied = values["status"] in _DENIED
        told = _told(error, values["text"]) if is_denied else {}
        try:
            return framed("refused.html", **values | told)
        except Refused:  # such as of one whom the CRM does not know at all, who has no tabs
            pass
    return flask.render_template("error.html", **values)


def _told(error: Exception, text: str) -> dict[str, Any]:
    """What the page says instead of what the error says, which is for programs."""
    if not isinstance(error, Forbidden):
        return {"title": _TITLE, "text": _HIDDEN}
    return {"title": _TITLE, "text": _FORBIDDEN if text == _BARE else text}
