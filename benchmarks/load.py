"""What pages and searches cost where much has been said: on load data, in process.

A page is measured as the server sees it: from the request to the last byte of the answer, without
a socket.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from itertools import cycle
from pathlib import Path
from typing import Any

from flask.testing import FlaskClient
from rich.console import Console
from sqlalchemy import func, select

from benchmarks.timing import Row, timed
from workworld import loading
from workworld.apps.chat.models import Channel, Membership, Message
from workworld.apps.chat.service import search
from workworld.calls import perform
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.doors.flask_apps import app_of
from workworld.doors.site import ENVIRON_KEY, Site
from workworld.doors.web import COOKIE
from workworld.identity import Authority
from workworld.paths import cache_home
from workworld.worlds import Snapshot, SnapshotCache, World, Worlds
from workworld.worlds.scales import preset_of

FOR_PAGES, FOR_SEARCH = 100_000, 450_000
_ORIGIN = "http://bench.test"
_TWO_WORDS = ("customer release", "budget invoice", "rollback outage", "launch meeting")
_WITH_MODIFIERS = (
    "customer has:link",
    "deploy before:2026-01-01",
    "invoice in:#general",
    "roadmap from:me",
    "release has:reaction -draft",
    "meeting is:thread after:2025-06-01",
    '"project data"',
    "metric* during:february",
)
_COMMONEST = "the"


def load_snapshot(scale: int) -> Snapshot:
    """Load data of a scale, built once for all runs, with what is made as it is made."""
    console = Console(stderr=True)

    def told(label: str, done: int, total: int) -> None:
        if done == total:
            console.print(f"built {scale:,} messages: {label}")

    return SnapshotCache(cache_home() / "snapshots").get(preset_of(scale), 0, told)


class _Office:
    """Somebody who is in most channels, and where the most is said."""

    def __init__(self, stack: ExitStack, scale: int, folder: Path) -> None:
        worlds = stack.enter_context(Worlds(folder / f"worlds-{scale}"))
        self.world: World = worlds.open(load_snapshot(scale))
        with self.world.reading() as session:
            me = session.scalars(select(Person.id).where(Person.handle == "aruiz")).one()
            joined = select(Membership.channel_id).where(Membership.person_id == me)
            busy = select(Message.channel_id).where(Message.channel_id.in_(joined))
            ranked = busy.group_by(Message.channel_id).order_by(func.count().desc())
            self.channels = session.scalars(ranked.limit(5)).all()
            started = select(Message.thread_ts).where(
                Message.channel_id == self.channels[0], Message.thread_ts.is_not(None)
            )
            self.root = session.scalars(started.order_by(Message.ts.desc())).first()
            self.default = session.scalars(select(Channel.id).where(Channel.is_default)).one()
        self.actor = Actor(me)


def browser_of(world: World, person_id: str, app_id: str) -> FlaskClient:
    """A signed-in client of an app's pages, without a socket."""
    app = next(app for app in loading.apps() if app.id == app_id)
    authority = Authority("the secret of the benchmarks")
    client = app_of(app, is_training=False).test_client()
    environ: dict[str, Any] = client.environ_base
    environ["asgi.scope"] = {ENVIRON_KEY: Site(world, authority, _ORIGIN)}
    client.set_cookie(COOKIE, authority.cookie(world, person_id), domain="localhost", path="/")
    return client


def fetched(browser: FlaskClient, addresses: Sequence[str]) -> Callable[[], None]:
    """What asks for the next of some pages, over and over."""
    ahead = cycle(addresses)

    def fetch() -> None:
        answer = browser.get(next(ahead))
        assert answer.status_code == 200, answer.status
        answer.get_data()

    return fetch


def page_rows(runs: int, folder: Path, scale: int = FOR_PAGES) -> Iterator[Row]:
    """The pages that people open most."""
    with ExitStack() as stack:
        office = _Office(stack, scale, folder)
        browser = browser_of(office.world, office.actor.person_id, "chat")
        busiest = f"/c/{office.channels[0]}"
        pages = {
            "page of the busiest channel": [busiest],
            "pages of five channels in turn": [f"/c/{each}" for each in office.channels],
            "page of a thread": [f"{busiest}/t/{office.root}"],
            "page of a message in its place": [f"{busiest}/m/{office.root}"],
            "page of a search, two words": ["/search?q=customer+release"],
            "page of a search, commonest word": [f"/search?q={_COMMONEST}"],
        }
        for name, addresses in pages.items():
            yield timed(name, runs, fetched(browser, addresses))


def search_rows(runs: int, folder: Path, scale: int = FOR_SEARCH) -> Iterator[Row]:
    """Searches for messages, the first page of each."""
    with ExitStack() as stack:
        office = _Office(stack, scale, folder)
        asked = {
            "search, two words": _TWO_WORDS,
            "search, words with modifiers": _WITH_MODIFIERS,
            "search, commonest word": (_COMMONEST,),
        }
        for name, queries in asked.items():
            ahead = cycle(queries)

            def find(ahead: Iterator[str] = ahead) -> None:
                perform(office.world, office.actor, search.messages, query=next(ahead))

            yield timed(name, runs, find)
