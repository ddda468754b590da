"""Signing in and out of a world."""

from __future__ import annotations

from urllib.parse import quote, unquote, urlsplit

import flask
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import MethodNotAllowed

from workworld.directory import people
from workworld.doors.site import Site, current_site
from workworld.doors.web import COOKIE
from workworld.errors import Unauthenticated
from workworld.identity import LIFETIME_SECONDS

BLUEPRINT = flask.Blueprint("sign_in", __name__)


@BLUEPRINT.get("/sign-in")
def sign_in_form() -> str:
    """The sign-in page."""
    return _form(_safe_next(flask.request.args.get("next", "")))


@BLUEPRINT.post("/sign-in")
def sign_in() -> tuple[str, int] | ResponseReturnValue:
    """Sign in with e-mail and password."""
    site = current_site()
    email = flask.request.form.get("email", "")
    password = flask.request.form.get("password", "")
    onward = _safe_next(flask.request.form.get("next", ""))
    with site.world.reading() as session:
        person = people.by_email(session, email)
        person_id = person.id if person else ""
    # An unknown address costs the same comparison and gets the same answer.
    matches = site.authority.password_matches(site.world.id, person_id, password)
    if not (person_id and matches):
        return _form(onward, email, "That e-mail address and password do not match."), 401
    return _with_cookie(site, person_id, onward)


@BLUEPRINT.get("/launch")
def launch() -> ResponseReturnValue:
    """Sign in by a one-time link."""
    if flask.request.method != "GET":
        raise MethodNotAllowed(["GET"])  # a HEAD of a link checker must not spend the code
    site = current_site()
    onward = _safe_next(flask.request.args.get("next", ""))
    try:
        person_id = site.authority.spend_launch(flask.request.args.get("code", ""), site.world.id)
    except Unauthenticated:
        return _form(onward, "", "This sign-in link was used already or has expired."), 401
    return _with_cookie(site, person_id, onward)


@BLUEPRINT.post("/sign-out")
def sign_out() -> ResponseReturnValue:
    """Sign out."""
    root = current_site().root
    current_site().authority.end_session(flask.request.cookies.get(COOKIE, ""))
    response = flask.redirect(f"{root}/sign-in", 303)
    response.delete_cookie(COOKIE, path=root, httponly=True, samesite="Lax")
    return response


def _form(onward: str, email: str = "", problem: str = "") -> str:
    with current_site().world.reading() as session:
        company = people.company(session)
        name, domain = company.name, company.domain
    return flask.render_template(
        "sign_in.html", company=name, domain=domain, email=email, problem=problem, onward=onward
    )


def _with_cookie(site: Site, person_id: str, onward: str) -> ResponseReturnValue:
    response = flask.redirect(onward, 303)
    response.set_cookie(
        COOKIE,
        site.authority.cookie(site.world.id, person_id),
        max_age=LIFETIME_SECONDS,
        path=site.root,
        httponly=True,
        samesite="Lax",
        secure=site.origin.startswith("https:"),
    )
    return response


def _safe_next(wanted: str) -> str:
    """Where to go after signing in: only ever inside this world."""
    home = f"{current_site().root}/"
    try:
        parts = urlsplit(wanted)
    except ValueError:
        return home
    path = unquote(parts.path)
    climbs = ".." in path.replace("\\", "/").split("/")
    if parts.scheme or parts.netloc or climbs or not path.startswith(home):
        return home
    return quote(path) + (f"?{parts.query}" if parts.query else "")
