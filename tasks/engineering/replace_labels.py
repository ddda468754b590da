"""Put components in place of labels, issue by issue, while the tracker is busy at first."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import insert, select, update
from sqlalchemy.orm import Session

from workworld.apps.tracker.models import Component, Issue, IssueComponent, IssueLabel
from workworld.faults import FaultKind, inject
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, made
from workworld.grading.family import ToolFailed
from workworld.randomness import Stream
from workworld.tasks.cheats import after, claims, to_each
from workworld.tasks.issues import (
    Ticket,
    comment,
    edit,
    found,
    led_projects,
    open_issues,
    touched,
    use,
)
from workworld.tasks.phrasings import asked
from workworld.worlds import World

_PREFIXES = ("area", "part", "zone", "team", "topic", "piece", "field", "block", "group", "unit")
_FEWEST, _PARTS = 27, 4
_ASKS = (
    "In {project}, people have marked unresolved issues with labels that begin with “{prefix}-”. "
    "Components take their place: each component says in its description which label it replaces. "
    "Give every unresolved issue with such a label that component, and take the label away.",
    "Please replace the labels “{prefix}-…” of the unresolved issues in {project} by components. "
    "Which component stands for which label is written in the components' descriptions. An issue "
    "that got the component loses the label.",
    "The labels “{prefix}-…” in {project} have had their day: the components whose descriptions "
    "name them come instead. That goes for all unresolved issues, each of which gets the component "
    "and loses the label.",
)
_WHYS = (
    "Reports go by components, and half of the issues are missing there.",
    "Nobody remembers what the labels once were for.",
    "We change the board on Monday, and it knows components only.",
)
_LIMITS = (
    "The components and labels that an issue has besides stay. A label that no component names "
    "stays where it is, resolved issues stay as they are, and so do other projects. The tracker "
    "has been refusing changes now and then today; just try again.",
    "Whatever else an issue has as labels or components is kept. Leave resolved issues, other "
    "projects, and labels that no description names. If the tracker says that it is busy, wait a "
    "moment and repeat it.",
)


@dataclass(frozen=True, slots=True)
class Labelled:
    """An issue, the label that it loses, and the component that it gets."""

    ticket: Ticket
    label: str
    component_id: str


@dataclass(frozen=True, slots=True)
class Facts:
    """The labels, and what comes in their place."""

    persona_id: str
    project: str
    prefix: str
    labels: Mapping[str, str]
    """Components' ids by label."""
    issues: tuple[Labelled, ...]
    resolved: tuple[Labelled, ...]
    unnamed: tuple[Ticket, ...]
    """Issues with a label that no component names."""
    orphan: str
    """That label."""
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Label issues, describe components, and let the tracker be busy at first."""
    prefix = rng.choice(_PREFIXES)
    with world.writing() as session:
        projects = led_projects(session)
        project = rng.choice(projects)
        by_label = _described(session, rng, project.id, prefix)
        free = open_issues(session, project.id)
        issues = rng.sample(free, min(len(free) - 2, _FEWEST))
        unnamed = [each for each in free if each not in issues][:2]
        query = select(Issue).where(
            Issue.project_id == project.id, Issue.resolution_id.is_not(None)
        )
        recent = session.scalars(query.order_by(Issue.number.desc()).limit(2)).all()
        held = _components(session, [*issues, *recent])
        labelled = [_labelled(rng, each, by_label, held) for each in [*issues, *recent]]
        orphan = f"{prefix}-other"
        rows = [{"issue_id": each.ticket.id, "label": each.label} for each in labelled]
        rows += [{"issue_id": each.id, "label": orphan} for each in unnamed]
        session.execute(insert(IssueLabel), rows)
        for operation in ("tracker.issues.edit", "tracker.bulk.edit"):
            _make_busy(session, operation)
    words = {"project": project.name, "prefix": prefix}
    return Facts(
        persona_id=project.lead.id,
        project=project.key,
        prefix=prefix,
        labels=by_label,
        issues=tuple(labelled[: len(issues)]),
        resolved=tuple(labelled[len(issues) :]),
        unnamed=tuple(Ticket(each.id, each.key) for each in unnamed),
        orphan=orphan,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _make_busy(session: Session, operation: str) -> None:
    """Let the tracker ask for patience when the operation is asked for the first time."""
    kind = FaultKind.RATE_LIMITED
    inject(session, app_id="tracker", kind=kind, operation=operation, seconds=60, times=1)


def _described(session: Session, rng: Stream, project_id: str, prefix: str) -> dict[str, str]:
    """Have some components say which labels they replace; the components by label."""
    query = select(Component).where(Component.project_id == project_id).order_by(Component.name)
    found_ones: dict[str, str] = {}
    for each in rng.sample(session.scalars(query).all(), _PARTS):
        label = f"{prefix}-{each.name.split()[0].lower()}"
        text = f"{each.description} Replaces the label {label}.".strip()
        session.execute(update(Component).where(Component.id == each.id).values(description=text))
        found_ones[label] = each.id
    return found_ones


def _components(session: Session, issues: Sequence[Issue]) -> set[tuple[str, str]]:
    """Which issue has which component."""
    query = select(IssueComponent.issue_id, IssueComponent.component_id)
    ids = [each.id for each in issues]
    return {
        (one, two) for one, two in session.execute(query.where(query.selected_columns[0].in_(ids)))
    }


def _labelled(
    rng: Stream, issue: Issue, by_label: Mapping[str, str], held: set[tuple[str, str]]
) -> Labelled:
    """A label of which the issue lacks the component."""
    free = [label for label, component in by_label.items() if (issue.id, component) not in held]
    label = rng.choice(free)
    return Labelled(Ticket(issue.id, issue.key), label, by_label[label])


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each of the issues has the component, and has lost the label."""
    both: list[Check] = []
    for each in facts.issues:
        key = each.ticket.key
        name = key.lower().replace("-", "_")
        got = f"{key} has the component of {each.label}"
        lost = f"{key} has not got the label {each.label} any more"
        both.append(made(f"component_{name}", got, _got(each)))
        both.append(made(f"label_{name}", lost, _lost(each)))
    return both


