"""The pages of a world itself, as the gates see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from sqlalchemy import select
from tests.gates.facets import Facets, Flow, Keys, See, To

from workworld.apps.chat.models import Channel
from workworld.apps.chat.service import messages
from workworld.calls import call, perform
from workworld.context import Actor, Request, Surface
from workworld.directory.models import Person
from workworld.files import uploads
from workworld.files.models import File
from workworld.notifications.models import Notification
from workworld.worlds import World


def _prepare(world: World, person_id: str) -> None:
    """The person is mentioned, and has a file."""
    _mention(world, person_id)
    request = Request(Surface.SYSTEM, "upload", {"name": "plan.txt"})
    content = {"name": "plan.txt", "content": b"one\ntwo\n"}
    call(world, Actor(person_id), uploads.add, request, accept=lambda _ctx, _given: content)


def _mention(world: World, person_id: str) -> None:
    """Somebody else mentions the person where everybody is."""
    with world.reading() as session:
        channel_id = session.scalars(select(Channel.id).where(Channel.is_default)).one()
        others = select(Person.id).where(Person.id != person_id).order_by(Person.handle)
        other = Actor(session.scalars(others).first() or "")
    text = f"<@{person_id}> have a look, please"
    perform(world, other, messages.post, channel_id=channel_id, text=text)


def _screens(world: World, person_id: str) -> Mapping[str, Sequence[str]]:
    with world.reading() as session:
        team = session.get_one(Person, person_id).team_id
        role = session.scalars(select(Person.role).where(Person.id == person_id)).one()
        mine = select(Notification.id).where(Notification.person_id == person_id)
        told = session.scalars(mine.order_by(Notification.id)).first()
        own = select(File.id).where(File.uploader_id == person_id)
        file = session.scalars(own.order_by(File.id)).first()
    return {
        "/": ["/"],
        "/sign-in": ["/sign-in"],
        "/launch": [],
        "/invitations/<invitation_id>": [],  # there is one in chat's world
        "/audit": [] if role == "member" else ["/audit"],
        "/audit/entries.csv": [],  # bytes, no page
        "/notifications": [
            "/notifications",
            "/notifications?show=unread",
            "/notifications?app=tracker&which=direct",
        ],
        "/notifications/bell": [],
        "/components": ["/components"],
        "/components/dialog": [],
        "/components/lines": [],
        "/components/options": [],
        "/day": [],
        "/files": ["/files"],
        "/files/<file_id>": [f"/files/{file}"] if file else [],
        "/files/<file_id>/content": [],
        "/palette": [],
        "/people": ["/people", "/people?q=an", "/people?q=nobody-at-all"],
        "/people/search": [],
        "/people/chart": [
            "/people/chart",
            "/people/chart?all=1",
            f"/people/chart?person={person_id}",
        ],
        "/people/teams": ["/people/teams"],
        "/people/teams/<team_id>": [f"/people/teams/{team}"],
        "/people/<person_id>": [f"/people/{person_id}"],
        "/search": ["/search", "/search?q=deploy", "/search?q=nothing-like-it"],
        "/session": [],
        "/settings": ["/settings", "/settings?saved=1"],
        "/shortcuts": ["/shortcuts", "/shortcuts?app=chat"],
        "/notifications/<notification_id>": [f"/notifications/{told}"] if told else [],
    }


FACETS = Facets(
    shown=lambda _world, _person_id: {},
    hidden=lambda _world, _person_id: (),
    free_text={
        "directory_company": ("name",),
        "directory_people": ("name", "display_name", "title", "phone"),
        "directory_teams": ("name",),
        "notifications_items": ("text",),
        "files_files": ("name", "title", "alt_text"),
        "links_outside_pages": ("title", "subtitle"),
    },
    screens=_screens,
    exhibits=("/components",),
    flows=(
        Flow("an app is opened", "/", (To("link", "Open Chat"), Keys("Enter"), See("general"))),
        Flow(
            "a person signs out",
            "/",
            (
                To("button", "Ana Ruiz"),
                Keys("Enter"),
                To("menuitem", "Sign out"),
                Keys("Enter"),
                See("Password"),
            ),
        ),
    ),
    prepare=_prepare,
)
