"""The UI door: what every app's pages have in common.

A page calls operations as the signed-in person and renders HTML on the server; the browser
holds no state of its own.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import flask
from jinja2 import ChoiceLoader, FileSystemLoader, StrictUndefined
from sqlalchemy.orm import Session
from werkzeug.exceptions import HTTPException

from workworld import loading
from workworld.accounts import require_active
from workworld.attempts import Present
from workworld.calls import call
from workworld.context import Actor, Request, Surface
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.files import mark
from workworld.doors.site import current_site
from workworld.errors import (
    Failed,
    Forbidden,
    Invalid,
    NotFound,
    RateLimited,
    Refused,
    Unauthenticated,
    Unavailable,
)
from workworld.manifest import App
from workworld.randomness import digest

log = logging.getLogger(__name__)

COOKIE = "workworld"
LARGEST_BODY = 1 << 20
_HUES = 10
_HERE = Path(__file__).parent
SHARED_FILES = _HERE / "static"
_SAFE_METHODS = frozenset({"GET", "HEAD", "OPTIONS"})
_STATUS: dict[type[Refused], int] = {  # the first that fits counts
    RateLimited: 429,
    Failed: 500,
    Unavailable: 503,
    Unauthenticated: 401,
    Forbidden: 403,
    NotFound: 404,
    Invalid: 422,
}
_PASSING = frozenset({429, 500, 503})
_SECURITY_HEADERS = {
    "Content-Security-Policy": "default-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'; object-src 'none'",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}


@dataclass(frozen=True, slots=True)
class Avatar:
    """A person's picture: initials on one of ten colours that the id decides."""

    initials: str
    hue: int

    @classmethod
    def of(cls, person_id: str, name: str) -> Avatar:
        """The avatar of a person."""
        words = name.split()
        initials = words[0][:1] + (words[-1][:1] if len(words) > 1 else "")
        return cls(initials.upper(), digest(person_id)[0] % _HUES)


@dataclass(frozen=True, slots=True)
class Shell:
    """What the frame around every page shows."""

    company: str
    person_id: str
    person_name: str
    avatar: Avatar
    apps: tuple[App, ...]


def flask_app(name: str, package_folder: Path) -> flask.Flask:
    """A Flask app that renders with the shared layout and answers every error in words.

    Args:
        name: for logs.
        package_folder: holds the app's own ``templates`` and ``static``.
    """
    app = flask.Flask(name, root_path=str(package_folder), static_folder="static")
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = LARGEST_BODY
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    folders = [package_folder / "templates", _HERE / "templates"]
    app.jinja_env.loader = ChoiceLoader([FileSystemLoader(folder) for folder in folders])
    app.after_request(_secure)
    app.context_processor(_shared_names)
    app.jinja_env.globals["sprite"] = lambda: _shared_url("vendor/lucide.svg")
    return app


def signed_in() -> Actor:
    """Who the browser is signed in as.

    Raises:
        Unauthenticated: nobody, or with a cookie that this world does not honour, or somebody
            whose account is deactivated.
    """
    known: Actor | None = flask.g.get("signed_in")
    if known is None:
        site = current_site()
        known = site.authority.honour_cookie(flask.request.cookies.get(COOKIE, ""), site.world)
        with site.world.reading() as session:
            require_active(session, known.person_id)
        flask.g.signed_in = known
    return known


def page(function: Callable[..., Any], present: Present, **arguments: Any) -> Any:
    """Perform an operation for a page, as the signed-in person.

    Args:
        function: the operation.
        present: result → what the template shows; it must not hand rows on.
        arguments: the operation's.
    """
    site = current_site()
    rule = flask.request.url_rule
    name = f"{flask.request.method} {rule.rule if rule else flask.request.path}"
    struck: set[int] = flask.g.setdefault("struck", set())
    address = site.addresses.app(flask.current_app.name)
    request = Request(Surface.UI, name, arguments, address, struck)
    return call(site.world, signed_in(), function, request, present=present)


def status_of(refused: Refused) -> int:
    """The HTTP status of a refusal on a page."""
    return next((code for kind, code in _STATUS.items() if isinstance(refused, kind)), 409)


def error_page(error: Exception) -> Any:
    """A designed page for an error; whoever is not signed in is sent to the sign-in page."""
    if isinstance(error, Unauthenticated) and flask.request.method in _SAFE_METHODS:
        back = quote(flask.request.script_root + flask.request.full_path.rstrip("?"))
        return flask.redirect(f"{current_site().root}/sign-in?next={back}")
    if isinstance(error, Refused):
        status, title, text = status_of(error), _title(status_of(error)), error.message
    elif isinstance(error, HTTPException) and error.code is not None:
        if error.code < 400:
            return error
        status, title, text = error.code, _title(error.code), error.description or error.name
    else:
        log.error("%s %s failed", flask.request.method, flask.request.path, exc_info=error)
        status, title, text = 500, _title(500), "This is a fault of the app, not yours."
    if status == 422 and flask.request.method in _SAFE_METHODS and _names_no_record(error):
        status, title = 404, _title(404)
    if status == 404:  # hidden and missing look alike, whoever refused
        text = "There is nothing at this address, or you may not see it."
    headers = {"Retry-After": str(error.seconds)} if isinstance(error, RateLimited) else {}
    body = flask.render_template(
        "error.html",
        title=title,
        text=text,
        status=status,
        unsent=_unsent() if isinstance(error, Unavailable) else None,
        may_pass=status in _PASSING,
    )
    return body, status, headers


def keep_entered(field: str) -> None:
    """If the app is unavailable just now, show what was entered and offer to send it again.

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


def csrf_proof() -> str:
    """The proof that forms on this browser's pages carry."""
    return current_site().authority.csrf(flask.request.cookies.get(COOKIE, ""))


def _title(status: int) -> str:
    return {
        401: "Please sign in",
        403: "Not allowed",
        404: "Not found",
        405: "Not possible here",
        413: "Too large",
        422: "That did not work",
        429: "Too many requests",
        500: "Something went wrong",
        503: "Not available just now",
    }.get(status, "That did not work")


def require_proof() -> None:
    """Refuse a form that one of our own pages did not send; runs before every page."""
    if flask.request.method in _SAFE_METHODS or flask.request.url_rule is None:
        return  # without a route it is answered by 404 or 405
    cookie = flask.request.cookies.get(COOKIE, "")
    if not current_site().authority.csrf_matches(cookie, flask.request.form.get("csrf", "")):
        raise Forbidden("invalid_csrf", "This form is out of date. Reload the page and try again.")


def _secure(response: flask.Response) -> flask.Response:
    for name, value in _SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def _shared_names() -> dict[str, Any]:
    site = current_site()
    return {
        "site_root": site.root,
        "shell": _shell(),
        "csrf": csrf_proof(),
        "shared": _shared_url,
    }


def _shared_url(name: str) -> str:
    return f"{current_site().root}/static/{name}?v={mark(SHARED_FILES / name)}"


def _shell() -> Shell | None:
    try:
        actor = signed_in()
        with current_site().world.reading() as session:
            return _shell_of(session, actor)
    except (Unauthenticated, Unavailable):
        return None


def _shell_of(session: Session, actor: Actor) -> Shell:
    person = session.get_one(Person, actor.person_id)
    avatar = Avatar.of(person.id, person.name)
    name = people.company(session).name
    return Shell(name, person.id, person.name, avatar, loading.apps())
