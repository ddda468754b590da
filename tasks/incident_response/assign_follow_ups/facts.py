"""What a review of an incident decided, and what was said of it afterwards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from datetime import date

from sqlalchemy import select

from workworld.apps.chat.models import Channel
from workworld.apps.tracker.models import Issue, Project
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.tasks.casting import like, workers
from workworld.tasks.conversations import channels_of, held, inside
from workworld.tasks.days import of_month, workdays_before
from workworld.tasks.issues import assignable
from workworld.tasks.phrasings import asked
from workworld.tasks.workbooks import Planted, Value, planted
from workworld.worlds import World

TAB = "Follow-ups"
AGREED, DROPPED, LATER = "agreed", "dropped", "next quarter"
_AGREED, _OTHERS = 5, 3
_WHERE = ("Slow sign-ins", "Lost uploads", "Late notifications", "Empty reports", "Stuck exports")
_NEWS = (
    "About the review of “{title}”: one thing is off in the list.",
    "I have gone through “{title}” once more, with those who were on duty.",
)
_CHANGES = (
    "{key} goes to {coming}, not to {before}.",
    "Not {before} but {coming} takes {key}.",
)
_REVIVED = ("And {key} is dropped as well, we do not need it.", "{key} is dropped too, by the way.")
_ASKS = (
    "{reviewer} has written up the incident in “{title}”. Assign each follow-up that was agreed to "
    "its owner, with what {reviewer} corrected in #{channel} afterwards.",
    "The follow-ups in the spreadsheet “{title}” have to be with their owners in the tracker: "
    "those that were agreed. Mind the thread that {reviewer} began about it in #{channel}.",
    "Please make the tracker say what “{title}” says about who does which agreed follow-up. Some "
    "of it was changed by {reviewer} in #{channel}, and that counts.",
)
_WHYS = (
    "We have promised the customers that this time something comes of it.",
    "At the last incident nobody knew whose the follow-ups were.",
)
_LIMITS = (
    "Only assignees change: no status, no comments, no messages, and the spreadsheet stays as it "
    "is. Whatever was dropped or put off is left with whom it is.",
    "Leave alone what was dropped or put off, and everything but the assignee. Nobody is written "
    "to, and the review is not edited.",
)


@dataclass(frozen=True, slots=True)
class FollowUp:
    """An issue of the review, and whose it becomes."""

    id: str
    key: str
    decision: str
    """As the review has it."""
    listed_id: str
    """Whom the review names."""
    listed_email: str
    owner_id: str
    """Who gets it in the end."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The review, its follow-ups, and what was corrected."""

    persona_id: str
    workbook: Planted
    reviewer: str
    channel_id: str
    channel_name: str
    issues: tuple[FollowUp, ...]
    """Those that are agreed in the end."""
    dropped_later: FollowUp
    """Agreed in the review, dropped in the thread."""
    left: tuple[FollowUp, ...]
    """Dropped or put off in the review."""
    like_id: str
    """Whoever could be taken for the one who gets what was corrected."""
    instruction: str

    @property
    def corrected(self) -> FollowUp:
        """The one that another gets than the review says."""
        return next(each for each in self.issues if each.owner_id != each.listed_id)


@dataclass(frozen=True, slots=True)
class _Cast:
    persona: Person
    reviewer: Person
    channel: Channel
    owners: Sequence[Person]
    issues: Sequence[Issue]
    everybody: Sequence[Person]


def draw(world: World, rng: Stream) -> Facts:
    """Have a review typed, and its author correct it in a thread."""
    cast = _cast(world, rng)
    coming, *owners = rng.sample(cast.owners, len(cast.owners))
    decisions = [AGREED] * _AGREED + [rng.choice((DROPPED, LATER)) for _ in range(_OTHERS)]
    listed = [
        (issue, owner, decision)
        for issue, decision in zip(cast.issues, decisions, strict=True)
        for owner in [rng.choice([each for each in owners if each.id != issue.assignee_id])]
    ]
    (changed, before, _), (cancelled, _, _), *_rest = listed
    if changed.assignee_id == coming.id:
        coming, before = before, coming
        listed[0] = (changed, before, AGREED)
    with world.reading() as session:
        today = Clock(session).now().date()
    title = f"{rng.choice(_WHERE)} on {_day(rng, today)}: review"
    lines = rng.sample(listed, len(listed))
    sharing = {cast.persona.id: "writer"}
    workbook = planted(world, cast.reviewer.id, title, TAB, _typed(lines), sharing)
    change = {"key": changed.key, "coming": coming.name, "before": before.name}
    said = [
        rng.choice(_NEWS).format(title=title),
        rng.choice(_CHANGES).format(**change),
        rng.choice(_REVIVED).format(key=cancelled.key),
    ]
    held(world, rng, cast.channel, [(cast.reviewer, text) for text in said])
    follow_ups = [
        FollowUp(
            id=issue.id,
            key=issue.key,
            decision=decision,
            listed_id=owner.id,
            listed_email=owner.email,
            owner_id=coming.id if issue is changed else owner.id,
        )
        for issue, owner, decision in listed
    ]
    agreed = [each for each in follow_ups if each.decision == AGREED]
    words = {"reviewer": cast.reviewer.name, "title": title, "channel": cast.channel.name}
    return Facts(
        persona_id=cast.persona.id,
        workbook=workbook,
        reviewer=cast.reviewer.name,
        channel_id=cast.channel.id,
        channel_name=cast.channel.name,
        issues=tuple(each for each in agreed if each.id != cancelled.id),
        dropped_later=follow_ups[1],
        left=tuple(each for each in follow_ups if each.decision != AGREED),
        like_id=like(coming, cast.everybody, [before]).id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _cast(world: World, rng: Stream) -> _Cast:
    """Somebody who leads a project, a colleague who reviews, and open issues of that project."""
    with world.reading() as session:
        query = select(Project).where(Project.kind == "scrum", Project.lead_id.is_not(None))
        projects = session.scalars(query.order_by(Project.key)).all()
    may: Mapping[str, Set[str]] = {
        each.key: assignable(world, str(each.lead_id), each.key) for each in projects
    }
    with world.reading() as session:
        everybody = workers(session)
        known = {each.id: each for each in everybody}
        project = rng.choice([each for each in projects if each.lead_id in known])
        persona = known[str(project.lead_id)]
        unresolved = select(Issue).where(
            Issue.project_id == project.id, Issue.resolution_id.is_(None)
        )
        issues = session.scalars(unresolved.order_by(Issue.number)).all()
        near = [
            (channel, others)
            for channel in channels_of(session, persona)
            if (
                others := [
                    each for each in inside(session, channel, everybody) if each is not persona
                ]
            )
        ]
    channel, others = rng.choice(near)
    reviewer = rng.choice(others)
    able = [each for each in everybody if each.id in may[project.key]]
    owners = rng.sample([each for each in able if each not in (persona, reviewer)], 4)
    drawn = rng.sample(issues, _AGREED + _OTHERS)
    return _Cast(persona, reviewer, channel, owners, drawn, everybody)


def _day(rng: Stream, today: date) -> str:
    """When it happened: before the thread began."""
    return of_month(rng.choice(workdays_before(today, 12)[:6]))


def _typed(lines: Sequence[tuple[Issue, Person, str]]) -> list[list[Value]]:
    typed: list[list[Value]] = [["Issue", "What", "Owner", "E-mail", "Decision"]]
    return typed + [
        [issue.key, issue.summary, owner.name, owner.email, decision]
        for issue, owner, decision in lines
    ]
