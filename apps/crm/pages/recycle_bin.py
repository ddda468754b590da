"""The recycle bin's page, and those of queues."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import flask
from sqlalchemy import select

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import ListView
from workworld.apps.crm.pages import moments, values
from workworld.apps.crm.pages.blueprint import BLUEPRINT, at, list_url
from workworld.apps.crm.pages.frames import framed
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import mass_changes, queues, reading, recycle_bin
from workworld.apps.crm.service.queues import Queue
from workworld.apps.crm.service.recycle_bin import Binned
from workworld.context import Context
from workworld.doors.web import page
from workworld.errors import NotFound


@dataclass(frozen=True, slots=True)
class BinLine:
    """A record in the recycle bin."""

    id: str
    sobject: str
    label: str
    name: str
    when: str
    by: str
    may_restore: bool


@BLUEPRINT.get("/recycle-bin")
def show_bin() -> str:
    """What was deleted, and can be brought back."""
    return _shown()


@BLUEPRINT.post("/recycle-bin")
def restore_from_bin() -> Any:
    """Bring ticked records back."""
    by_object: dict[str, list[str]] = {}
    for each in flask.request.form.getlist("pick"):
        name, _, record_id = each.partition(":")
        by_object.setdefault(name, []).append(record_id)
    count, wrong = 0, []
    for name, ids in sorted(by_object.items()):
        done = page(
            mass_changes.restore, lambda _ctx, found: found, sobject=name, record_ids=ids[:200]
        )
        count += sum(each.is_done for each in done)
        wrong += [mass_changes.why(each.errors) for each in done if not each.is_done]
    if wrong:
        return _shown(" ".join(dict.fromkeys(wrong))), 409
    everybody = flask.request.form.get("everybody", "")
    return flask.redirect(at("/recycle-bin", {"restored": count, "everybody": everybody}), 303)


@BLUEPRINT.get("/queues/<queue_id>")
def show_queue(queue_id: str) -> Any:
    """A queue: the list view of what waits in it."""
    full = record_ids.full(queue_id) or ""

    def present(ctx: Context, found: Sequence[Queue]) -> str:
        queue = next((each for each in found if each.id == full), None)
        if queue is None:
            raise NotFound("NOT_FOUND")
        table = ListView.__table__.c
        query = select(table.id, table.sobject).where(
            table.queue_id == queue.id, table.scope == "queue", table.is_standard
        )
        views = {row.sobject: row.id for row in ctx.session.execute(query.order_by(table.id))}
        asked = flask.request.args.get("sobject", "")
        first = asked if asked in views else next(iter(queue.sobjects), "")
        if first not in views:
            raise NotFound("NOT_FOUND")
        return list_url(first, view=views[first])

    return flask.redirect(page(queues.list, present, mine=False))


def _shown(problem: str = "") -> str:
    given = flask.request.args
    everybody, search = given.get("everybody") == "1", given.get("q", "")[:200]

    def present(ctx: Context, found: Sequence[Binned]) -> list[BinLine]:
        case = of_name("Case")
        ids = [each.id for each in found if each.sobject is case]
        cases = reading.load(ctx, case, ids, deleted=True)
        return [
            BinLine(
                each.id,
                each.sobject.name,
                each.sobject.label,
                values.title_of(case, cases[each.id].values) if each.id in cases else each.name,
                moments.near_moment(ctx, each.deleted_us),
                each.deleted_by,
                each.may_restore,
            )
            for each in found
        ]

    lines = page(recycle_bin.list, present, everybody=everybody, search=search)
    restored = given.get("restored", "")
    return framed(
        "recycle_bin.html",
        tab="recycle-bin",
        lines=lines,
        everybody=everybody,
        search=search,
        problem=problem,
        restored=int(restored) if restored.isdecimal() and len(restored) < 5 else 0,
    )
