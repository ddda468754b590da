"""Charts of list views: how many records have which value, or what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from workworld.apps.crm.pages import kanban_views, values
from workworld.apps.crm.pages.list_states import State
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import list_groups, list_views
from workworld.apps.crm.service.list_groups import Totals
from workworld.apps.crm.service.list_views import View
from workworld.charts import Axis, Chart, Point, Series, pie, plot
from workworld.context import Context
from workworld.doors.web import page

KINDS = (("bar", "Bar chart"), ("donut", "Donut chart"))
_USUAL_GROUP = {
    "Lead": "Status",
    "Opportunity": "StageName",
    "Case": "Status",
    "Campaign": "Status",
    "Task": "Status",
    "Account": "Industry",
    "Contact": "OwnerId",
    "Product2": "Family",
    "Event": "ShowAs",
}


@dataclass(frozen=True, slots=True)
class ListChart:
    """The chart beside a list, and what can be chosen for it."""

    chart: Chart | None
    kind: str
    group: str
    measure: str
    groups: Sequence[tuple[str, str]]
    measures: Sequence[tuple[str, str]]
    is_saved: bool
    """Whether the list view keeps it as it is."""
    may_save: bool


def chart_of(state: State) -> ListChart:
    """The chart that the address asks for, or that of the list view."""

    def saved_of(ctx: Context, view: View) -> tuple[dict[str, str], bool, list[str]]:
        possible = list_groups.groupable(ctx, objects.of_name(state.sobject))
        return view.row.chart or {}, view.may_edit, [each.name for each in possible]

    saved, may_save, possible = page(list_views.info, saved_of, view_id=state.view_id)
    by = _USUAL_GROUP.get(state.sobject, "OwnerId")
    usual = saved or {"kind": "bar", "group": by if by in possible else next(iter(possible), by)}
    asked = {
        name: state.given.get(f"chart-{name}", usual.get(name, ""))
        for name in ("kind", "group", "measure")
    }
    asked["measure"] = "" if asked["measure"] == "-" else asked["measure"]
    kind = asked["kind"] if asked["kind"] in dict(KINDS) else "bar"

    def present(ctx: Context, found: Totals) -> ListChart:
        return ListChart(
            _drawn(found, kind, state),
            kind,
            found.group.name,
            found.measure.name if found.measure else "",
            [
                (each.name, values.label_of(each))
                for each in list_groups.groupable(ctx, found.sobject)
            ],
            [("-", "Number of records")]
            + [
                (each.name, f"Sum of {each.label}")
                for each in list_groups.measures(ctx, found.sobject)
            ],
            saved == {**asked, "kind": kind},
            may_save,
        )

    found: ListChart = page(
        list_groups.totals,
        present,
        view_id=state.view_id,
        group=asked["group"],
        measure=asked["measure"],
        search=state.search,
        narrow=state.narrow,
    )
    return found


def _drawn(found: Totals, kind: str, state: State) -> Chart | None:
    measure = found.measure
    parts = [(each, each.count if measure is None else each.sum or 0) for each in found.groups]
    points = [
        Point(
            each.label,
            amount,
            state.url(only=f"{found.group.name}:{_written(each.value)}", display=None),
            f"{each.label}: {_said(found, amount)}",
        )
        for each, amount in parts
        if each.count
    ]
    if not points:
        return None
    what = f"{found.sobject.plural} by {values.label_of(found.group)}"
    counted = f"Sum of {measure.label}" if measure else found.sobject.plural
    if kind == "donut":
        return pie(what, points, of=values.label_of(found.group), counted=counted, size="small")
    along = Axis(values.label_of(found.group), "category")
    return plot(
        what,
        along,
        Axis(counted, is_whole=measure is None),
        [Series(counted, points, "bar")],
        size="small",
    )


def _written(value: Any) -> str:
    """A value as filters have it; empty for none."""
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _said(found: Totals, amount: float) -> str:
    if found.measure is None:
        return f"{amount:,.0f}"
    return kanban_views.sum_text(found.measure, amount, found.currency)
