"""Rows of an imported file as issues that are to be made or changed, and what is unfit of each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import select

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker.models import Issue, IssueProperty, IssueType, Project, Status
from workworld.apps.tracker.service import (
    creation,
    import_fields,
    import_sayings,
    import_values,
    projects,
    sight,
    site,
)
from workworld.apps.tracker.service import import_fields as t
from workworld.apps.tracker.service import links as link_service
from workworld.apps.tracker.service.import_fields import Target
from workworld.apps.tracker.service.import_sayings import Saying
from workworld.apps.tracker.service.import_values import Reading
from workworld.apps.tracker.service.place import Unfit
from workworld.context import Context
from workworld.database import plain_rows
from workworld.errors import NotFound, Problem, Refused
from workworld.imports.tables import Row, Table

EXTERNAL_PROPERTY = "import.external-id"
"""The property under which an issue keeps the id that it had elsewhere."""
_properties = IssueProperty.__table__.c


@dataclass(frozen=True, slots=True)
class Settings:
    """How a file is to be imported."""

    dates: str
    said_dates: str
    """The pattern of the moments of comments and work."""
    project: str
    """Of rows that name none; empty if all do."""
    type: str
    columns: Mapping[int, str]
    """Places from 1 → targets."""
    values: Mapping[str, Mapping[str, str]]
    """Targets → texts of the file → what is meant; empty for nothing."""


@dataclass(slots=True)
class Draft:
    """An issue as a row has it."""

    row: Row
    project: Project | None = None
    type: IssueType | None = None
    issue: Issue | None = None
    """The one that is to be changed; None if one is to be made."""
    fields: dict[str, Any] = field(default_factory=dict)
    status: Status | None = None
    external: str = ""
    row_id: str = ""
    parent: Draft | None = None
    """The row of the file that it is a part of."""
    comments: Sequence[Saying] = ()
    worklogs: Sequence[tuple[Saying, int]] = ()
    """Notes and seconds."""
    watchers: Sequence[str] = ()
    links: Sequence[tuple[str, str]] = ()
    """Types of links, and what they lead to: an issue's key, or a row's id."""
    problems: list[Problem] = field(default_factory=list)
    summary: str = ""

    @property
    def reason(self) -> str:
        """Why it cannot be done; empty if nothing is known against it."""
        return " ".join(dict.fromkeys(each.what for each in self.problems))


def drafts(ctx: Context, table: Table, settings: Settings) -> list[Draft]:
    """All rows of a file, in their order, with what is unfit of each by itself."""
    known = import_fields.targets(ctx)
    external = _external(ctx)
    found = [_Drafter(ctx, settings, known, external, row).draft() for row in table.rows]
    _refuse_twins(found)
    parents = {each.row_id: each for each in found if each.row_id}
    for each in found:
        _find_parent(ctx, each, parents, external, settings)
    for each in found:
        if each.parent is not None and each in _above(each):
            each.problems.append(Problem("It is a part of itself.", f.PARENT))
    return found


def texts_of(row: Row, settings: Settings, target: str) -> list[str]:
    """What a row holds of a target, as it is meant: without what is empty."""
    said = settings.values.get(target, {})
    texts = [
        row.cells[place - 1].strip()
        for place, each in sorted(settings.columns.items())
        if each == target and place <= len(row.cells)
    ]
    meant = [said.get(text, text) for text in texts if text]
    return [text for text in meant if text]


class _Drafter:
    """Reads one row."""

    def __init__(
        self,
        ctx: Context,
        settings: Settings,
        known: Mapping[str, Target],
        external: Mapping[str, str],
        row: Row,
    ) -> None:
        self._ctx, self._settings, self._known = ctx, settings, known
        self._external, self._row = external, row
        self._made = Draft(row, summary=" ".join(self._texts(f.SUMMARY))[:255])

    def draft(self) -> Draft:
        """The row's issue."""
        made = self._made
        if self._row.problem:
            self._refuse(self._row.problem, "")
        made.external, made.row_id = self._first(t.EXTERNAL)[:255], self._first(t.ROW_ID)
        reading = Reading(self._ctx, self._settings.said_dates)
        made.comments = [import_sayings.comment_of(reading, x) for x in self._texts(t.COMMENT)]
        try:
            made.worklogs = [import_sayings.work_of(reading, x) for x in self._texts(t.WORKLOG)]
        except Unfit as unfit:
            self._refuse(f"Work log: {unfit.message}", t.WORKLOG)
        made.links = list(self._links())
        self._find_issue()
        self._find_place()
        if made.project is not None:
            self._read_fields(made.project)
        if made.project is not None and made.type is not None:
            made.status = self._status(made.project, made.type)
        return made

    def _texts(self, target: str) -> list[str]:
        return texts_of(self._row, self._settings, target)

    def _first(self, target: str) -> str:
        return (self._texts(target) or [""])[0]

    def _refuse(self, what: str, target: str) -> None:
        self._made.problems.append(Problem(what, target))

    def _find_issue(self) -> None:
        key = self._first(t.KEY)
        if key:
            self._made.issue = sight.found(self._ctx, key[:64])
            if self._made.issue is None:
                said = f"Issue '{key}' does not exist or you do not have permission to see it."
                self._refuse(said, t.KEY)
        elif self._made.external in self._external:
            self._made.issue = sight.found(self._ctx, self._external[self._made.external])

    def _find_place(self) -> None:
        made = self._made
        if made.issue is not None:
            made.project = projects.known(self._ctx, made.issue.project_id)
            made.type = site.issue_types(self._ctx)[made.issue.type_id]
            return
        wanted = self._first(f.PROJECT) or self._settings.project
        kind = self._first(f.TYPE) or self._settings.type
        try:
            made.project = _project(self._ctx, wanted)
            made.type = creation.type_in(self._ctx, made.project, kind)
        except Refused as refused:
            self._refuse(refused.message, f.PROJECT if made.project is None else f.TYPE)

    def _read_fields(self, project: Project) -> None:
        reading = Reading(self._ctx, self._settings.dates)
        for target in dict.fromkeys(self._settings.columns.values()):
            each = self._known.get(target)
            texts = self._texts(target)
            if each is None or not texts or target in _APART or each.kind == "link":
                continue
            try:
                if each.kind == "duration":
                    part = "original" if target == t.ORIGINAL else "remaining"
                    held = self._made.fields.setdefault(f.TIME_TRACKING, {})
                    held[part] = import_values.seconds_of(texts[0])
                elif target == t.WATCHER:
                    named = [import_values.person_named(self._ctx, text).id for text in texts]
                    self._made.watchers = named
                else:
                    value = import_values.value_of(reading, each.kind, target, texts, project)
                    self._made.fields[target] = value
            except Unfit as unfit:
                self._refuse(f"{each.name}: {unfit.message}", target)

    def _status(self, project: Project, kind: IssueType) -> Status | None:
        wanted = self._first(f.STATUS)
        if not wanted:
            return None
        workflow = site.workflow_of(self._ctx, project.id, kind.id)
        there = site.workflow_statuses(self._ctx)[workflow.id] if workflow else []
        for each in there:
            if wanted.casefold() == each.name.casefold() or wanted == each.id:
                return each
        self._refuse(f"Status: there is no '{wanted}' in its workflow.", f.STATUS)
        return None

    def _links(self) -> Iterator[tuple[str, str]]:
        for target in dict.fromkeys(self._settings.columns.values()):
            if target.startswith(t.LINK):
                try:
                    link_type = link_service.type_of(self._ctx, target.removeprefix(t.LINK))
                except Refused as refused:
                    self._refuse(refused.message, target)
                    continue
                for text in self._texts(target):
                    yield from ((link_type.id, part.strip()) for part in text.split(","))


