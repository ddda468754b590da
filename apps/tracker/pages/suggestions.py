"""What is offered while one types: people, labels and issues; and how Markdown will look."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import flask
from sqlalchemy import func, or_, select

from workworld.apps.tracker import permission_names as names
from workworld.apps.tracker.models import Issue, IssueLabel
from workworld.apps.tracker.pages import insertions, moments, written
from workworld.apps.tracker.pages.blueprint import BLUEPRINT
from workworld.apps.tracker.pages.faces import Face
from workworld.apps.tracker.pages.issue_parts import IssueLine, lines_of
from workworld.apps.tracker.service import access, projects, site
from workworld.context import Context
from workworld.database import plain_rows
from workworld.directory import people
from workworld.directory.models import Person
from workworld.doors.web import page
from workworld.errors import NotFound
from workworld.permissions import sight_of, visible

_MOST = 12
_MOST_PEOPLE = 8
_issues, _labels = Issue.__table__.c, IssueLabel.__table__.c


@BLUEPRINT.get("/options/labels")
def label_options() -> str:
    """Labels that begin so."""
    return _rendered("labels", page(site.priorities, lambda ctx, _rows: _labels_like(ctx)))


@BLUEPRINT.get("/options/assignees")
def assignee_options() -> str:
    """People of a project to whom issues can be given, and nobody."""
    return _rendered("people", page(site.priorities, lambda ctx, _rows: _assignable(ctx)))


@BLUEPRINT.get("/options/mentions")
def mention_options() -> str:
    """People who may be mentioned, by name or handle."""

    def present(_ctx: Context, rows: Sequence[Person]) -> list[Face]:
        return [Face.of(row) for row in rows]

    return _rendered("mentions", page(people.search, present, text=_asked(), limit=_MOST_PEOPLE))


@BLUEPRINT.get("/options/blocks")
def block_options() -> str:
    """What can be inserted into a text, by name."""

    def present(ctx: Context, _rows: Any) -> list[insertions.Insertion]:
        return insertions.like(_asked(), moments.today(ctx))

    return _rendered("blocks", page(site.priorities, present))


@BLUEPRINT.get("/options/emoji")
def emoji_options() -> str:
    """Emoji by name."""
    return _rendered("emoji", insertions.emoji_like(_asked(), _MOST_PEOPLE))


@BLUEPRINT.get("/options/issues")
def issue_options() -> str:
    """Issues with such a key or such words in their summary."""
    return _rendered("issues", page(site.priorities, lambda ctx, _rows: _issues_like(ctx)))


@BLUEPRINT.post("/preview")
def preview() -> str:
    """How Markdown will look."""
    text = flask.request.form.get("text", "")

    def present(ctx: Context, _rows: Any) -> Any:
        return written.shown(ctx, [written.previewed(ctx, text)], sized=True)[0]

    return str(page(site.priorities, present))


def _rendered(kind: str, found: Sequence[Any]) -> str:
    return flask.render_template("options.html", kind=kind, found=found)


def _asked() -> str:
    return flask.request.args.get("q", "").strip()[:100]


def _labels_like(ctx: Context) -> list[str]:
    text = _asked().lower().replace("%", "").replace("_", r"\_")
    seen = visible(Issue).with_only_columns(_issues.id)
    query = (
        select(_labels.label)
        .where(_labels.issue_id.in_(seen), func.lower(_labels.label).like(f"{text}%", escape="\\"))
        .distinct()
        .order_by(_labels.label)
        .limit(_MOST)
    )
    return list(ctx.session.execute(query, sight_of(ctx)).scalars())


def _assignable(ctx: Context) -> list[Face]:
    try:
        project = projects.known(ctx, flask.request.args.get("project", ""))
    except NotFound:
        return []
    ids = access.holders(ctx, names.ASSIGNABLE, project.id)
    faces = sorted(map(Face.of, site.people(ctx, ids).values()), key=lambda each: each.name)
    text, me = _asked().lower(), ctx.actor.person_id
    fitting = [each for each in faces if text in f"{each.name} {each.handle}".lower()]
    fitting.sort(key=lambda each: (each.id != me, not each.name.lower().startswith(text)))
    return fitting[:_MOST]


def _issues_like(ctx: Context) -> list[IssueLine]:
    given, text = flask.request.args, _asked()
    conditions = [_issues.key != given.get("issue", "")]
    if text:
        like = f"%{text.replace('%', '').replace('_', ' ')}%"
        conditions.append(or_(_issues.key.like(f"{text.upper()}%"), _issues.summary.like(like)))
    if given.get("project"):
        level = _level_above(ctx, given.get("type", ""))
        types = [row.id for row in site.issue_types(ctx).values() if row.level == level]
        conditions.append(_issues.type_id.in_(types))
        if level == 0:  # sub-tasks are of their parent's project
            conditions.append(_issues.project_id == projects.known(ctx, given["project"]).id)
    query = visible(Issue).where(*conditions).order_by(_issues.updated_us.desc(), _issues.id)
    rows = plain_rows(ctx.session, Issue, query.limit(_MOST), sight_of(ctx))
    rows = sorted(rows, key=lambda row: row.key != text.upper())
    return lines_of(ctx, rows)


def _level_above(ctx: Context, type_id: str) -> int:
    row = site.issue_types(ctx).get(type_id)
    return (row.level if row else 0) + 1
