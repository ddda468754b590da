"""Subscriptions to a report and snapshots of it, on pages of their own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld.apps.crm.pages import moments, report_tables, report_words
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.pages.report_outcomes import Outcome, page_address, shown_of
from workworld.apps.crm.service import (
    conditions,
    people,
    report_columns,
    report_snapshots,
    report_subscriptions,
    report_totals,
    reports,
)
from workworld.apps.crm.service.report_snapshots import Snapshot, SnapshotLine
from workworld.apps.crm.service.report_subscriptions import Subscription
from workworld.apps.crm.service.report_views import ReportView
from workworld.context import Context
from workworld.directory.models import Person
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Invalid, Refused

WEEK = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
FREQUENCIES = (("daily", "Daily", ""), ("weekly", "Weekly", ""), ("monthly", "Monthly", ""))
_ORDINALS = {1: "1st", 2: "2nd", 3: "3rd", 21: "21st", 22: "22nd", 23: "23rd"}
MONTH = [(str(day), _ORDINALS.get(day, f"{day}th")) for day in range(1, 31)] + [("31", "Last day")]
HOURS = [(str(hour), f"{hour % 12 or 12}:00 {'AM' if hour < 12 else 'PM'}") for hour in range(24)]
_COMPARED: tuple[conditions.Operator, ...] = (
    "greaterThan",
    "greaterOrEqual",
    "lessThan",
    "lessOrEqual",
    "equals",
    "notEqual",
)
_SAID: Mapping[str, str] = {each: conditions.LABELS[each] for each in _COMPARED}

_USUAL = {
    "frequency": "weekly",
    "monthday": "1",
    "hour": "8",
    "aggregate": "",
    "operator": "greaterThan",
    "value": "",
}
"""What the form begins with."""


@dataclass(frozen=True, slots=True)
class SubscriptionLine:
    """A subscription in the list of one's own."""

    id: str
    when: str
    to: str
    under: str
    next: str


