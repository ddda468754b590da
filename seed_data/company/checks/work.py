"""What must hold of what a generated company works on, asked of the rows of its tracker.

Each function is named by the number of its invariant and says a sentence for each violation.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from datetime import datetime, time, timedelta
from typing import Any

from sqlalchemy import func, select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel
from workworld.apps.tracker import field_ids
from workworld.apps.tracker.models import (
    Comment,
    Component,
    HistoryItem,
    Issue,
    IssueComponent,
    IssueLabel,
    IssueType,
    IssueVersion,
    Project,
    Sprint,
    SprintChange,
    Status,
    Version,
    Worklog,
)
from workworld.apps.tracker.service import sprint_changes
from workworld.clock import Clock, from_microseconds, to_microseconds
from workworld.seed_data.company.checks.counts import size_of, wanted
from workworld.seed_data.company.company import HEADQUARTERS, chat_begins
from workworld.seed_data.company.ledger import Fact
from workworld.zones import zone

Facts = Iterable[Fact]
_DAY_US = 24 * 3600 * 1_000_000
_COUNTS: tuple[tuple[str, Any], ...] = (
    ("issues", Issue),
    ("comments", Comment),
    ("history", HistoryItem),
    ("worklogs", Worklog),
    ("sprints", Sprint),
    ("versions", Version),
    ("projects", Project),
)
"""Of what there is to be as much as ``counts`` tells."""
_OFF = 0.05
_FEWEST_WRONG, _MOST_WRONG = 0.02, 0.04
_LARGE = ("sev-1", "sev-2")
_OPENED = 5
"""Days after which chat is in use."""
_REVIEWED_AFTER = 10
"""Days after which the review of an incident is due."""


def i8(session: Session, _ledger: Facts) -> Iterator[str]:
    """Keys of issues in what is said in the tracker are those of issues."""
    known = {*session.scalars(select(Issue.key))}
    projects = "|".join(session.scalars(select(Project.key).order_by(Project.key)))
    pattern = re.compile(rf"\b(?:{projects})-\d+\b")
    texts = [
        *session.execute(select(Issue.key, Issue.description_text)),
        *session.execute(select(Comment.id, Comment.body_text)),
    ]
    for name, text in texts:
        if "<#" in text:
            yield f"{name} says something without a key: {text[:60]}"
        yield from (
            f"{name} names {key}, which there is not"
            for key in pattern.findall(text)
            if key not in known
        )


def i16(session: Session, _ledger: Facts) -> Iterator[str]:
    """Each change begins with what the last one ended with, and the last with what is now."""
    columns = {
        field_ids.STATUS: Issue.status_id,
        field_ids.ASSIGNEE: Issue.assignee_id,
        field_ids.RESOLUTION: Issue.resolution_id,
        field_ids.PRIORITY: Issue.priority_id,
    }
    for field, column in columns.items():
        now = dict(session.execute(select(Issue.id, column)).all())
        query = (
            select(HistoryItem.issue_id, HistoryItem.from_id, HistoryItem.to_id)
            .where(HistoryItem.field_id == field)
            .order_by(HistoryItem.created_us, HistoryItem.change_id)
        )
        chains: dict[str, list[tuple[str | None, str | None]]] = defaultdict(list)
        for issue_id, old, new in session.execute(query):
            chains[issue_id].append((old, new))
        for issue_id, chain in chains.items():
            ends = [*(old for old, _ in chain[1:]), now[issue_id]]
            if [new for _, new in chain] != ends:
                yield f"the history of {field} of issue {issue_id} has a gap"


def i17(session: Session, _ledger: Facts) -> Iterator[str]:
    """An issue is resolved if and only if its status says that it is done."""
    query = select(Issue.key, Issue.resolved_us, Issue.resolution_id, Status.category).join(
        Status, Status.id == Issue.status_id
    )
    for key, resolved, resolution, category in session.execute(query):
        is_done = category == "done"
        if (resolved is not None) != is_done or (resolution is not None) != is_done:
            yield f"{key} is resolved or done, but not both"


def i18(session: Session, _ledger: Facts) -> Iterator[str]:
    """Sprints of a board follow each other."""
    query = (
        select(Sprint)
        .where(Sprint.start_us.is_not(None))
        .order_by(Sprint.board_id, Sprint.start_us)
    )
    last: Sprint | None = None
    for sprint in session.scalars(query):
        is_next = last is not None and last.board_id == sprint.board_id
        if last is not None and is_next and (last.end_us or 0) > (sprint.start_us or 0):
            yield f"{last.name} ends after {sprint.name} has begun"
        last = sprint


def i28(session: Session, _ledger: Facts) -> Iterator[str]:
    """What is left of a sprint's burndown at its end are the points that went on from it."""
    closed = dict(
        session.execute(select(Sprint.id, Sprint.name).where(Sprint.state == "closed")).all()
    )
    query = select(SprintChange).order_by(SprintChange.changed_us, SprintChange.id)
    left: dict[int, dict[str, float]] = defaultdict(dict)
    carried: dict[int, float] = defaultdict(float)
    for change in session.scalars(query):
        there, points = left[change.sprint_id], float(change.points or 0)
        match change.kind:
            case sprint_changes.NOT_COMPLETED:
                carried[change.sprint_id] += points
            case sprint_changes.REMOVED | sprint_changes.COMPLETED:
                there.pop(change.issue_id, None)
            case _:
                there[change.issue_id] = points
    for sprint_id, name in closed.items():
        remaining = sum(left[sprint_id].values())
        if remaining != carried[sprint_id]:
            yield f"{name} ends with {remaining} points, and {carried[sprint_id]} went on"


