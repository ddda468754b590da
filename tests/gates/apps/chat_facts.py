"""Arguments that lead to what is shown of chat, for the gates."""

from __future__ import annotations

from sqlalchemy import select
from tests.gates.agent import Facts
from tests.gates.apps.chat_documents import documents
from tests.gates.apps.chat_workflows import workflow_facts

from workworld.apps.chat import stamps
from workworld.apps.chat.models import Channel, Message
from workworld.directory.models import Person
from workworld.worlds import World


def shown(world: World, person_id: str) -> Facts:
    """Something that the person may see and change."""
    with world.reading() as session:
        channel_id = session.scalars(select(Channel.id).where(Channel.is_default)).one()
        root = session.scalars(
            select(Message.thread_ts)
            .where(Message.channel_id == channel_id, Message.thread_ts.is_not(None))
            .order_by(Message.ts)
        ).first()
    found = {**channel_facts(channel_id, str(root)), **documents(world, person_id)}
    return found | workflow_facts(world, person_id)


def channel_facts(channel_id: str, ts: str) -> Facts:
    """A message of a channel."""
    return {
        "channel_id": channel_id,
        "ts": ts,
        "root": ts,
        "thread_ts": ts,
        "stamp": stamps.digits(ts),
        "text": "a word",
    }


def other(world: World, person_id: str) -> str:
    """Somebody else."""
    with world.reading() as session:
        others = select(Person.id).where(Person.id != person_id, Person.kind == "person")
        return str(session.scalars(others.order_by(Person.id)).first())


def direct_with_other(world: World, person_id: str) -> str:
    """The conversation with somebody else, which the preparation begins."""
    party = ",".join(sorted([person_id, other(world, person_id)]))
    with world.reading() as session:
        return str(session.scalar(select(Channel.id).where(Channel.party == party)))


def everybodys(world: World) -> str:
    """The address of the channel that everybody is in."""
    return f"/c/{shown(world, '')['channel_id']}"