_APART = (
    *(f.PROJECT, f.TYPE, f.STATUS, t.KEY, t.EXTERNAL, t.ROW_ID, t.PARENT_ROW),
    *(t.COMMENT, t.WORKLOG),
)
"""Targets that are read by themselves."""


def _project(ctx: Context, ref: str) -> Project:
    """A project by key, id or name.

    Raises:
        NotFound: ``project_not_found``.
    """
    try:
        return projects.known(ctx, ref)
    except NotFound:
        if ref.strip():
            return _project_named(ctx, ref)
        raise


def _project_named(ctx: Context, name: str) -> Project:
    listed: Sequence[Project] = ctx.remembered(
        "tracker import projects", lambda: projects.list(ctx, limit=1000).items
    )
    wanted = name.strip().casefold()
    named = [each for each in listed if each.name.casefold() == wanted]
    return named[0] if named else projects.known(ctx, name)


def _external(ctx: Context) -> Mapping[str, str]:
    """Ids of issues that were imported, by the ids that they had elsewhere."""
    query = select(IssueProperty.__table__).where(_properties.key == EXTERNAL_PROPERTY)
    rows = plain_rows(ctx.session, IssueProperty, query.order_by(_properties.issue_id), {})
    return {str(row.value): row.issue_id for row in rows if sight.found(ctx, row.issue_id)}


def _refuse_twins(found: Sequence[Draft]) -> None:
    """Refuse rows that have the same id as one above them."""
    for name, read in (("external id", "external"), ("row id", "row_id")):
        first: dict[str, int] = {}
        for each in found:
            id = getattr(each, read)
            if id and id in first:
                said = f"Row {first[id]} has the same {name}, '{id}'."
                each.problems.append(Problem(said, t.EXTERNAL if name[0] == "e" else t.ROW_ID))
            first.setdefault(id, each.row.number)


def _find_parent(
    ctx: Context,
    draft: Draft,
    parents: Mapping[str, Draft],
    external: Mapping[str, str],
    settings: Settings,
) -> None:
    wanted = (texts_of(draft.row, settings, t.PARENT_ROW) or [""])[0]
    if not wanted:
        return
    if wanted in parents:
        draft.parent = parents[wanted]
        return
    issue = sight.found(ctx, external.get(wanted, wanted)[:64])
    if issue is None:
        draft.problems.append(Problem(f"No row has the id '{wanted}' of its parent.", f.PARENT))
    else:
        draft.fields[f.PARENT] = issue.key


def _above(draft: Draft) -> list[Draft]:
    """What a row is a part of, directly or not."""
    found: list[Draft] = []
    above = draft.parent
    while above is not None and not any(above is each for each in found):
        found.append(above)
        above = above.parent
    return found