def i29(session: Session, _ledger: Facts) -> Iterator[str]:
    """Sub-tasks have no points of their own: those of their parents count."""
    query = (
        select(Issue.key)
        .join(IssueType, IssueType.id == Issue.type_id)
        .where(IssueType.level < 0, Issue.story_points.is_not(None))
    )
    yield from (f"the sub-task {key} has points" for key in session.scalars(query))


def i32(session: Session, _ledger: Facts) -> Iterator[str]:
    """The time that an issue took is that of its worklogs."""
    logged = dict(
        session.execute(
            select(Worklog.issue_id, func.sum(Worklog.seconds)).group_by(Worklog.issue_id)
        ).all()
    )
    for id, key, spent in session.execute(select(Issue.id, Issue.key, Issue.time_spent)):
        if spent != logged.get(id, 0):
            yield f"{key} took {spent} seconds, and {logged.get(id, 0)} are logged"


def i40(session: Session, _ledger: Facts) -> Iterator[str]:
    """A change is approved by somebody else than whoever asked for it, and not after it is done."""
    approved = (
        select(Issue.key, HistoryItem.author_id, Issue.creator_id, Issue.assignee_id)
        .join(HistoryItem, HistoryItem.issue_id == Issue.id)
        .join(Status, Status.id == HistoryItem.to_id)
        .where(HistoryItem.field_id == field_ids.STATUS, Status.name == "Approved")
    )
    count = 0
    for key, approver, asked, does in session.execute(approved):
        count += 1
        if approver in (asked, does):
            yield f"{key} was approved by whoever asked for it or does it"
    if not count:
        yield "no change was ever approved"


def i42(session: Session, _ledger: Facts) -> Iterator[str]:
    """Nothing is open that is to go out with a version that is out."""
    query = (
        select(Issue.key, Version.name)
        .join(IssueVersion, IssueVersion.issue_id == Issue.id)
        .join(Version, Version.id == IssueVersion.version_id)
        .where(IssueVersion.kind == "fix", Version.is_released, Issue.resolved_us.is_(None))
    )
    yield from (f"{key} is open, and {version} is out" for key, version in session.execute(query))


