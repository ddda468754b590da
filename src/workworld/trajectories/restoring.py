"""Restoring what an episode came to, to judge it again."""

from __future__ import annotations

import base64
from dataclasses import dataclass
from datetime import datetime

import apsw

from workworld import episodes, loading
from workworld.clock import Clock, to_microseconds
from workworld.context import Surface
from workworld.database import driver, rebuild_derived
from workworld.episodes import Over
from workworld.grading import Grade, grade
from workworld.grading.grade import LOST
from workworld.grading.judges import Judge
from workworld.grading.states import PreparedStates
from workworld.journal import record
from workworld.trajectories.files import MalformedEpisode
from workworld.trajectories.gathering import state_digest
from workworld.trajectories.trajectory import Line, Trajectory
from workworld.worlds import World
from workworld.worlds.changes import apply_changes


class OtherCompany(ValueError):
    """The episode took place in another company, or in another build of it."""


@dataclass(frozen=True, slots=True)
class Regraded:
    """An episode judged again."""

    trajectory: Trajectory
    grade: Grade
    same_state: bool
    """Whether the state that it ended in could be restored to the last row."""

    @property
    def is_equal(self) -> bool:
        """Whether reward and score are what they were."""
        old = self.trajectory.grade or {}
        return (old.get("reward"), old.get("score")) == (self.grade.reward, self.grade.score)


def regrade(
    trajectory: Trajectory, world: World, states: PreparedStates, judge: Judge | None = None
) -> Regraded:
    """Judge an episode again by the checks of today.

    The task is prepared anew, and every recorded change is made once more. Nothing is replayed, so
    what the apps do today does not matter.

    Args:
        trajectory: the record.
        world: any world of the company; whatever was in it is gone.
        states: of that company.
        judge: decides criteria in words; None leaves them not judged.

    Raises:
        OtherCompany: the world is not of the company that the episode took place in.
        MalformedEpisode: the task is not there any more, or the changes do not fit it.
        BrokenTask: the family yields no fair task for this seed any more.
    """
    _require_company(trajectory, world)
    families = loading.families()
    if trajectory.task not in families:
        raise MalformedEpisode(f"$.task: there is no family {trajectory.task!r}")
    task = states.set_in(world, families[trajectory.task], trajectory.seed)
    _restore(trajectory, world)
    old = trajectory.grade or {}
    given = grade(task, world, old.get("answer"), judge=judge, lost=_lost(trajectory))
    same = old.get("state") in (None, state_digest(world.diff()))
    return Regraded(trajectory, given, same)


def _require_company(trajectory: Trajectory, world: World) -> None:
    company, here = trajectory.header["company"], world.snapshot
    if company["fingerprint"] != here.fingerprint:
        said = f"{company['preset']}, seed {company['seed']}, build {company['fingerprint']}"
        raise OtherCompany(f"the episode took place in {said}; here is {here.fingerprint}")


def _restore(trajectory: Trajectory, world: World) -> None:
    header, old = trajectory.header, trajectory.grade or {}
    with world.writing() as session:
        episodes.begin(
            session,
            instruction=header["instruction"],
            persona_id=header["persona"],
            steps=header["limits"]["steps"],
            seconds=header["limits"]["seconds"],
        )
    for number, event in enumerate(trajectory.events):
        if event["type"] not in ("step", "changes"):
            continue
        try:
            _restore_event(world, event)
        except (apsw.Error, ValueError, OverflowError) as error:
            where = f"$.changes of event {number + 1}, after step {_step_before(event)}"
            raise MalformedEpisode(f"{where}: it cannot be made again: {error}") from error
    with world.writing() as session:
        if times := [line["time"] for line in trajectory.lines() if "time" in line]:
            Clock(session).set_us(_microseconds(times[-1]))
        if old.get("truncated") == Over.WALL_TIME:
            episodes.end(session, Over.WALL_TIME)
        rebuild_derived(session)


def _restore_event(world: World, event: Line) -> None:
    with world.writing() as session:
        if event["changes"] is not None:
            apply_changes(driver(session), base64.b64decode(event["changes"], validate=True))
        if event["type"] == "changes":
            return
        step = record(
            session,
            time_us=_microseconds(event["time"]),
            actor_id=event["actor"],
            operation=event["operation"],
            arguments=event["arguments"],
            outcome=event["outcome"],
            surface=Surface(event["door"]),
            request=event["request"],
            cause=event["cause"],
        )
        if step != event["step"]:
            raise ValueError(f"it would be step {step}")


def _step_before(event: Line) -> int:
    return int(event["after_step"] if event["type"] == "changes" else event["step"] - 1)


def _lost(trajectory: Trajectory) -> str | None:
    """Why the episode is invalid whatever the checks say; a check that raised may be mended."""
    if trajectory.grade is None:
        failed = (read for read in trajectory.of("read") if read["outcome"] in LOST)
        read = next(failed, None)
        return None if read is None else f"{read['operation']} failed: {read['outcome']}"
    why: str | None = trajectory.grade["invalid"]
    raised = [each["id"] for each in trajectory.grade["checks"] if each["holds"] is None]
    is_mendable = why is None or why.startswith(tuple(f"check {name}: " for name in raised))
    return None if is_mendable else why


def _microseconds(time: str) -> int:
    try:
        return to_microseconds(datetime.fromisoformat(time))
    except (ValueError, TypeError):
        raise MalformedEpisode(f"$.time: {time!r} is no time with a zone") from None
