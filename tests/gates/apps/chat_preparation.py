"""What the gates put into chat before they look at it."""

from __future__ import annotations

from sqlalchemy import select
from tests.gates.apps.chat_apps import ask, show_home, show_view
from tests.gates.apps.chat_documents import keep_documents
from tests.gates.apps.chat_facts import other, shown
from tests.gates.apps.chat_things import share_file
from tests.gates.apps.chat_workflows import keep_workflow

from workworld.apps.chat.service import (
    channels,
    drafts,
    exports,
    imports,
    invitations,
    messages,
    reminders,
    saved,
    scheduled,
    sections,
)
from workworld.calls import perform
from workworld.clock import Clock
from workworld.context import Actor
from workworld.directory.models import Invitation, Person
from workworld.worlds import World


def prepare(world: World, person_id: str) -> None:
    """The person has written where everybody is, and has a channel of their own."""
    channel_id = shown(world, person_id)["channel_id"]
    actor = Actor(person_id)
    wrote = perform(world, actor, messages.post, channel_id=channel_id, text="What I wrote")
    share_file(world, actor, channel_id)
    keep_documents(world, actor, channel_id)
    keep_workflow(world, actor)
    made = perform(world, actor, channels.create, name=f"own-{person_id.lower()}")
    pressing = {"level": "urgent", "asks_for_acknowledgement": True}
    said = {"text": "What is pressing", "priority": pressing}
    perform(world, actor, messages.post, channel_id=made.id, **said)
    with world.reading() as session:
        tomorrow = Clock(session).now_us() // 1_000_000 + 86_400
    perform(world, actor, saved.add, channel_id=channel_id, ts=wrote.ts, due=tomorrow)
    later = {"channel_id": channel_id, "post_at": tomorrow}
    perform(world, actor, scheduled.add, text="What I will write", **later)
    perform(world, actor, drafts.create, channel_id=channel_id, text="What I may write")
    perform(world, actor, reminders.add, text="Write", time="tomorrow")
    own = perform(world, actor, sections.create, name="What matters", emoji="rocket")
    perform(world, actor, sections.place, channel_id=channel_id, section_id=own.id)
    perform(
        world, actor, messages.post, channel_id=other(world, person_id), text="Between us alone"
    )
    ask(world, channel_id)
    show_view(world, person_id, made.id)
    show_home(world, person_id)
    _invite(world, channel_id)
    _export(world, person_id)


def _export(world: World, person_id: str) -> None:
    """An admin has exported what was said, and brought it in again, which changed nothing."""
    with world.reading() as session:
        if not session.get_one(Person, person_id).is_admin:
            return
    made = perform(world, Actor(person_id), exports.create)
    perform(world, Actor(person_id), imports.run, file_id=made.file_id)


def _invite(world: World, channel_id: str) -> None:
    """An owner has invited a guest."""
    with world.reading() as session:
        owner = session.scalars(select(Person.id).where(Person.role == "owner")).first()
        if session.scalars(select(Invitation)).first():
            return
    given = {"emails": ["kim@elsewhere.example"], "role": "guest", "channel_ids": [channel_id]}
    perform(world, Actor(owner or ""), invitations.send, **given, message="Come and look")
