"""Signing in and out of a world."""

from __future__ import annotations

from contextlib import suppress

import flask
from flask.typing import ResponseReturnValue
from werkzeug.exceptions import MethodNotAllowed

from workworld.accounts import require_active
from workworld.directory import people, sign_ins
from workworld.directory.sign_ins import Outcome
from workworld.doors.site import Site, current_site, own_address
from workworld.doors.web import COOKIE, require_own_page
from workworld.errors import OutOfSpace, RateLimited, Unauthenticated
from workworld.identity import LIFETIME_SECONDS

_WHO = "sign-in"
BLUEPRINT = flask.Blueprint("sign_in", __name__)


@BLUEPRINT.get("/sign-in")
def sign_in_form() -> str:
    """The sign-in page."""
    return _form(own_address(flask.request.args.get("next", "")))


@BLUEPRINT.post("/sign-in")
def sign_in() -> ResponseReturnValue:
    """Sign in with e-mail and password."""
    site = current_site()
    require_own_page(site)
    email = flask.request.form.get("email", "")
    onward = own_address(flask.request.form.get("next", ""))
    try:
        person_id = _checked(site, email, flask.request.form.get("password", ""))
    except RateLimited as refused:
        said = f"Too many wrong passwords. Try again in {refused.seconds} seconds."
        return _form(onward, email, said), 429, {"Retry-After": str(refused.seconds)}
    except Unauthenticated as refused:
        return _form(onward, email, refused.message), 401
    return _with_cookie(site, person_id, onward)


@BLUEPRINT.get("/launch")
def launch() -> ResponseReturnValue:
    """Sign in by a one-time link."""
    if flask.request.method != "GET":
        raise MethodNotAllowed(["GET"])  # a HEAD of a link checker must not spend the code
    site = current_site()
    onward = own_address(flask.request.args.get("next", ""))
    try:
        person_id = site.authority.spend_launch(flask.request.args.get("code", ""), site.world)
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


def _checked(site: Site, email: str, password: str) -> str:
    """The person whose address and password these are.

    Raises:
        RateLimited: too many wrong ones were given for this address, whether it exists or not.
        Unauthenticated: they do not match, or the account is deactivated.
    """
    who = f"{site.world.folder} {email.strip().lower()[:200]}"
    attempts = site.authority.sign_ins
    with site.world.reading() as session:
        person = people.by_email(session, email)
        person_id = person.id if person else ""
    try:
        attempts.require_free(who)
    except RateLimited:
        _note(site, person_id, "locked")
        raise
    # An unknown address costs the same comparison and gets the same answer.
    matches = site.authority.password_matches(site.world, person_id, password)
    if not (person_id and matches):
        attempts.failed(who)
        _note(site, person_id, "wrong_password")
        said = "That e-mail address and password do not match."
        raise Unauthenticated("invalid_credential", said)
    attempts.passed(who)
    return person_id


def _form(onward: str, email: str = "", problem: str = "") -> str:
    with current_site().world.reading() as session:
        company = people.company(session)
        name, domain = company.name, company.domain
    return flask.render_template(
        "sign_in.html", company=name, domain=domain, email=email, problem=problem, onward=onward
    )


def _with_cookie(site: Site, person_id: str, onward: str) -> ResponseReturnValue:
    """Let the browser in, with a new cookie; the one that it had counts no more."""
    try:
        with site.world.reading() as session:
            require_active(session, person_id)
    except Unauthenticated as refused:
        _note(site, person_id, "inactive")
        return _form(onward, "", refused.message), 401
    _note(site, person_id, "success")
    site.authority.end_session(flask.request.cookies.get(COOKIE, ""))
    response = flask.redirect(onward, 303)
    response.set_cookie(
        COOKIE,
        site.authority.cookie(site.world, person_id),
        max_age=LIFETIME_SECONDS,
        path=site.root,
        httponly=True,
        samesite="Lax",
        secure=site.origin.startswith("https:"),
    )
    return response


def _note(site: Site, person_id: str, outcome: Outcome) -> None:
    """Keep that somebody came, or tried to; of addresses that nobody has, nothing is kept.

    A world without room for it goes without: they come in all the same.
    """
    if not person_id:
        return
    with suppress(OutOfSpace), site.world.writing(housekeeping=_WHO) as session:
        sign_ins.note(session, person_id, outcome, flask.request.user_agent.string)
