import pytest
from sqlalchemy import func, literal_column, select
from sqlalchemy.orm import Session

from workworld import Environment
from workworld.apps.chat.models import Message, ReadMarker, ThreadRollUp
from workworld.database import rebuild_derived
from workworld.tasks.support.count_missed_slots import FAMILY


@pytest.mark.parametrize("seed", range(5))
def test_many_have_written_in_several_channels_and_threads(env: Environment, seed: int) -> None:
    before = _messages(env)
    env.reset(FAMILY, seed)
    planted = _messages(env)[len(before) :]
    assert len(planted) >= 60
    assert len({message.channel_id for message in planted}) >= 3
    assert len({message.author_id for message in planted}) >= 4
    assert sum(message.thread_ts is not None for message in planted) >= 8
    assert not [each.text for each in planted if set("{}") & set(each.text) or "  " in each.text]


def test_what_was_said_is_counted_and_read(env: Environment) -> None:
    env.reset(FAMILY, 0)
    with env.world.writing() as session:
        counted = _roll_ups(session)
        rebuild_derived(session)
        assert counted == _roll_ups(session)
        newest = select(func.max(Message.ts)).where(Message.channel_id == ReadMarker.channel_id)
        unread = select(ReadMarker).where(
            ReadMarker.last_read < newest.scalar_subquery(),
        )
        assert session.scalars(unread).all() == []


def _messages(env: Environment) -> list[Message]:
    """All of them in the order in which they were stored."""
    with env.world.reading() as session:
        return list(session.scalars(select(Message).order_by(literal_column("rowid"))))


def _roll_ups(session: Session) -> list[object]:
    columns = ThreadRollUp.__table__.columns
    return [tuple(row) for row in session.execute(select(*columns).order_by("channel_id", "ts"))]
