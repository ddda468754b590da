"""What families have people say must fit the company that it is planted in."""

from collections.abc import Iterator

import pytest
from sqlalchemy import select

from workworld import Environment
from workworld.apps.chat import stamps
from workworld.apps.chat.models import Message
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.worlds import Snapshot

FAMILIES = ("operations.remind_on_duty", "support.count_missed_slots")


@pytest.fixture(scope="module")
def env(snapshot: Snapshot) -> Iterator[Environment]:
    with Environment(home=snapshot.path.parents[1]) as environment:
        yield environment


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("family_id", FAMILIES)
def test_nobody_writes_before_their_first_day_or_in_the_future(
    env: Environment, family_id: str, seed: int
) -> None:
    env.reset(family_id, seed)
    with env.world.reading() as session:
        now = Clock(session).now()
        query = select(Message, Person).join(Person, Person.id == Message.author_id)
        for message, author in session.execute(query):
            at = stamps.moment(message.ts)
            assert at < now
            assert at.date().isoformat() >= author.started, (author.handle, message.text)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("family_id", FAMILIES)
def test_replies_follow_what_they_reply_to(env: Environment, family_id: str, seed: int) -> None:
    env.reset(family_id, seed)
    with env.world.reading() as session:
        replies = session.scalars(select(Message).where(Message.thread_ts.is_not(None))).all()
    assert replies
    assert [each.text for each in replies if each.ts <= (each.thread_ts or "")] == []