@dataclass(frozen=True, slots=True)
class ReportHead:
    """What pages about a report say of it."""

    id: str
    name: str
    totals: Sequence[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class SnapshotRow:
    """A snapshot in a list."""

    id: str
    taken: str
    rows: str
    came: str


@dataclass(frozen=True, slots=True)
class SnapshotPage:
    """A snapshot as its page shows it."""

    id: str
    report_id: str
    name: str
    type: str
    taken: str
    came: str
    said: Sequence[str]
    shown: Outcome


@BLUEPRINT.get("/reports/<report_id>/subscriptions")
def subscriptions_page(report_id: str) -> str:
    """When a report comes to whom by itself, as far as the reader has asked for it."""
    return _subscriptions(report_id)


@BLUEPRINT.post("/reports/<report_id>/subscriptions")
def add_subscription(report_id: str) -> Any:
    """Have a report sent again and again."""
    try:
        page(report_subscriptions.create, nothing, report_id=report_id, **_asked(report_id))
    except Refused as refused:
        return _subscriptions(report_id, refused.message), status_of(refused)
    return flask.redirect(at(f"/reports/{report_id}/subscriptions"), 303)


@BLUEPRINT.post("/reports/<report_id>/subscriptions/<subscription_id>/delete")
def end_subscription(report_id: str, subscription_id: str) -> Any:
    """Have a report sent no more."""
    page(report_subscriptions.delete, nothing, subscription_id=subscription_id)
    return flask.redirect(at(f"/reports/{report_id}/subscriptions"), 303)


@BLUEPRINT.get("/reports/<report_id>/snapshots")
def snapshots_page(report_id: str) -> str:
    """What a report said at other times to whoever looks."""
    head: ReportHead = page(reports.info, _head, report_id=report_id)
    lines = page(report_snapshots.list, _snapshot_rows, report_id=report_id)
    return framed("report_snapshots.html", report=head, lines=lines)


@BLUEPRINT.post("/reports/<report_id>/snapshots")
def take_snapshot(report_id: str) -> Any:
    """Keep what a report says now."""
    made = page(report_snapshots.take, lambda _ctx, line: line.id, report_id=report_id)
    return flask.redirect(at(f"/reports/{report_id}/snapshots/{made}"), 303)


@BLUEPRINT.get("/reports/<report_id>/snapshots/<instance_id>")
def snapshot_page(report_id: str, instance_id: str) -> str:
    """What a report said at one time, told apart from what it says now."""
    number = max(flask.request.args.get("page", 1, type=int), 1)

    def present(ctx: Context, found: Snapshot) -> SnapshotPage:
        line, result = found.line, found.result
        said = report_words.restrictions(ctx, result.definition, result)
        shown = shown_of(ctx, result, line.name, report_tables.nowhere, number, is_part=False)
        taken = moments.moment(ctx, line.taken_us)
        label = result.of.label
        return SnapshotPage(line.id, report_id, line.name, label, taken, _came(line), said, shown)

    shown = page(report_snapshots.get, present, report_id=report_id, instance_id=instance_id)
    return framed("report_snapshot.html", snapshot=shown, address=page_address)


@BLUEPRINT.post("/reports/<report_id>/snapshots/<instance_id>/delete")
def delete_snapshot(report_id: str, instance_id: str) -> Any:
    """Delete one of one's own snapshots."""
    page(report_snapshots.delete, nothing, report_id=report_id, instance_id=instance_id)
    return flask.redirect(at(f"/reports/{report_id}/snapshots"), 303)


def _subscriptions(report_id: str, problem: str = "") -> str:
    """The page, with what was entered if something was wrong with it."""
    form = flask.request.form

    def named(ctx: Context, _view: ReportView) -> list[tuple[str, str]]:
        found = [ctx.session.get(Person, each) for each in form.getlist("people")]
        return [(each.id, each.name) for each in found if each]

    head: ReportHead = page(reports.info, _head, report_id=report_id)
    lines = page(report_subscriptions.list, _lines, report_id=report_id)
    return framed(
        "report_subscriptions.html",
        report=head,
        lines=lines,
        problem=problem,
        given={name: form.get(name, usual) for name, usual in _USUAL.items()},
        chosen_days=form.getlist("weekdays") if form else ["0"],
        chosen_people=page(reports.info, named, report_id=report_id) if form else [],
        frequencies=FREQUENCIES,
        week=[(str(number), name) for number, name in enumerate(WEEK)],
        month=MONTH,
        hours=HOURS,
        compared=[*_SAID.items()],
    )


def _asked(report_id: str) -> dict[str, Any]:
    """What the form says.

    Raises:
        Invalid: ``INVALID_FIELD``: the value of the condition is no number.
    """
    form = flask.request.form
    frequency = form.get("frequency", "weekly")
    days = {"weekly": form.getlist("weekdays"), "monthly": [form.get("monthday", "1")]}
    found: dict[str, Any] = {
        "frequency": frequency,
        "days": [int(each) for each in days.get(frequency, []) if each.isdecimal()],
        "hour": form.get("hour", "8"),
        "recipient_ids": _users(report_id, form.getlist("people")),
    }
    if form.get("aggregate"):
        value = form.get("value", "").replace(",", "").strip()
        try:
            number = float(value)
        except ValueError:
            raise Invalid("INVALID_FIELD", f"“{value[:40]}” is no number.") from None
        asked = {"aggregate": form["aggregate"], "operator": form.get("operator", "greaterThan")}
        found["conditions"] = [{**asked, "value": number}]
    return found


def _users(report_id: str, person_ids: Sequence[str]) -> list[str]:
    """The users that people are.

    Raises:
        Invalid: ``INVALID_CROSS_REFERENCE_KEY``: somebody does not work with the CRM.
    """

    def present(ctx: Context, _view: ReportView) -> list[str]:
        users = [people.find(ctx, each) for each in person_ids]
        return [each.id if each else "" for each in users]

    found: list[str] = page(reports.info, present, report_id=report_id)
    if "" in found:
        said = "Somebody among them does not work with the CRM."
        raise Invalid("INVALID_CROSS_REFERENCE_KEY", said)
    return found


def _head(ctx: Context, view: ReportView) -> ReportHead:
    known = report_columns.known(ctx, view.type, view.definition)
    totals = []
    for name in view.definition.aggregates:
        try:
            totals.append((name, report_totals.total(name, known, view.definition).label))
        except Invalid:
            continue
    return ReportHead(view.row.id, view.row.name, totals)


def _lines(ctx: Context, found: Sequence[Subscription]) -> list[SubscriptionLine]:
    return [
        SubscriptionLine(
            each.row.id,
            _when(each),
            ", ".join(each.recipients.values()),
            " and ".join(
                f"{said['aggregate'].partition('!')[2] or 'Record Count'}"
                f" {_SAID[said['operator']]} {said['value']:,g}"
                for said in each.row.conditions
            ),
            moments.moment(ctx, each.next_us),
        )
        for each in found
    ]


def _when(found: Subscription) -> str:
    row = found.row
    hour = HOURS[row.hour][1]
    if row.frequency == "weekly":
        return f"{', '.join(WEEK[each] for each in row.days)} at {hour}"
    if row.frequency == "monthly":
        named = dict(MONTH)
        return f"{', '.join(named[str(each)] for each in row.days)} of the month at {hour}"
    return f"Daily at {hour}"


def _snapshot_rows(ctx: Context, found: Sequence[SnapshotLine]) -> list[SnapshotRow]:
    return [
        SnapshotRow(each.id, moments.moment(ctx, each.taken_us), f"{each.rows:,}", _came(each))
        for each in found
    ]


def _came(line: SnapshotLine) -> str:
    return "By subscription" if line.is_sent else "Taken by hand"
