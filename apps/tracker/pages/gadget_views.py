"""Gadgets as dashboards show them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from workworld.apps.tracker import durations
from workworld.apps.tracker.models import Gadget
from workworld.apps.tracker.pages.blueprint import issue_url, navigator_url
from workworld.apps.tracker.pages.faces import Face, face_of
from workworld.apps.tracker.pages.issue_table import COLUMNS, Row, rows_of
from workworld.apps.tracker.pages.moments import Moment, moment
from workworld.apps.tracker.pages.report_flows import created_resolved_chart
from workworld.apps.tracker.pages.report_pieces import Figure
from workworld.apps.tracker.service import dashboards, site
from workworld.apps.tracker.service.gadget_contents import Content, Happening, Health
from workworld.apps.tracker.service.gadget_kinds import KINDS, GadgetKind
from workworld.apps.tracker.service.reporting.rates import scope_of
from workworld.apps.tracker.service.statistics import TITLES, Cross
from workworld.charts import Cell, Chart, Point, pie
from workworld.charts.wording import amount
from workworld.context import Context
from workworld.richtext.html_writer import to_html
from workworld.richtext.markdown_reader import from_markdown
from workworld.richtext.names import Names

_SHOWN = tuple(COLUMNS[id] for id in ("status", "priority"))
_MOST_PARTS, _MOST_ACROSS = 12, 10
_LONGEST = 160
_NAMES = {"duedate": "due date", "timeoriginalestimate": "original estimate", "issuetype": "type"}
"""What fields are called whose names in the history are no words."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of an activity stream."""

    face: Face | None
    said: str
    """What was done, up to the issue."""
    to: str
    """What it became of it, after the issue; empty if nothing is left to say."""
    key: str
    summary: str
    url: str
    when: Moment


@dataclass(frozen=True, slots=True)
class GadgetView:
    """A gadget as a dashboard shows it."""

    id: str
    dashboard_id: str
    kind: GadgetKind
    title: str
    color: str
    column: int
    position: int
    columns: int
    is_last: bool
    """Whether it stands at the end of its column."""
    problem: str = ""
    url: str = ""
    """All that it is about, in the navigator."""
    total: int = 0
    rows: Sequence[Row] = ()
    chart: Chart | None = None
    cross: tuple[Sequence[str], Sequence[tuple[str, Sequence[Cell]]]] | None = None
    figures: Sequence[Figure] = ()
    note: str = ""
    done: float = -1
    """How much of it is done, in per cent; less than nothing if that says nothing."""
    lines: Sequence[Line] = ()
    html: str = field(default="")


def gadget_view(ctx: Context, content: Content, columns: int) -> GadgetView:
    """A gadget with what it shows the reader, on a dashboard of so many columns."""
    row = content.gadget
    beside = dashboards.gadgets_of(ctx, row.dashboard_id)
    last = max((each.position for each in beside if each.column == row.column), default=0)
    values: dict[str, Any] = {}
    if content.parts:
        values["chart"] = _pie(row, content)
    elif content.spans:
        values["chart"] = created_resolved_chart(row.title, content.spans, size="medium")
    elif content.cross is not None:
        values["cross"] = _cross(content.jql, row, content.cross)
    elif content.health is not None:
        values |= _health(ctx, content.health)
    elif content.text:
        values["html"] = to_html(from_markdown(content.text), Names({}, {}, str))
    return GadgetView(
        row.id,
        row.dashboard_id,
        KINDS[row.kind],
        row.title,
        row.color,
        row.column,
        row.position,
        columns,
        row.position >= last,
        content.problem,
        navigator_url(content.jql) if content.jql else "",
        content.total,
        rows_of(ctx, content.issues, _SHOWN),
        lines=_lines(ctx, content.happenings),
        **values,
    )


def _pie(row: Gadget, content: Content) -> Chart:
    scope = scope_of(content.jql)
    parts = sorted(content.parts, key=lambda each: -each.count)
    shown = [Point(each.name, each.count, navigator_url(scope + each.clause)) for each in parts]
    rest = sum(each.count for each in parts[_MOST_PARTS:])
    more = [Point("Other", rest)] if rest else []
    title = TITLES[row.settings["by"]]
    return pie(row.title, [*shown[:_MOST_PARTS], *more], of=title, size="small")


def _cross(
    jql: str, row: Gadget, found: Cross
) -> tuple[Sequence[str], Sequence[tuple[str, Sequence[Cell]]]]:
    scope = scope_of(jql)
    columns = found.columns[:_MOST_ACROSS]
    heads = [TITLES[row.settings["by"]], *(each.name for each in columns), "Total"]
    rows = []
    for part, counts in zip(found.rows, found.counts, strict=True):
        cells = [
            Cell(
                amount(count) if count else "",
                navigator_url(f"{scope}{part.clause} AND {across.clause}") if count else "",
            )
            for across, count in zip(columns, counts, strict=False)
        ]
        whole = Cell(amount(part.count), navigator_url(scope + part.clause))
        rows.append((part.name, [*cells, whole]))
    return heads, rows


def _health(ctx: Context, found: Health) -> dict[str, Any]:
    whole = found.ends_us - found.begins_us
    passed = min(1.0, max(0.0, (ctx.clock.now_us() - found.begins_us) / whole if whole else 1))
    added = f"{found.added:+g}" if found.added else "0"
    return {
        "note": f"{found.sprint.name}: {round(100 * passed)}% of its time has passed",
        "done": round(100 * found.completed / found.scope) if found.scope else 0,
        "figures": [
            Figure(
                "Points done",
                f"{amount(found.completed)} of {amount(found.scope)}",
                navigator_url(f"{found.jql} AND statusCategory = Done"),
            ),
            Figure(
                "Issues done",
                f"{found.issues_done} of {found.issues}",
                navigator_url(found.jql),
            ),
            Figure("Scope change", added),
            Figure(
                "Flagged",
                str(found.flagged),
                navigator_url(f"{found.jql} AND flagged IS NOT EMPTY") if found.flagged else "",
            ),
        ],
    }


def _lines(ctx: Context, found: Sequence[Happening]) -> list[Line]:
    people = site.people(ctx, [each.person_id for each in found])
    lines = []
    for each in found:
        said, to = _told(each)
        face, when = face_of(people, each.person_id), moment(ctx, each.at_us)
        lines.append(Line(face, said, to, each.key, each.summary, issue_url(each.key), when))
    return lines


def _told(happening: Happening) -> tuple[str, str]:
    """What somebody did, as it is said before the issue and after it."""
    text, field = happening.to_text, happening.field
    if field == "timeoriginalestimate" and text.isdigit():
        text = durations.show(int(text))
    said = text if len(text) <= _LONGEST else f"{text[:_LONGEST].rstrip()}…"
    match field, bool(said):
        case "comment", _:
            return f"said “{said}” on", ""
        case "Link", True:
            return "linked", f", which {said.removeprefix('This issue ')}"
        case "Attachment", True:
            return f"attached {said} to", ""
        case (("Link" | "Attachment"), False):
            return f"removed {'a link' if field == 'Link' else 'an attachment'} of", ""
        case _, True:
            return f"changed the {_NAMES.get(field, field)} of", f" to {said}"
    return f"cleared the {_NAMES.get(field, field)} of", ""
