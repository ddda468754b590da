"""The UI door: what every app's pages have in common.

A page calls operations as the signed-in person and renders HTML on the server; the browser
holds no state of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import asdict, dataclass
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import flask
from jinja2 import ChoiceLoader, FileSystemLoader, StrictUndefined
from markupsafe import Markup
from sqlalchemy.orm import Session

from workworld import loading
from workworld.accounts import require_active
from workworld.attempts import Accept, Present
from workworld.calls import call
from workworld.charts import draw
from workworld.clock import Clock
from workworld.context import Actor, Context, Request, Surface
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.assets import shared_mark
from workworld.doors.keys import shortcuts
from workworld.doors.looks import COOKIE as LOOK_COOKIE
from workworld.doors.looks import THEMES, Look
from workworld.doors.page_urls import PageApp
from workworld.doors.refused_pages import SAFE_METHODS
from workworld.doors.site import Site, current_site
from workworld.doors.training import is_still, train
from workworld.errors import Forbidden, Unauthenticated, Unavailable
from workworld.ids import Ids
from workworld.journal import Position
from workworld.manifest import App
from workworld.notifications import inbox
from workworld.notifications.notices import topic_of
from workworld.randomness import digest

COOKIE = "workworld"
LARGEST_BODY = 1 << 20
_HUES = 10
_HERE = Path(__file__).parent
View = TypeVar("View", bound=Callable[..., Any])
_FOR_EVERYBODY: set[Callable[..., Any]] = set()
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
    person_title: str
    avatar: Avatar
    apps: tuple[App, ...]
    unread: int
    """How many notifications they have not read."""
    inbox: str
    """The topic of these."""
    today: date
    """The simulated day where they are."""
    position: Position
    """Up to where the page knows what came to pass."""


def flask_app(name: str, package_folder: Path, *, is_training: bool = False) -> flask.Flask:
    """A Flask app that renders with the shared layout and answers every error in words.

    Args:
        name: for logs.
        package_folder: holds the app's own ``templates`` and ``static``.
        is_training: whether its pages are those that agents in training see.
    """
    app = PageApp(name, root_path=str(package_folder), static_folder="static")
    if is_training:
        train(app)
    app.config["MAX_CONTENT_LENGTH"] = LARGEST_BODY
    app.config["MAX_FORM_MEMORY_SIZE"] = LARGEST_BODY
    app.jinja_env.undefined = StrictUndefined
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    folders = [package_folder / "templates", _HERE / "templates"]
    app.jinja_env.loader = ChoiceLoader([FileSystemLoader(folder) for folder in folders])
    app.after_request(_secure)
    app.context_processor(_shared_names)
    app.jinja_env.globals["sprite"] = lambda: _shared_url("vendor/lucide.svg")
    app.jinja_env.globals["drawn"] = lambda chart: Markup(draw(chart))  # noqa: S704 - texts are escaped
    app.jinja_env.globals["csrf_proof"] = csrf_proof
    app.jinja_env.globals["below_origin"] = lambda url: url.removeprefix(current_site().origin)
    app.jinja_env.globals["root_of_site"] = lambda: current_site().root
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
            # Before all else is read, so that a page never claims to know what it does not show.
            flask.g.position = site.position(session)
        flask.g.signed_in = known
    return known


def for_everybody(view: View) -> View:
    """Serve a view to whoever knows its address, signed in or not, as vendors serve pictures.

    A form that it takes carries no proof, since nobody's cookie goes with it; it must come from one
    of our own pages all the same.
    """
    _FOR_EVERYBODY.add(view)
    return view


def is_for_everybody(endpoint: str | None) -> bool:
    """Whether the view of an endpoint is served without a sign-in."""
    return flask.current_app.view_functions.get(endpoint or "") in _FOR_EVERYBODY


def page(
    function: Callable[..., Any],
    present: Present,
    *,
    accept: Accept | None = None,
    **arguments: Any,
) -> Any:
    """Perform an operation for a page, as the signed-in person.

    Args:
        function: the operation.
        present: result → what the template shows; it must not hand rows on.
        accept: what was entered → the operation's arguments, if they differ.
        arguments: the operation's.
    """
    site = current_site()
    rule = flask.request.url_rule
    name = f"{flask.request.method} {rule.rule if rule else flask.request.path}"
    struck: set[int] = flask.g.setdefault("struck", set())
    request = Request(Surface.UI, name, arguments, site.addresses.app, struck)
    return call(site.world, signed_in(), function, request, accept=accept, present=present)


def nothing(_ctx: Context, _result: object) -> None:
    """What a page shows of an operation that it only performs."""
    return


def csrf_proof() -> str:
    """The proof that forms on this browser's pages carry."""
    known: str | None = flask.g.get("csrf_proof")  # each form of a page asks for it
    if known is None:
        known = current_site().authority.csrf(flask.request.cookies.get(COOKIE, ""))
        flask.g.csrf_proof = known
    return known


