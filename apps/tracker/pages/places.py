"""Projects and boards: which there are, which are starred, and how new projects are made."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask
from sqlalchemy import func

from workworld.apps.tracker.models import Board, Issue, Project
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, back, board_url, project_url
from workworld.apps.tracker.pages.faces import Face, face_of
from workworld.apps.tracker.pages.frames import ProjectFrame, framed
from workworld.apps.tracker.service import access, boards, projects, site, stars
from workworld.context import Context
from workworld.database import rows_of
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Conflict, Forbidden, Invalid, Refused
from workworld.permissions import sight_of, visible

_SIZE = 50
_ORDERS = ("key", "-key", "name", "-name", "lead", "-lead", "created", "-created")
KINDS = (
    ("scrum", "Scrum", "Sprints, a backlog and a board: for teams that plan in steps."),
    ("kanban", "Kanban", "A board on which work flows, with limits."),
    ("service_desk", "Service desk", "Requests of customers, answered by agents."),
    ("business", "Business", "To do, in progress, done: for any kind of work."),
)
_KIND_NAMES = {kind: name for kind, name, _ in KINDS}
_issues = Issue.__table__.c


@dataclass(frozen=True, slots=True)
class ProjectLine:
    """A project in a list."""

    frame: ProjectFrame
    kind: str
    lead: Face | None
    category: str
    open_count: int
    url: str
    is_starred: bool


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board in a list."""

    id: int
    name: str
    kind: str
    project: ProjectFrame
    url: str
    is_starred: bool


