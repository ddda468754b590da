"""Bulk transitions and moves: where issues may go together, and what they are asked for there."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue, IssueType, Project, Status
from workworld.apps.tracker.pages import written
from workworld.apps.tracker.pages.bulk_choice import Asked
from workworld.apps.tracker.pages.bulk_values import Plan, words
from workworld.apps.tracker.pages.creating import creatable
from workworld.apps.tracker.pages.editors import Editor, Site, editor_of, refilled
from workworld.apps.tracker.pages.typed_fields import values_of
from workworld.apps.tracker.service import (
    bulk,
    projects,
    screens,
    site,
    transitions,
)
from workworld.apps.tracker.service.screens import ScreenField
from workworld.context import Context
from workworld.errors import Invalid, Problem

KEEP = ""
"""The choice that leaves a status as it is, where there is one like it."""


@dataclass(frozen=True, slots=True)
class Way:
    """A transition that some of the issues may take."""

    name: str
    to: str
    count: int
    """From how many of the issues it leads on."""


@dataclass(frozen=True, slots=True)
class TransitionForm:
    """Which transition, and once that is known what its screens ask for."""

    ways: Sequence[Way]
    name: str = ""
    editors: Sequence[Editor] = ()
    comment: str = ""
    problem: str = ""
    problems: Mapping[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Mapped:
    """Something that issues have, and what it may become."""

    id: str
    name: str
    count: int
    choices: Sequence[tuple[str, str]]
    chosen: str


@dataclass(frozen=True, slots=True)
class MoveForm:
    """Which project, and once that is known what becomes of types and statuses there."""

    projects: Sequence[tuple[str, str]]
    project_key: str = ""
    project_name: str = ""
    types: Sequence[Mapped] = ()
    statuses: Sequence[Mapped] = ()
    editors: Sequence[Editor] = ()
    problem: str = ""
    problems: Mapping[str, str] | None = None


def transition_form(
    ctx: Context, rows: Sequence[Issue], asked: Asked, problems: Sequence[Problem] = ()
) -> TransitionForm:
    """The transitions that issues may take, and the screen of the one that was chosen."""
    ways = _ways(ctx, rows)
    name = asked.one("transition")
    if name not in {way.name for way in ways}:
        return TransitionForm(ways, problem=" ".join(each.what for each in problems))
    fields = _asked_fields(ctx, rows, name)
    editors = [editor_of(ctx, place, each, None) for each, place in fields]
    if problems or asked.entered.keys() & {each.id for each, _place in fields}:
        editors = [refilled(each, asked.entered) for each in editors]
    said = {each.field: each.what for each in problems}
    general = [each.what for each in problems if each.field not in {x.id for x, _p in fields}]
    return TransitionForm(ways, name, editors, asked.one("comment"), " ".join(general), said)


def transition_arguments(ctx: Context, rows: Sequence[Issue], asked: Asked) -> Mapping[str, Any]:
    """What was entered, as the arguments of the operation that moves issues on.

    Raises:
        Invalid: ``invalid_fields``: no transition was chosen, or a value cannot be read.
    """
    name = asked.one("transition")
    if not name:
        said = "Choose a transition."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "")])
    fields = [each for each, _place in _asked_fields(ctx, rows, name)]
    found = values_of(ctx, fields, asked.entered)
    given: dict[str, Any] = {
        "transition": name,
        "fields": {id: value for id, value in found.items() if value not in (None, [], "")},
    }
    text = asked.one("comment")
    return given | ({"comment": written.read(ctx, text)} if text else {})


def transition_plan(ctx: Context, rows: Sequence[Issue], asked: Asked) -> Plan:
    """What would be done, in words.

    Raises:
        Invalid: as ``transition_arguments``.
    """
    given = transition_arguments(ctx, rows, asked)
    editors = {each.id: each for each in transition_form(ctx, rows, asked).editors}
    lines = [("Transition", given["transition"])]
    lines += [(editors[id].name, words(editors[id], v)) for id, v in given["fields"].items()]
    if "comment" in given:
        lines.append(("Comment", asked.one("comment")))
    return Plan("Transition", lines)


def move_form(
    ctx: Context, rows: Sequence[Issue], asked: Asked, problems: Sequence[Problem] = ()
) -> MoveForm:
    """The projects to which issues may go, and what they become in the one that was chosen."""
    possible = creatable(ctx)
    listed = [(each.key, f"{each.name} ({each.key})") for each in possible]
    general = " ".join(each.what for each in problems)
    project = next((each for each in possible if each.key == asked.one("project")), None)
    if project is None:
        return MoveForm(listed, problem=general)
    there = [each for each in projects.types_of(ctx, project.id) if each.level >= 0]
    types = _mapped_types(ctx, rows, there, asked.named("type-"))
    editors = [
        editor_of(ctx, Site(project, kind.id), each, None)
        for each, kind in _required(ctx, project, there, {each.chosen for each in types})
    ]
    if problems or asked.entered.keys() & {each.id for each in editors}:
        editors = [refilled(each, asked.entered) for each in editors]
    said = {each.field: each.what for each in problems}
    return MoveForm(
        listed,
        project.key,
        project.name,
        types,
        _mapped_statuses(ctx, rows, project, types, asked.named("status-")),
        editors,
        "" if said.keys() & {each.id for each in editors} else general,
        said,
    )


def move_arguments(ctx: Context, rows: Sequence[Issue], asked: Asked) -> Mapping[str, Any]:
    """What was entered, as the arguments of the operation that moves issues.

    Raises:
        Invalid: ``invalid_fields``: no project was chosen, or a value cannot be read.
    """
    form = move_form(ctx, rows, asked)
    if not form.project_key:
        said = "Choose a project."
        raise Invalid("invalid_fields", said, problems=[Problem(said, "")])
    project = projects.known(ctx, form.project_key)
    there = [each for each in projects.types_of(ctx, project.id) if each.level >= 0]
    required = _required(ctx, project, there, {each.chosen for each in form.types})
    found = values_of(ctx, [each for each, _kind in required], asked.entered)
    return {
        "project_id": form.project_key,
        "type_ids": {each.id: each.chosen for each in form.types if each.chosen != each.id},
        "status_ids": {each.id: each.chosen for each in form.statuses if each.chosen},
        "fields": {id: value for id, value in found.items() if value not in (None, [], "")},
    }


def move_plan(ctx: Context, rows: Sequence[Issue], asked: Asked) -> Plan:
    """What would be done, in words.

    Raises:
        Invalid: as ``move_arguments``.
    """
    given = move_arguments(ctx, rows, asked)
    form = move_form(ctx, rows, asked)
    lines = [("Project", f"{form.project_name} ({form.project_key})")]
    for heading, mapped in (("Type", form.types), ("Status", form.statuses)):
        for each in mapped:
            to = dict(each.choices)[each.chosen]
            lines.append((heading, each.name if to == each.name else f"{each.name} → {to}"))
    editors = {each.id: each for each in form.editors}
    lines += [(editors[id].name, words(editors[id], v)) for id, v in given["fields"].items()]
    return Plan(
        "Move", lines, "Sub-tasks go with their parents; components and versions by their names."
    )


def _standing(ctx: Context, rows: Sequence[Issue]) -> Iterable[tuple[Issue, int]]:
    """One of the issues for each project, type and status, and how many there are of these."""
    found: dict[tuple[str, str, str], list[Issue]] = {}
    for row in rows:
        found.setdefault((row.project_id, row.type_id, row.status_id), []).append(row)
    for some in found.values():
        if transitions.why_not(ctx, some[0]) is None:
            yield some[0], len(some)


def _ways(ctx: Context, rows: Sequence[Issue]) -> Sequence[Way]:
    found: dict[str, Way] = {}
    for row, count in _standing(ctx, rows):
        for way in transitions.list(ctx, issue=row.id):
            name = way.transition.name
            before = found[name].count if name in found else 0
            found[name] = Way(name, way.to.name, before + count)
    return sorted(found.values(), key=lambda way: (-way.count, way.name))


def _asked_fields(
    ctx: Context, rows: Sequence[Issue], name: str
) -> Sequence[tuple[ScreenField, Site]]:
    """What the screens of a transition ask for, each field once."""
    found: dict[str, tuple[ScreenField, Site]] = {}
    for row, _count in _standing(ctx, rows):
        place = Site(projects.known(ctx, row.project_id), row.type_id, row)
        for way in bulk.ways_to(ctx, row.id, name)[:1]:
            for each in way.fields:
                if each.id != f.COMMENT:
                    found.setdefault(each.id, (each, place))
    return list(found.values())


def _mapped_types(
    ctx: Context, rows: Sequence[Issue], there: Sequence[IssueType], said: Mapping[str, str]
) -> Sequence[Mapped]:
    types, found = site.issue_types(ctx), []
    for type_id, count in _counted(row.type_id for row in rows):
        here = types[type_id]
        if here.level < 0:
            continue  # sub-tasks go with their parents
        alike = [each for each in there if each.level == here.level] or there
        choices = [(each.id, each.name) for each in alike]
        usual = type_id if type_id in dict(choices) else choices[0][0]
        chosen = said.get(type_id, usual)
        found.append(
            Mapped(type_id, here.name, count, choices, chosen if chosen in dict(choices) else usual)
        )
    return found


def _mapped_statuses(
    ctx: Context,
    rows: Sequence[Issue],
    project: Project,
    types: Sequence[Mapped],
    said: Mapping[str, str],
) -> Sequence[Mapped]:
    there: dict[str, Status] = {}
    for each in types:
        workflow = site.workflow_of(ctx, project.id, each.chosen)
        some = site.workflow_statuses(ctx)[workflow.id] if workflow else ()
        there |= {status.id: status for status in some}
    statuses = site.statuses(ctx)
    found = []
    for status_id, count in _counted(row.status_id for row in rows):
        same = "The same" if status_id in there else "Where new ones begin"
        choices = [(KEEP, same), *((each.id, each.name) for each in there.values())]
        chosen = said.get(status_id, KEEP)
        chosen = chosen if chosen in dict(choices) else KEEP
        found.append(Mapped(status_id, statuses[status_id].name, count, choices, chosen))
    return found


def _required(
    ctx: Context, project: Project, there: Sequence[IssueType], wanted: set[str]
) -> Sequence[tuple[ScreenField, IssueType]]:
    """Fields that must hold something in a project, of those that hold nothing by themselves."""
    found: dict[str, tuple[ScreenField, IssueType]] = {}
    for kind in (each for each in there if each.id in wanted):
        for each in screens.create_screen(ctx, project_id=project.id, type_id=kind.id):
            if each.is_required and not each.has_default and each.id != f.SUMMARY:
                found.setdefault(each.id, (each, kind))
    return list(found.values())


def _counted(ids: Iterable[str]) -> Iterable[tuple[str, int]]:
    counts: dict[str, int] = {}
    for each in ids:
        counts[each] = counts.get(each, 0) + 1
    return counts.items()
