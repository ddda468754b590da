"""What a page answers that cannot be shown, or a form that was not taken."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple
from urllib.parse import quote

import flask
from werkzeug.exceptions import HTTPException

from workworld.context import Surface
from workworld.doors.crashes import tell_crash
from workworld.doors.site import current_site
from workworld.errors import (
    Failed,
    Forbidden,
    Invalid,
    NotFound,
    RateLimited,
    Refused,
    TooLarge,
    Unauthenticated,
    Unavailable,
)
from workworld.files import limits

SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_STATUS: dict[type[Refused], int] = {  # the first that fits counts
    RateLimited: 429,
    Failed: 500,
    Unavailable: 503,
    Unauthenticated: 401,
    Forbidden: 403,
    NotFound: 404,
    TooLarge: 413,
    Invalid: 422,
}
_PASSING = frozenset({429, 500, 503})
_TITLES = {
    401: "Please sign in",
    403: "Not allowed",
    404: "Not found",
    405: "Not possible here",
    413: "Too large",
    429: "Too many requests",
    500: "Something went wrong",
    503: "Not available just now",
}
_ICONS = {401: "lock", 403: "ban", 404: "search", 413: "file", 429: "hourglass", 503: "wifi-off"}
OWN_PAGE = "ERROR_PAGE"
"""Where a Flask app keeps what renders its errors: ``ERROR_PAGE`` in its ``ui`` module."""
ErrorPage = Callable[..., str]
"""Renders an error, given as such and as what ``error.html`` says of it."""


class _Said(NamedTuple):
    """What there is to say of an error."""

    status: int
    text: str

    @property
    def title(self) -> str:
        return _TITLES.get(self.status, "That did not work")


def status_of(refused: Refused) -> int:
    """The HTTP status of a refusal on a page."""
    return next((code for kind, code in _STATUS.items() if isinstance(refused, kind)), 409)


def is_fragment() -> bool:
    """Whether a script asks, to put the answer into the page that is shown."""
    return flask.request.headers.get("HX-Request") == "true"


def error_page(error: Exception) -> Any:
    """A designed page for an error; whoever is not signed in is sent to the sign-in page.

    A script that asked for a fragment gets a notice, which leaves the page as it is.
    """
    if isinstance(error, Unauthenticated) and flask.request.method in SAFE_METHODS:
        return _to_sign_in()
    if isinstance(error, HTTPException) and error.code is not None and error.code < 400:
        return error
    said = _said(error)
    headers = {"Retry-After": str(error.seconds)} if isinstance(error, RateLimited) else {}
    if is_fragment():
        body = flask.render_template("refused_fragment.html", text=said.text)
        return body, said.status, headers | {"HX-Reswap": "none"}
    render: ErrorPage = flask.current_app.config.get(OWN_PAGE, _plain_page)
    body = render(
        error,
        title=said.title,
        text=said.text,
        status=said.status,
        icon_name=_ICONS.get(said.status, "circle-alert"),
        unsent=_unsent(),
        may_pass=said.status in _PASSING,
    )
    return body, said.status, headers


def _plain_page(_error: Exception, **values: Any) -> str:
    return flask.render_template("error.html", **values)


def _to_sign_in() -> Any:
    sign_in = f"{current_site().root}/sign-in"
    if is_fragment():
        return "", 401, {"HX-Redirect": sign_in}
    back = quote(flask.request.script_root + flask.request.full_path.rstrip("?"))
    return flask.redirect(f"{sign_in}?next={back}")


def _said(error: Exception) -> _Said:
    if isinstance(error, Refused):
        status, text = status_of(error), error.message
    elif isinstance(error, HTTPException) and error.code is not None:
        status, text = error.code, error.description or error.name
    else:
        tell_crash(error, Surface.UI)
        status, text = 500, "This is a fault of the app, not yours."
    if status == 422 and flask.request.method in SAFE_METHODS and _names_no_record(error):
        status = 404
    if status == 413 and isinstance(error, HTTPException):  # its body was never read
        text = f"That is too large to be sent. A file may have {limits.most()}."
    if status == 404:  # hidden and missing look alike, whoever refused
        text = "There is nothing at this address, or you may not see it."
    return _Said(status, text)


def keep_entered(field: str) -> None:
    """If the form is answered by an error page, show what was entered.

    It can be sent again from there if the app is only unavailable just now.

    Args:
        field: what was typed with care; the form has no secrets in any other.
    """
    flask.g.kept = field


@dataclass(frozen=True, slots=True)
class Unsent:
    """A form that may well pass when it is sent again, so that nobody types it twice."""

    text: str
    fields: tuple[tuple[str, str], ...]


def _unsent() -> Unsent | None:
    """What a form held, if its view keeps it."""
    field: str | None = flask.g.get("kept")
    if field is None:
        return None
    fields = [each for each in flask.request.form.items(multi=True) if each[0] != "csrf"]
    return Unsent(flask.request.form.get(field, ""), tuple(fields))


def _names_no_record(error: Exception) -> bool:
    """Whether an address was refused because a part of it cannot be the id of anything."""
    return isinstance(error, Invalid) and bool(error.problems)
