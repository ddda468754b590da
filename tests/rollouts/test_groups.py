"""Groups of rollouts start from one and the same state, and live side by side."""

from collections.abc import Iterator
from functools import partial

import pytest
from sqlalchemy import inspect

from workworld import Environment
from workworld.journal import entries
from workworld.rollouts.attempts import Job
from workworld.rollouts.crews import Company, Crew
from workworld.rollouts.groups import group_rollouts
from workworld.rollouts.policies import named, nothing, oracle, trap
from workworld.tasks.communication.post_announcement import FAMILY
from workworld.trajectories import state_digest
from workworld.worlds import Snapshot


@pytest.fixture
def env(snapshot: Snapshot) -> Iterator[Environment]:
    with Environment(home=snapshot.path.parents[1]) as environment:
        environment.reset(FAMILY.id, 1)
        yield environment


def test_forks_of_a_group_do_not_see_each_other(env: Environment) -> None:
    env.use("slack_send_message", channel_id=env.task.facts.channel_id, message="Before.")
    members = env.group(4)
    for member, policy in zip(members, (oracle, nothing, trap("twice"), oracle), strict=True):
        policy(member)
    posted = [len(member.world.diff()) for member in members]
    assert posted == [posted[1] + extra for extra in (1, 0, 2, 1)]
    assert state_digest(members[0].world.diff()) == state_digest(members[3].world.diff())
    assert len(env.world.diff()) == posted[1]
    folders = [member.world.folder for member in members]
    members[0].close()
    assert [folder.exists() for folder in folders] == [False, True, True, True]
    assert members[1].grade().is_valid
    env.close()
    assert not any(folder.exists() for folder in folders)


@pytest.mark.parametrize("size", [0, -1])
def test_group_of_none_is_refused(env: Environment, size: int) -> None:
    with pytest.raises(ValueError, match=f"a group of {size} is none"):
        env.group(size)


def test_task_is_attempted_many_times_from_the_same_state(snapshot: Snapshot) -> None:
    with Crew(Company(home=snapshot.path.parents[1])) as crew:
        group = group_rollouts(crew, Job(FAMILY.id, 1, partial(named, "oracle")), 5)
        lost = group_rollouts(crew, Job(FAMILY.id, 1, partial(named, "nothing")), 2)
    assert group.rewards == [1.0] * 5
    numbers = [made.trajectory.header["policy"]["attempt"] for made in group.attempts]
    assert numbers == [1, 2, 3, 4, 5]
    assert len({(made.trajectory.grade or {})["state"] for made in group.attempts}) == 1
    assert group.requests == 5 * 2  # one read and one change each
    assert group.requests_per_second == group.requests / group.seconds > 0
    assert (lost.rewards, lost.requests) == ([0.0, 0.0], 0)


def test_record_reads_all_changes_in_one_query(env: Environment) -> None:
    oracle(env)
    with env.world.reading() as session:
        assert "changeset" in inspect(entries(session)[0]).unloaded
    with env.world.reading() as session:
        whole = entries(session, with_changes=True)
        assert all("changeset" not in inspect(entry).unloaded for entry in whole)
        assert whole[-1].changeset is not None