@dataclass(frozen=True, slots=True)
class Page:
    """Some lines of a listing."""

    lines: Sequence[Any]
    total: int
    number: int
    may_create: bool = False

    @property
    def count(self) -> int:
        """How many pages there are."""
        return max(1, -(-self.total // _SIZE))


@BLUEPRINT.get("/projects")
def projects_page() -> str:
    """All projects that the reader sees."""
    given = flask.request.args
    text, number = given.get("q", "").strip()[:100], _number()
    order = given.get("sort", "name") if given.get("sort") in _ORDERS else "name"
    archived = given.get("archived") == "1"
    found = page(
        projects.list,
        lambda ctx, rows: Page(_lines(ctx, rows.items), rows.total, number, access.is_admin(ctx)),
        text=text,
        order=order,
        archived=archived,
        start=(number - 1) * _SIZE,
        limit=_SIZE,
    )
    return framed(
        "projects.html",
        found=found,
        text=text,
        order=order,
        archived=archived,
        page_address=lambda at: _address("ui.projects_page", page=at),
        sort_address=lambda by: _address(
            "ui.projects_page", sort=f"-{by}" if order == by else by, page=""
        ),
    )


@BLUEPRINT.get("/boards")
def boards_page() -> str:
    """All boards that the reader sees."""
    text, number = flask.request.args.get("q", "").strip()[:100], _number()
    found = page(
        boards.list,
        lambda ctx, rows: Page(boards_of(ctx, rows.items), rows.total, number),
        name=text,
        start=(number - 1) * _SIZE,
        limit=_SIZE,
    )
    return framed(
        "boards.html",
        found=found,
        text=text,
        page_address=lambda at: _address("ui.boards_page", page=at),
    )


@BLUEPRINT.post("/star")
def star_thing() -> Any:
    """Make a project or a board a favourite, or one no more."""
    form = flask.request.form
    wants = stars.star if form.get("so") else stars.unstar
    page(wants, nothing, kind=form.get("kind", ""), thing=form.get("ref", ""))
    return back(flask.url_for("ui.index"))


@BLUEPRINT.get("/projects/new")
def new_project() -> str:
    """What a new project is to be."""
    page(projects.list, lambda ctx, _rows: access.require_admin(ctx), limit=1)
    return _wizard({"kind": "scrum"}, {})


@BLUEPRINT.post("/projects/new")
def create_project() -> Any:
    """Make a project."""
    form = flask.request.form
    entered = {name: form.get(name, "") for name in ("kind", "name", "key", "lead", "description")}
    key = entered["key"].strip() or _key_of(entered["name"])
    try:
        made = page(
            projects.create,
            lambda _ctx, row: row.key,
            key=key,
            name=entered["name"],
            kind=entered["kind"],
            description=entered["description"],
            lead_id=entered["lead"] or None,
        )
    except (Invalid, Conflict, Forbidden) as refusal:
        return _wizard({**entered, "key": key}, _problems(refusal)), status_of(refusal)
    return flask.redirect(project_url(made), 303)


def _wizard(entered: Mapping[str, str], problems: Mapping[str, str]) -> str:
    lead = entered.get("lead", "")
    named = page(
        projects.list,
        lambda ctx, _rows: {id: site.called(row) for id, row in site.people(ctx, [lead]).items()},
        limit=1,
    )
    return framed(
        "project_new.html",
        kinds=KINDS,
        entered={"name": "", "key": "", "description": "", **entered},
        lead=[(lead, named[lead])] if lead in named else [],
        problems=problems,
    )


def _problems(refusal: Refused) -> Mapping[str, str]:
    """What is wrong, by the field; below the empty name what concerns none."""
    if not refusal.problems:
        return {"": refusal.message}
    fields = {"lead_id": "lead", "projectKey": "key", "projectName": "name"}
    return {fields.get(each.field, each.field): each.what for each in refusal.problems}


def _key_of(name: str) -> str:
    """A key that suits a name: its first letters."""
    words = re.findall(r"[A-Za-z0-9]+", name)
    if len(words) > 1:
        return "".join(word[0] for word in words).upper()[:10]
    return "".join(words).upper()[:4]


def boards_of(ctx: Context, rows: Sequence[Board]) -> list[BoardLine]:
    """Boards in a line each."""
    starred = stars.are_starred(ctx, "board", [str(row.id) for row in rows])
    refs = sorted({row.project_id for row in rows})
    found = projects.list(ctx, refs=refs, archived=None, limit=1000).items if refs else []
    known = {row.id: ProjectFrame.of(row) for row in found}
    return [
        BoardLine(
            row.id,
            row.name,
            row.kind.capitalize(),
            known[row.project_id],
            board_url(known[row.project_id].key, board=row.id),
            str(row.id) in starred,
        )
        for row in rows
        if row.project_id in known
    ]


def _lines(ctx: Context, rows: Sequence[Project]) -> list[ProjectLine]:
    starred = stars.are_starred(ctx, "project", [row.id for row in rows])
    people = site.people(ctx, [row.lead_id for row in rows])
    categories, counts = site.categories(ctx), _open_counts(ctx, [row.id for row in rows])
    return [
        ProjectLine(
            ProjectFrame.of(row),
            _KIND_NAMES[row.kind],
            face_of(people, row.lead_id),
            categories[row.category_id].name if row.category_id else "",
            counts.get(row.id, 0),
            project_url(row.key),
            row.id in starred,
        )
        for row in rows
    ]


def _open_counts(ctx: Context, ids: Sequence[str]) -> dict[str, int]:
    """How many issues of projects the reader sees that are not resolved."""
    if not ids:
        return {}
    query = (
        visible(Issue)
        .with_only_columns(_issues.project_id, func.count().label("total"))
        .where(_issues.project_id.in_(ids), _issues.resolution_id.is_(None))
        .group_by(_issues.project_id)
    )
    return {row.project_id: row.total for row in rows_of(ctx.session, query, sight_of(ctx))}


def _number() -> int:
    given = flask.request.args.get("page", "")
    return max(1, int(given)) if given.isdigit() and len(given) < 5 else 1


def _address(endpoint: str, **changed: Any) -> str:
    values = flask.request.args.to_dict() | changed
    kept: dict[str, Any] = {name: each for name, each in values.items() if each != ""}
    return flask.url_for(endpoint, **kept)