def require_proof() -> None:
    """Refuse a form that one of our own pages did not send; runs before every page."""
    if flask.request.method in SAFE_METHODS or flask.request.url_rule is None:
        return  # without a route it is answered by 404 or 405
    cookie = flask.request.cookies.get(COOKIE, "")
    proof = flask.request.headers.get("X-CSRF") or flask.request.form.get("csrf", "")
    if not current_site().authority.csrf_matches(cookie, proof):
        raise Forbidden("invalid_csrf", "This form is out of date. Reload the page and try again.")


def require_own_page(site: Site) -> None:
    """Whoever is not signed in has no cookie for a proof to belong to: the origin must do.

    Raises:
        Forbidden: ``foreign_origin``.
    """
    if not site.is_own_origin(flask.request.headers.get("Origin", site.origin)):
        raise Forbidden("foreign_origin", "Send this form on this site's own page.")


def _secure(response: flask.Response) -> flask.Response:
    for name, value in _SECURITY_HEADERS.items():
        response.headers.setdefault(name, value)
    if response.mimetype == "text/html":
        response.headers.setdefault("Cache-Control", "no-store")
    return response


def look() -> Look:
    """What was chosen for this browser."""
    return Look.of(flask.request.cookies.get(LOOK_COOKIE, ""))


def today() -> date:
    """The simulated day where the signed-in person is."""
    person_id = signed_in().person_id  # before the world is read, which this may do itself
    with current_site().world.reading() as session:
        return _today(session, session.get_one(Person, person_id))


def _shared_names() -> dict[str, Any]:
    site = current_site()
    return {
        "site_root": site.root,
        "shell": _shell(),
        "csrf": csrf_proof(),
        "shared": _shared_url,
        "look": look(),
        "is_still": is_still(flask.current_app.config),
        "themes": THEMES,
        "pages": _pages(),
        "keys": _keys,
    }


@cache
def _pages() -> frozenset[str]:
    """The nouns that have pages beside the apps, for links in the frame."""
    return frozenset(path.stem for path in (_HERE / "home").glob("[a-z]*.py"))


@cache
def _keys(app_id: str) -> list[dict[str, Any]]:
    return [asdict(shortcut) for shortcut in shortcuts(app_id)]


def _shared_url(name: str) -> str:
    """Where a shared file is; a page asks for that of its icons a hundred times."""
    known: dict[str, str] = flask.g.setdefault("shared_urls", {})
    if name not in known:
        known[name] = f"{current_site().root}/static/{name}?v={shared_mark(name)}"
    return known[name]


def _shell() -> Shell | None:
    try:
        actor = signed_in()
        with current_site().world.reading() as session:
            return _shell_of(session, actor)
    except (Unauthenticated, Unavailable):
        return None


def _shell_of(session: Session, actor: Actor) -> Shell:
    person = session.get_one(Person, actor.person_id)
    request = Request(Surface.UI, "frame")
    ctx = Context(session, actor, request, Clock(session), Ids(session))
    return Shell(
        company=people.company(session).name,
        person_id=person.id,
        person_name=person.name,
        person_title=person.title,
        avatar=Avatar.of(person.id, person.name),
        apps=loading.apps(),
        unread=sum(inbox.count(ctx).values()),
        inbox=topic_of(person.id),
        today=_today(session, person),
        position=flask.g.position,
    )


def _today(session: Session, person: Person) -> date:
    return Clock(session).now().astimezone(people.zone_of(person)).date()
