"""What there is in chat, and who sees it, for the gates."""

from __future__ import annotations

import re
from collections.abc import Sequence

from sqlalchemy import exists, select
from tests.gates.apps.chat_documents import document_things
from tests.gates.apps.chat_facts import channel_facts
from tests.gates.apps.crm_sight import Sight as SightOfRecords
from tests.gates.facets import Hidden, Thing

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Membership, Message
from workworld.apps.chat.service import messages
from workworld.apps.chat.types import CHANNELS
from workworld.calls import call, perform
from workworld.context import Actor, Request, Surface
from workworld.directory.models import GUESTS, AccountKind, Person
from workworld.files import uploads
from workworld.files.models import File
from workworld.worlds import World

_NO_CHANNEL = "C0000000000"
_AS_A_TABLE = {"cloudId": "calderoute.example", "sobject": "Account", "columns": {"1": "summary"}}
"""What imports take besides a file, which holds one column."""


def hidden(world: World, person_id: str) -> Sequence[Hidden]:
    """Channels and conversations that the person does not see, by id and by name."""
    inside = exists().where(Membership.channel_id == Channel.id, Membership.person_id == person_id)
    found = []
    with world.reading() as session:
        query = select(Channel).where(~inside).order_by(Channel.kind.desc(), Channel.name)
        if session.get_one(Person, person_id).role not in GUESTS:
            query = query.where(Channel.kind != "public")
        for channel in session.scalars(query):
            in_it = select(Message).where(Message.channel_id == channel.id).order_by(Message.ts)
            messages = session.scalars(in_it).all()
            words = [channel.topic, channel.purpose, *(row.text for row in messages)]
            named = [(f"#{channel.name}", "#")] if channel.kind == "private" else []
            for name, missing in ((channel.id, _NO_CHANNEL), *named):
                facts = channel_facts(name, messages[0].ts)
                nothing = missing.ljust(len(name), "0")
                found.append(Hidden(facts, name, nothing, [word for word in words if word]))
    return found


def things(world: World) -> Sequence[Thing]:
    """Every channel and its first message, and a file in one of each kind."""
    with world.reading() as session:
        rows = session.scalars(select(Channel).order_by(Channel.name)).all()
        everybody = frozenset(session.scalars(select(Person.id).where(Person.role.not_in(GUESTS))))
        bots = frozenset(session.scalars(select(Person.id).where(Person.kind == AccountKind.BOT)))
        found = []
        for channel in rows:
            inside = select(Membership.person_id).where(Membership.channel_id == channel.id)
            members = frozenset(session.scalars(inside))
            seers = everybody | members if channel.kind == "public" else members
            in_it = select(Message).where(Message.channel_id == channel.id)
            log = session.scalars(in_it.order_by(Message.ts)).all()
            found.append(_channel_thing(channel, log[0], seers))
            written = [row for row in log if not row.subtype]
            found += [_message_thing(channel, row, seers, bots) for row in written[:1]]
    for kind in ("public", "private"):
        channel = next(each for each in rows if each.kind == kind and each.posting == "everyone")
        thing = next(each for each in found if each.id == channel.id)
        found.append(_file_thing(world, channel, thing.seers))
    return [*found, *document_things(world)]


def _channel_thing(channel: Channel, first: Message, seers: frozenset[str]) -> Thing:
    return Thing(
        name=f"#{channel.name}",
        facts=channel_facts(channel.id, first.ts),
        id=channel.id,
        missing=_NO_CHANNEL,
        link=("chat", f"/c/{channel.id}"),
        query=channel.name if channel.kind in CHANNELS else "conversation",
        mark=channel.id,
        seers=seers,
        searched=frozenset({Surface.UI} if channel.kind in CHANNELS else ()),
    )


def _message_thing(
    channel: Channel, message: Message, seers: frozenset[str], bots: frozenset[str]
) -> Thing:
    words = sorted(set(re.findall(r"\w{4,}", message.text)), key=lambda word: (-len(word), word))
    # The vendor's tools leave bots' messages out unless they are told not to.
    tools = set() if message.author_id in bots else {Surface.MCP}
    return Thing(
        name=f"the first message of #{channel.name}",
        facts=channel_facts(channel.id, message.ts),
        id=channel.id,
        missing=_NO_CHANNEL,
        link=("chat", f"/archives/{channel.id}/p{stamps.digits(message.ts)}"),
        query=" ".join(words[:4]),
        mark=message.ts,
        seers=seers,
        searched=frozenset({Surface.UI, Surface.REST} | tools if words else ()),
    )


def _file_thing(world: World, channel: Channel, seers: frozenset[str]) -> Thing:
    """A file that a member has shared in the channel."""
    with world.reading() as session:
        inside = select(Membership.person_id).where(Membership.channel_id == channel.id)
        actor = Actor(session.scalars(inside.order_by(Membership.person_id)).first() or "")
        records = SightOfRecords(session)
        importing = frozenset(each for each in seers if records.reads(each, "Account"))
    file = share_file(world, actor, channel.id)
    return Thing(
        name=f"a file in #{channel.name}",
        facts={"file_id": file.id, **_AS_A_TABLE},
        id=file.id,
        missing="F".ljust(len(file.id), "0"),
        link=("files", f"/{file.id}"),
        query="plan",
        mark=file.id,
        seers=seers,
        has_card=False,
        fewer={"previewImport": importing},  # who reads no accounts imports none
    )


def share_file(world: World, actor: Actor, channel_id: str) -> File:
    """A file that somebody shares in a channel."""
    request = Request(Surface.SYSTEM, "upload", {"name": "plan.txt"})
    content = {"name": "plan.txt", "content": f"Plan\n{channel_id}\n".encode()}
    file: File = call(world, actor, uploads.add, request, accept=lambda _ctx, _given: content)
    shared = {"channel_id": channel_id, "text": "", "file_ids": [file.id]}
    perform(world, actor, messages.post, **shared)
    return file