def i43(session: Session, _ledger: Facts) -> Iterator[str]:
    """Large incidents have an issue, a channel, and after ten days a review, which says why.

    Chat tells of the last months alone.
    """
    now = Clock(session).now_us()
    first = datetime.combine(chat_begins(size_of(session)), time(), zone(HEADQUARTERS))
    since = to_microseconds(first + timedelta(days=_OPENED))
    reviewed, told = _reviewed(session), _channels(session)
    query = (
        select(Issue.id, Issue.key, Issue.created_us, Issue.resolved_us)
        .join(IssueLabel, IssueLabel.issue_id == Issue.id)
        .where(IssueLabel.label.in_(_LARGE))
    )
    labelled = session.execute(query).all()
    for id, key, created, resolved in labelled:
        is_due = resolved is not None and resolved < now - _REVIEWED_AFTER * _DAY_US
        if is_due and id not in reviewed:
            yield f"the incident {key} has had no review"
        day = from_microseconds(created).astimezone(zone(HEADQUARTERS))
        if created > since and f"{day:%Y%m%d}" not in told:
            yield f"the incident {key} has no channel"
    days = {
        f"{from_microseconds(row.created_us).astimezone(zone(HEADQUARTERS)):%Y%m%d}"
        for row in labelled
    }
    yield from (f"the incident of {day} has no issue" for day in sorted(told - days))


def _reviewed(session: Session) -> set[str]:
    """The issues that have been through a review, and below which it stands."""
    postmortem = select(Status.id).where(Status.name == "Postmortem")
    through = session.scalars(select(HistoryItem.issue_id).where(HistoryItem.to_id.in_(postmortem)))
    written = session.scalars(
        select(Comment.issue_id).where(Comment.body_text.startswith("Postmortem"))
    )
    return {*through} & {*written}


def _channels(session: Session) -> set[str]:
    """The days of incidents that have a channel, as its name tells them."""
    names = session.scalars(select(Channel.name).where(Channel.name.like("inc-%")))
    return {name.split("-")[1] for name in names}


def i57(session: Session, _ledger: Facts) -> Iterator[str]:
    """There is as much of each as a company of its size has."""
    for noun, model in _COUNTS:
        found, due = session.scalar(select(func.count()).select_from(model)) or 0, wanted(session)
        if abs(found - due[noun]) > due[noun] * _OFF:
            yield f"{found} {noun} are there, {due[noun]} are wanted"


def i63(session: Session, ledger: Facts) -> Iterator[str]:
    """Open issues that nobody has touched for half a year are those that are labelled."""
    idle = Clock(session).now_us() - 180 * _DAY_US
    found = session.scalar(
        select(func.count())
        .select_from(Issue)
        .where(Issue.resolved_us.is_(None), Issue.updated_us < idle)
    )
    labelled = sum(each.rule == "stale" and each.subject.startswith("work/") for each in ledger)
    if found != labelled:
        yield f"{found} open issues are idle, {labelled} are labelled"
    yield from _misfiled(session, ledger)


def _misfiled(session: Session, ledger: Facts) -> Iterator[str]:
    """Two to four in a hundred issues stand under a component that they are not about."""
    filed: dict[str, list[str]] = defaultdict(list)
    query = (
        select(Issue.key, Component.name)
        .join(IssueComponent, IssueComponent.issue_id == Issue.id)
        .join(Component, Component.id == IssueComponent.component_id)
    )
    for key, name in session.execute(query):
        filed[key].append(name)
    wrong = [each for each in ledger if each.rule == "mis-filed"]
    for each in wrong:
        key = each.places[0].removeprefix("tracker:")
        if not filed[key] or each.value in filed[key]:
            yield f"{key} is filed under {filed[key]}, and that is no defect"
    share = len(wrong) / (session.scalar(select(func.count()).select_from(Issue)) or 1)
    if not _FEWEST_WRONG <= share <= _MOST_WRONG:
        yield f"{share:.1%} of the issues are filed wrongly"
