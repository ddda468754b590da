"""What an import does with a row: making an issue or changing one, and what belongs to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.tracker import field_ids as f
from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Issue, IssueProperty, Status
from workworld.apps.tracker.service import (
    access,
    creation,
    edits,
    field_input,
    import_sayings,
    issues,
    links,
    projects,
    several,
    sight,
    site,
    status_changes,
    transitions,
    watchers,
)
from workworld.apps.tracker.service.import_rows import EXTERNAL_PROPERTY, Draft
from workworld.apps.tracker.service.place import Place
from workworld.context import Context
from workworld.database import insert_row
from workworld.errors import Conflict, Invalid, Problem, Refused
from workworld.permissions import require

CREATE, UPDATE = "create", "update"


@dataclass(frozen=True, slots=True)
class RowOutcome:
    """What became of a row, or would."""

    row: int
    """From 1."""
    line: int
    """Where it begins in the file, from 1."""
    summary: str
    action: str
    """``create`` or ``update``."""
    key: str = ""
    """Of the issue; empty as long as there is none."""
    reason: str = ""
    """Why nothing was done; empty if it was."""
    note: str = ""
    """What of it was not done, though the rest was."""


def tried(ctx: Context, drafts: Sequence[Draft]) -> list[RowOutcome]:
    """What importing rows would do, as far as it can be told without doing it."""
    for draft in _parents_first(drafts):
        if not draft.problems:
            draft.problems += _problems(ctx, draft)
        if not draft.problems and draft.parent is not None and draft.parent.problems:
            said = f"Row {draft.parent.row.number}, which it is a part of, cannot be imported."
            draft.problems.append(Problem(said, f.PARENT))
    return [_outcome(draft) for draft in drafts]


def done(ctx: Context, drafts: Sequence[Draft]) -> list[RowOutcome]:
    """Import rows, each by itself; parents before their parts, links at the end."""
    made: dict[int, str] = {}
    for draft in _parents_first(drafts):
        if draft.problems:
            continue
        outcome = several.one(ctx, "", lambda _ref, it=draft: _do(ctx, it, made))  # type: ignore[misc]  # it is bound at once
        if outcome.refused is not None:
            draft.problems.append(Problem(_said(outcome.refused), ""))
        elif outcome.issue is not None:
            made[draft.row.number] = outcome.issue.key
    rows = {each.row_id: made.get(each.row.number, "") for each in drafts if each.row_id}
    notes = {
        draft.row.number: _link(ctx, made[draft.row.number], draft.links, rows)
        for draft in drafts
        if draft.row.number in made and draft.links
    }
    return [
        _outcome(each, made.get(each.row.number, ""), notes.get(each.row.number, ""))
        for each in drafts
    ]


def _outcome(draft: Draft, key: str = "", note: str = "") -> RowOutcome:
    there = draft.issue.key if draft.issue else ""
    action = UPDATE if draft.issue else CREATE
    summary = draft.summary or (draft.issue.summary if draft.issue else "")
    return RowOutcome(
        draft.row.number, draft.row.line, summary, action, key or there, draft.reason, note
    )


def _parents_first(drafts: Sequence[Draft]) -> list[Draft]:
    def depth(draft: Draft) -> int:
        found, above = 0, draft.parent
        while above is not None and found <= len(drafts):
            found, above = found + 1, above.parent
        return found

    return sorted(drafts, key=depth)


def _problems(ctx: Context, draft: Draft) -> Sequence[Problem]:
    """What is against a row, as far as it can be told without doing it."""
    try:
        if draft.issue is not None:
            _try_edit(ctx, draft.issue, draft.fields)
        elif draft.project is not None and draft.type is not None:
            place = creation.place_of(ctx, draft.project.id, draft.type.id)
            creation.accepted(ctx, place, draft.fields)
    except Refused as refused:
        found = refused.problems or (Problem(refused.message, ""),)
        pending = draft.parent is not None
        return [each for each in found if not (pending and each.field == f.PARENT)] or _unfit(draft)
    return _unfit(draft)


def _unfit(draft: Draft) -> Sequence[Problem]:
    """Why a row cannot be a part of the row that it names."""
    above = draft.parent
    if above is None or above.type is None or draft.type is None:
        return ()
    if above.type.level != draft.type.level + 1:
        said = f"Row {above.row.number} is of type {above.type.name}: {draft.type.name} cannot"
        return [Problem(f"{said} be a part of it.", f.PARENT)]
    if draft.type.level < 0 and above.project is not draft.project:
        return [Problem("A sub-task is in the project of its parent.", f.PARENT)]
    return ()


def _try_edit(ctx: Context, issue: Issue, fields: Mapping[str, Any]) -> None:
    require(ctx, "tracker.issues.edit", issue)
    project = projects.known(ctx, issue.project_id)
    shown = field_input.screen(ctx, issue.project_id, issue.type_id)
    place = Place(project, site.issue_types(ctx)[issue.type_id], issue)
    before = edits.current(ctx, issue, fields)
    given = field_input.Input(ctx, place, shown)
    for each, raw in fields.items():
        given.take(each, raw, before.get(each))
    given.finish()


def _do(ctx: Context, draft: Draft, made: Mapping[int, str]) -> Issue:
    fields = dict(draft.fields)
    if draft.parent is not None:
        above = made.get(draft.parent.row.number) or (
            draft.parent.issue.key if draft.parent.issue else ""
        )
        if not above:
            said = f"Row {draft.parent.row.number}, which it is a part of, was not imported."
            raise Conflict("parent_refused", said)
        fields[f.PARENT] = above
    if draft.issue is not None:
        issue = issues.edit(ctx, issue=draft.issue.id, fields=fields) if fields else draft.issue
    elif draft.project is not None and draft.type is not None:
        place = {"project_id": draft.project.id, "type_id": draft.type.id}
        issue = issues.create(ctx, **place, fields=fields)
    else:
        raise Invalid("invalid_fields", "It names no project and type.")
    if draft.external and draft.issue is None:
        row = IssueProperty(issue_id=issue.id, key=EXTERNAL_PROPERTY, value=draft.external)
        insert_row(ctx.session, row)
    _add(ctx, issue.id, draft)
    if draft.status is not None:
        _stand(ctx, issue.id, draft.status)
    return sight.read(ctx, issue.id)


def _add(ctx: Context, issue_id: str, draft: Draft) -> None:
    """Add what people said and did; of an issue that was there already nothing is added again."""
    if draft.issue is not None:
        return
    issue = sight.read(ctx, issue_id)
    for said in draft.comments:
        import_sayings.comment(ctx, issue, said)
    for said, seconds in draft.worklogs:
        import_sayings.work(ctx, issue, said, seconds)
    for person_id in draft.watchers:
        watchers.watch(ctx, issue=issue_id, person_id=person_id)


def _stand(ctx: Context, issue_id: str, status: Status) -> None:
    """Let an issue stand somewhere: by a transition, or for who administers the project at once.

    Raises:
        Conflict: ``status_unreachable``.
    """
    row = sight.known(ctx, issue_id)
    if row.status_id == status.id:
        return
    for way in transitions.list(ctx, issue=issue_id):
        asks = any(each.is_required for each in way.fields)
        if way.to.id == status.id and way.refused is None and not asks:
            transitions.perform(ctx, issue=issue_id, transition=str(way.transition.number))
            return
    if not access.has(ctx, names.ADMINISTER_PROJECT, row.project_id):
        here = site.statuses(ctx)[row.status_id].name
        said = f"Status: no transition leads from '{here}' to '{status.name}'."
        raise Conflict("status_unreachable", said)
    resolution = None
    if status.category == "done":
        resolution = row.resolution_id or next(iter(site.resolutions(ctx)))
    edits.put(ctx, row, {}, {}, status_changes.move(ctx, row, status, resolution))


def _link(
    ctx: Context, key: str, wanted: Sequence[tuple[str, str]], rows: Mapping[str, str]
) -> str:
    """Link an issue: what of that was refused, in words."""
    said = []
    for type_id, ref in wanted:
        target = rows.get(ref) or ref

        def act(_ref: str, type_id: str = type_id, target: str = target) -> Issue:
            links.add(ctx, type_id=type_id, source=key, target=target[:64])
            return sight.read(ctx, key)

        refused = several.one(ctx, key, act).refused
        if refused is not None and refused.code != "link_exists":
            said.append(f"Not linked to {ref}: {_said(refused)}")
    return " ".join(said)


def _said(refused: Refused) -> str:
    return " ".join(each.what for each in refused.problems) or refused.message