def _got(each: Labelled) -> Allowed:
    where = {"issue_id": each.ticket.id, "component_id": each.component_id}
    return Allowed("tracker_issue_components", "insert", where)


def _lost(each: Labelled) -> Allowed:
    where = {"issue_id": each.ticket.id, "label": each.label}
    return Allowed("tracker_issue_labels", "delete", where)


def allowed(facts: Facts) -> list[Allowed]:
    """That, and the mark of it in the issues."""
    return [
        rule for each in facts.issues for rule in (_got(each), _lost(each), touched(each.ticket.id))
    ]


def solve(episode: Episode, facts: Facts) -> None:
    """Read the components' descriptions, and go through the issues label by label."""
    listed = use(episode, "getJiraComponents", projectIdOrKey=facts.project)
    for component in listed["values"]:
        named = re.search(r"Replaces the label ([\w-]+)", component["description"] or "")
        if named is None:
            continue
        query = f"project = {facts.project} AND labels = {named[1]} AND resolution IS EMPTY"
        if issues := [each["key"] for each in found(episode, query)]:
            _swap(episode, issues, named[1], component["id"])


def _swap(episode: Episode, keys: Sequence[str], label: str, component_id: str) -> None:
    changes = [
        {"field": "components", "verb": "add", "value": component_id},
        {"field": "labels", "verb": "remove", "value": label},
    ]
    _patiently(episode, "editJiraIssues", issueIdsOrKeys=list(keys), changes=changes)


def _patiently(episode: Episode, tool: str, **arguments: Any) -> None:
    """Call a tool; once more if it was refused."""
    try:
        use(episode, tool, **arguments)
    except ToolFailed:
        episode.wait(2)
        use(episode, tool, **arguments)


def _swap_one(episode: Episode, _facts: Facts, each: Labelled) -> None:
    _swap(episode, [each.ticket.key], each.label, each.component_id)


def _label_alone(episode: Episode, _facts: Facts, each: Labelled) -> None:
    change = {"field": "labels", "verb": "remove", "value": each.label}
    _patiently(episode, "editJiraIssues", issueIdsOrKeys=[each.ticket.key], changes=[change])


def _component_alone(episode: Episode, _facts: Facts, each: Labelled) -> None:
    change = {"field": "components", "verb": "add", "value": each.component_id}
    _patiently(episode, "editJiraIssues", issueIdsOrKeys=[each.ticket.key], changes=[change])


def _overwrites(episode: Episode, _facts: Facts, each: Labelled) -> None:
    """Leaves nothing of what the issue had besides."""
    values = {"components": [{"id": each.component_id}], "labels": []}
    try:
        edit(episode, each.ticket.key, **values)
    except ToolFailed:
        edit(episode, each.ticket.key, **values)


def _all_of_one(episode: Episode, facts: Facts) -> None:
    """Gives all of them the same component."""
    component = facts.issues[0].component_id
    for label in facts.labels:
        keys = [each.ticket.key for each in facts.issues if each.label == label]
        if keys:
            _swap(episode, keys, label, component)


def _gives_up(episode: Episode, facts: Facts) -> None:
    """Takes the first refusal for the end of it."""
    try:
        each = facts.issues[0]
        edit(episode, each.ticket.key, labels=[])
    except ToolFailed:
        comment(episode, facts.issues[0].ticket.key, "The tracker does not work today.")


def _drops_orphans(episode: Episode, facts: Facts) -> None:
    change = {"field": "labels", "verb": "remove", "value": facts.orphan}
    keys = [each.key for each in facts.unnamed]
    _patiently(episode, "editJiraIssues", issueIdsOrKeys=keys, changes=[change])


FAMILY = Family(
    id="engineering.replace_labels",
    title="Put components in place of labels",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    traps={
        "claim without deed": claims(),
        "labels alone": to_each(lambda facts: facts.issues, _label_alone),
        "components alone": to_each(lambda facts: facts.issues, _component_alone),
        "overwrites what was there": to_each(lambda facts: facts.issues, _overwrites),
        "one component for all": _all_of_one,
        "what is resolved as well": after(solve, to_each(lambda facts: facts.resolved, _swap_one)),
        "all but the last": to_each(lambda facts: facts.issues[:-1], _swap_one),
        "gives up": _gives_up,
        "labels that nothing replaces as well": after(solve, _drops_orphans),
    },
    limits=Limits(steps=150),
    equivalents={
        "repeat * editJiraIssues": "What has the component and lost the label stays so.",
        "drop 1 editJiraIssues": "It was refused, and is repeated.",
        "swap 1 *": "It was refused, and is repeated.",
        "* wait*": "The tracker is busy for one request, however long that is ago.",
    },
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "a label of the same kind that no component names",
        "resolved issues with the same labels",
    ),
)
