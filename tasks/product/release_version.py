"""Release a version when its checklist and its issues say that it is ready."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import Issue, IssueVersion, Project
from workworld.apps.tracker.service import versions
from workworld.calls import perform
from workworld.clock import Clock
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.faults import FaultKind, inject
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.grading.answers import Status, answered
from workworld.grading.family import ToolFailed
from workworld.randomness import Stream
from workworld.tasks.casting import personas
from workworld.tasks.channels import channel_named
from workworld.tasks.cheats import after, answers, claims, tells, to_each
from workworld.tasks.conversations import channels_of, everybodys_channel
from workworld.tasks.issues import found, use
from workworld.tasks.messages import posted, reads, send
from workworld.tasks.phrasings import asked
from workworld.tasks.workbooks import Planted, planted, put, table, workbook_named
from workworld.worlds import World

RELEASED, NOT_READY = "RELEASED", "NOT_READY"
TAB = "Checklist"
_STEPS = (
    "Release notes are written",
    "Help pages are up to date",
    "Support knows what changes",
    "Backups have been tried",
    "Load test has passed",
    "Security has looked at it",
    "Translations are complete",
    "The way back has been tried",
)
_DONE, _WAIVED, _OPEN = "done", "not needed", "open"
_ASKS = (
    "If version {name} of {project} is ready, please release it in the tracker, dated "
    "today ({today}). It is ready when every step in the spreadsheet “{title}” is done or not "
    "needed, and no issue with that fix version is unresolved. Once it is out, tell "
    "#{channel}: “{news}”, with no other word.",
    "Is {name} ready to go out? Every step in “{title}” has to be done or not needed, and of the "
    "issues with the fix version {name} in {project} none may be unresolved. If so, mark the "
    "version as released in the tracker, dated today ({today}), and let #{channel} know with the "
    "words “{news}”, no more.",
)
_WHYS = (
    "Everybody says that it is nearly ready, and nobody has looked.",
    "We once released with a step open, and spent the weekend on it.",
)
_LIMITS = (
    "Answer RELEASED then. If it is not ready, release nothing, put nothing off, tick nothing off, "
    "say nothing, and answer NOT_READY.",
    "The answer is RELEASED, or NOT_READY if anything is missing; in that case change neither the "
    "version nor its issues nor the list, and tell nobody. Other versions stay as they are in "
    "any case.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """The version, whether it is ready, and what lies beside it."""

    persona_id: str
    is_ready: bool
    project: str
    version_id: str
    name: str
    today: date
    neighbour_id: str
    """Another version that is not out."""
    checklist: Planted
    open_row: int
    """Of a step that is not done, counted from 1; 2 if all are."""
    blocker: str
    """The key of an issue that is not resolved; empty if all are."""
    channel_id: str
    """Where it is told."""
    channel_name: str
    default_id: str
    """Of the channel in which all are."""
    instruction: str

    @property
    def truth(self) -> str:
        """The right answer."""
        return RELEASED if self.is_ready else NOT_READY


def prepare(world: World, rng: Stream) -> Facts:
    """Have a version made, of which something may be open; the tracker is busy once."""
    missing = rng.in_turn(("", "step", "", "issue", ""))
    with world.reading() as session:
        today = Clock(session).now().date()
        persona, project, resolved, unresolved = _cast(session, rng)
        default_id = everybodys_channel(session)
        channels = [each for each in channels_of(session, persona) if each.id != default_id]
        channel = rng.choice(channels)
    number = f"{rng.integer(5, 9)}.{rng.integer(0, 30)}"
    name, neighbour = (f"{number}.{patch}" for patch in (rng.integer(1, 4), 9))
    ids = {
        each: _made(world, persona.id, project.key, each)
        for each in rng.sample((name, neighbour), 2)
    }
    with world.writing() as session:
        for issue in rng.sample(resolved, 4):
            _fixed_in(session, issue, ids[name])
        late = rng.choice(unresolved)
        _fixed_in(session, late, ids[name] if missing == "issue" else ids[neighbour])
    states = [rng.choice((_DONE, _DONE, _WAIVED)) for _ in _STEPS]
    if missing == "step":
        states[rng.integer(0, len(states) - 1)] = _OPEN
    title = f"Release of {name}: checklist"
    steps = rng.sample(_STEPS, len(_STEPS))
    lines: list[list[str | float | None]] = [["Step", "State"]]
    lines.extend([step, state] for step, state in zip(steps, states, strict=True))
    checklist = planted(world, persona.id, title, TAB, lines)
    words = {"name": name, "project": project.name, "title": title, "today": today.isoformat()}
    words |= {"channel": channel.name, "news": _news(name)}
    with world.writing() as session:
        _make_busy(session)
    return Facts(
        persona_id=persona.id,
        is_ready=not missing,
        project=project.key,
        version_id=ids[name],
        name=name,
        today=today,
        neighbour_id=ids[neighbour],
        checklist=checklist,
        open_row=states.index(_OPEN) + 2 if _OPEN in states else 2,
        blocker=late.key if missing == "issue" else "",
        channel_id=channel.id,
        channel_name=channel.name,
        default_id=default_id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _cast(
    session: Session, rng: Stream
) -> tuple[Person, Project, Sequence[Issue], Sequence[Issue]]:
    """Somebody who leads a project, and issues of it that have no version yet."""
    people = {each.id: each for each in personas(session)}
    query = select(Project).where(Project.kind == "scrum").order_by(Project.key)
    led = [each for each in session.scalars(query) if each.lead_id in people]
    project = rng.choice(led)
    taken = select(IssueVersion.issue_id).where(IssueVersion.kind == "fix")
    loose = (
        select(Issue)
        .where(Issue.project_id == project.id, Issue.id.not_in(taken))
        .where(Issue.security_level_id.is_(None))
        .order_by(Issue.number.desc())
        .limit(60)
    )
    resolved = session.scalars(loose.where(Issue.resolution_id.is_not(None))).all()
    unresolved = session.scalars(loose.where(Issue.resolution_id.is_(None))).all()
    return people[str(project.lead_id)], project, resolved, unresolved


def _make_busy(session: Session) -> None:
    """Let the tracker ask for patience when a version is to be changed for the first time."""
    busy, where = FaultKind.RATE_LIMITED, "tracker.versions.update"
    inject(session, app_id="tracker", kind=busy, operation=where, seconds=60, times=1)


def _news(name: str) -> str:
    return f"{name} is released."


def _made(world: World, lead_id: str, project: str, name: str) -> str:
    made_one = perform(world, Actor(lead_id), versions.create, project=project, name=name)
    return str(made_one.id)


def _fixed_in(session: Session, issue: Issue, version_id: str) -> None:
    session.add(IssueVersion(issue_id=issue.id, kind="fix", version_id=version_id))


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """The answer says how it stands; if the version is ready, it is out as of today."""
    other = NOT_READY if facts.is_ready else RELEASED
    kind = Status((RELEASED, NOT_READY))
    reply = answered("answered", "The answer says how it stands", kind, facts.truth, decoys=[other])
    if not facts.is_ready:
        return [reply]
    said = f"{facts.name} is released as of {facts.today}"
    told = f"#{facts.channel_name} is told so"
    return [reply, made("released", said, _released(facts)), made("told", told, _told(facts))]


def _released(facts: Facts) -> Allowed:
    day = facts.today.isoformat()
    where = {"id": facts.version_id, "is_released": True, "release_date": day}
    return Allowed("tracker_versions", "update", where, only=("is_released", "release_date"))


def _told(facts: Facts) -> Allowed:
    return posted(facts.channel_id, facts.persona_id, reads(_news(facts.name)))


def allowed(facts: Facts) -> list[Allowed]:
    """That the version is released and that it is told, if it is ready."""
    return [_released(facts), _told(facts)] if facts.is_ready else []


def solve(episode: Episode, facts: Facts) -> None:
    """Read the list, look for unresolved issues, and release if there is nothing open."""
    workbook_id = workbook_named(episode, facts.checklist.title)
    states = [line[1] for line in table(episode, workbook_id, f"{TAB}!A2:B40")]
    query = f'project = {facts.project} AND fixVersion = "{facts.name}" AND resolution is EMPTY'
    if _OPEN in states or found(episode, query):
        episode.answer(NOT_READY)
        return
    listed = use(episode, "getJiraVersions", projectIdOrKey=facts.project, text=facts.name)
    (version_id,) = (each["id"] for each in listed["values"] if each["name"] == facts.name)
    _set_out(episode, facts, version_id)
    send(episode, str(channel_named(episode, facts.channel_name)), _news(facts.name))
    episode.answer(RELEASED)


def _set_out(episode: Episode, facts: Facts, version_id: str) -> None:
    """Release a version, a little later if the tracker is busy."""
    values = {"isReleased": True, "releaseDate": facts.today.isoformat()}
    try:
        use(episode, "editJiraVersion", versionId=version_id, **values)
    except ToolFailed:
        episode.wait(2)
        use(episode, "editJiraVersion", versionId=version_id, **values)


def _release(episode: Episode, facts: Facts, version_id: str) -> None:
    """Releases a version and tells of it."""
    _set_out(episode, facts, version_id)
    send(episode, facts.channel_id, _news(facts.name))
    episode.answer(RELEASED)


def _puts_off(episode: Episode, facts: Facts) -> None:
    """Releases it, and moves what is not resolved to another version."""
    _release(episode, facts, facts.version_id)
    day = facts.today.isoformat()
    where = {"versionId": facts.version_id, "moveUnfixedTo": facts.neighbour_id}
    use(episode, "editJiraVersion", **where, isReleased=True, releaseDate=day)
    use(episode, "editJiraVersion", versionId=facts.neighbour_id, releaseDate=day)


def _ticks_off(episode: Episode, facts: Facts) -> None:
    """Ticks a step off, so that the list is complete."""
    put(episode, facts.checklist.id, f"{TAB}!B{facts.open_row}", "done by now")
    _release(episode, facts, facts.version_id)


def _only_tells(episode: Episode, facts: Facts) -> None:
    send(episode, facts.channel_id, _news(facts.name))
    episode.answer(RELEASED)


def _gives_up(episode: Episode, facts: Facts) -> None:
    """Tries once, and tells of it whether or not it has worked."""
    day = facts.today.isoformat()
    with suppress(ToolFailed):
        where = {"versionId": facts.version_id}
        use(episode, "editJiraVersion", **where, isReleased=True, releaseDate=day)
    _only_tells(episode, facts)


FAMILY = Family(
    id="product.release_version",
    title="Release a version if it is ready",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    traps={
        "claim without deed": claims("It is out."),
        "answers the other way": answers(lambda facts: NOT_READY if facts.is_ready else RELEASED),
        "relaxes what is not ready": _ticks_off,
        "puts off what is open": _puts_off,
        "wrong neighbour": to_each(lambda facts: [facts.neighbour_id], _release),
        "shotgun": to_each(lambda facts: [facts.version_id, facts.neighbour_id], _release),
        "tells everybody": after(
            solve, tells(lambda facts: facts.default_id, lambda facts: _news(facts.name))
        ),
        "tells only": _only_tells,
        "gives up when the tracker is busy": _gives_up,
    },
    limits=Limits(steps=10),
    difficulty=Difficulty.MEDIUM,
    distractors=("another version that is not out", "steps that are not needed"),
    infeasible="some versions have a step open or an issue unresolved, and are not to go out",
    equivalents={
        "repeat * editJiraVersion": "What is released twice is released.",
        "drop * editJiraVersion": "What was refused was tried again.",
        "* wait*": "The tracker is no longer busy after any minute or two.",
    },
)
