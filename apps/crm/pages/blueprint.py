"""Where the CRM's pages are registered, and how they lead to one another."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

import flask

from workworld.doors.refused_pages import SAFE_METHODS, keep_entered
from workworld.doors.web import is_for_everybody, signed_in

BLUEPRINT = flask.Blueprint("ui", __name__)
_OWN = ("csrf", "version", "base", "place", "view")
"""What forms hold that nobody typed."""


@BLUEPRINT.before_request
def require_somebody() -> None:
    """Refuse forms of strangers, those too that change nothing and only lead on.

    What they held is kept, as their session may have ended while they typed.
    """
    if flask.request.method not in SAFE_METHODS and (field := _longest()):
        keep_entered(field)
    if not is_for_everybody(flask.request.endpoint):
        signed_in()


def _longest() -> str:
    """The field of the form with the longest text, which took the longest to type."""
    typed = [each for each in flask.request.form.items() if each[0] not in _OWN and each[1]]
    return max(typed, key=lambda each: len(each[1]))[0] if typed else ""


def home_url() -> str:
    """The address of the first page."""
    return at("/home")


def list_url(sobject: str, **values: Any) -> str:
    """The address of an object's records; ``view`` names one of its list views."""
    return at(f"/{quote(sobject)}/list", values)


def record_url(sobject: str, record_id: str, **values: Any) -> str:
    """The address of a record's own page."""
    return at(f"/{quote(sobject)}/{quote(record_id)}", values)


def at(path: str, values: dict[str, Any] | None = None) -> str:
    """The address of a path of the CRM, as the reader reaches it."""
    query = urlencode(values, doseq=True) if values else ""
    return f"{flask.request.script_root}{path}{'?' + query if query else ''}"
