"""Who goes away, whose the issues become, and what has been said of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date, timedelta

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel, Membership
from workworld.apps.tracker.models import Issue, Project
from workworld.clock import Clock
from workworld.directory import people as directory
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.seed_data.chat import say
from workworld.seed_data.facts import MessageFact
from workworld.tasks.casting import like, workers
from workworld.tasks.days import spelled, workdays_before, working_moment
from workworld.tasks.issues import assignable
from workworld.tasks.phrasings import asked
from workworld.worlds import World
from workworld.zones import zone

_FEWEST = 3
_NOTES = (
    "I am away from {day} for two weeks. {coming} takes my open {project} issues, except {key}: "
    "that one I finish before I go.",
    "From {day} on I am not here for a fortnight. We have talked about it, {coming} takes my open "
    "{project} issues, except {key}, which stays mine.",
    "Two weeks off from {day}. {coming} takes my open {project} issues, except {key}, no one "
    "should have to read into that again.",
)
_CHANGES = (
    "Change of plan: not {before}, {coming} takes them. All else as I wrote.",
    "Correction, not {before}, {coming} takes them. The exception stays.",
)
_ASKS = (
    "{leaving} is away from {day} and has written in #{channel} who takes over. Assign the open "
    "{project} issues accordingly.",
    "Please hand over {leaving}'s open issues in {project}. To whom, and what is excepted, was "
    "said in #{channel} by {leaving}; the last word counts.",
    "In #{channel}, {leaving} has told us who gets the open {project} issues from {day} on. Have "
    "the tracker say so, too.",
)
_WHYS = (
    "Nobody should be waiting for somebody who is at the beach.",
    "The last time somebody was away, three issues lay for two weeks.",
    "I want the board to be right before we plan.",
)
_LIMITS = (
    "Change the assignee and nothing else: no status, no comments, no messages. What is resolved "
    "or lies in other projects stays as it is.",
    "Only assignees change, only of issues in that project that are unresolved. Nobody needs to be "
    "written to.",
)


@dataclass(frozen=True, slots=True)
class Ticket:
    """An issue: its id and key."""

    id: str
    key: str


@dataclass(frozen=True, slots=True)
class Facts:
    """What is handed over to whom, and what lies nearby to be mistaken for it."""

    persona_id: str
    leaving: str
    project: str
    """Its key."""
    project_name: str
    channel_id: str
    channel_name: str
    issues: tuple[Ticket, ...]
    """Those that are to be handed over."""
    kept: Ticket
    nearby: tuple[Ticket, ...]
    """Others of the project: some of theirs that are done, and one that is not theirs."""
    coming: str
    coming_id: str
    before_id: str
    """Who was to take them at first; somebody else, if that never changed."""
    like_id: str
    """Whoever could be taken for the one who gets them."""
    instruction: str


@dataclass(frozen=True, slots=True)
class _Cast:
    project: Project
    leaving: Person
    coming: Person
    before: Person
    channel: Channel
    own: list[Issue]


def draw(world: World, rng: Stream) -> Facts:
    """Have somebody announce that they are away, and perhaps change their mind about who helps."""
    with world.reading() as session:
        leads = session.execute(
            select(Project.key, Project.lead_id).where(Project.kind == "scrum")
        ).all()
    may = {key: assignable(world, lead_id, key) for key, lead_id in leads if lead_id}
    with world.writing() as session:
        cast = _cast(session, rng, may)
        kept = rng.choice(cast.own)
        today = Clock(session).now().date()
        away = today + timedelta(days=7 * rng.integer(1, 3) - today.weekday())
        _speak(session, rng, cast, kept, away)
        return _told(session, rng, cast, kept, away)


def _cast(session: Session, rng: Stream, may: Mapping[str, Set[str]]) -> _Cast:
    everybody = workers(session)
    known = {each.id: each for each in everybody}
    found = [
        (project, known[person_id])
        for project, person_id in session.execute(
            select(Project, Issue.assignee_id)
            .join(Issue, Issue.project_id == Project.id)
            .where(Project.kind == "scrum", Issue.resolution_id.is_(None))
            .where(Issue.assignee_id.is_not(None), Issue.assignee_id != Project.lead_id)
            .group_by(Project.id, Issue.assignee_id)
            .having(func.count() >= _FEWEST)
            .order_by(Project.key, Issue.assignee_id)
        )
        if person_id in known and project.lead_id in known
    ]
    project, leaving = rng.choice(found)
    taken = (project.lead_id, leaving.id)
    others = [each for each in everybody if each.id in may[project.key] and each.id not in taken]
    coming, before = rng.sample(others, 2)
    channel = rng.choice(_channels(session, [leaving.id, project.lead_id]))
    return _Cast(project, leaving, coming, before, channel, _open(session, project, leaving))


def _channels(session: Session, person_ids: Sequence[str]) -> Sequence[Channel]:
    """Public channels in which all of them write."""
    query = select(Channel).where(
        Channel.kind == "public", ~Channel.is_archived, Channel.posting == "everyone"
    )
    for person_id in person_ids:
        inside = select(Membership.channel_id).where(Membership.person_id == person_id)
        query = query.where(Channel.id.in_(inside))
    return session.scalars(query.order_by(Channel.name)).all()


def _open(session: Session, project: Project, person: Person) -> list[Issue]:
    query = select(Issue).where(Issue.project_id == project.id, Issue.assignee_id == person.id)
    return list(session.scalars(query.where(Issue.resolution_id.is_(None)).order_by(Issue.number)))


def _speak(session: Session, rng: Stream, cast: _Cast, kept: Issue, away: date) -> None:
    at = zone(directory.company(session).zone)
    days = workdays_before(Clock(session).now().date(), 3)
    changes = rng.in_turn((True, False))
    first = cast.before if changes else cast.coming
    note = rng.choice(_NOTES).format(
        day=spelled(away), coming=first.name, project=cast.project.name, key=kept.key
    )
    who = cast.leaving.handle
    said = MessageFact(working_moment(rng, at, days[0]), who, note)
    if changes:
        text = rng.choice(_CHANGES).format(before=first.name, coming=cast.coming.name)
        reply = MessageFact(working_moment(rng, at, days[2]), who, text)
        said = MessageFact(said.at, who, note, replies=[reply])
    say(session, {cast.channel.name: [said]})


def _told(session: Session, rng: Stream, cast: _Cast, kept: Issue, away: date) -> Facts:
    words = {
        "leaving": cast.leaving.name,
        "day": spelled(away),
        "channel": cast.channel.name,
        "project": cast.project.name,
    }
    of_project = select(Issue).where(Issue.project_id == cast.project.id)
    done = of_project.where(
        Issue.assignee_id == cast.leaving.id, Issue.resolution_id.is_not(None)
    ).order_by(Issue.resolved_us.desc(), Issue.id)
    others = of_project.where(
        Issue.assignee_id.not_in((cast.leaving.id, cast.coming.id)), Issue.resolution_id.is_(None)
    ).order_by(Issue.number.desc())
    nearby = [*session.scalars(done.limit(2)), *session.scalars(others.limit(1))]
    everybody = workers(session)
    return Facts(
        persona_id=str(cast.project.lead_id),
        leaving=cast.leaving.name,
        project=cast.project.key,
        project_name=cast.project.name,
        channel_id=cast.channel.id,
        channel_name=cast.channel.name,
        issues=tuple(Ticket(each.id, each.key) for each in cast.own if each is not kept),
        kept=Ticket(kept.id, kept.key),
        nearby=tuple(Ticket(each.id, each.key) for each in nearby),
        coming=cast.coming.name,
        coming_id=cast.coming.id,
        before_id=cast.before.id,
        like_id=like(cast.coming, everybody, [cast.leaving, cast.before]).id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )
