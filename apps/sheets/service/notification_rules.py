"""Notification rules: people are told when others change a workbook, at once or once a day.

https://support.google.com/docs/answer/91588
"""

from __future__ import annotations

from datetime import datetime, time, timedelta
from typing import Annotated, Literal

from pydantic import Field
from sqlalchemy import select

from workworld.apps.sheets.models import Edit, NotificationRule, Workbook
from workworld.apps.sheets.service import access
from workworld.apps.sheets.service.edit_hooks import ended
from workworld.apps.sheets.service.shares import url_of
from workworld.apps.sheets.types import WorkbookId
from workworld.context import Context, Surface
from workworld.directory.people import by_ids
from workworld.notifications.notices import notify_all, notify_me, withdraw
from workworld.operations import Effect, operation
from workworld.permissions import seen, who_see
from workworld.schedule import plan
from workworld.zones import zone

# The vendor's API and tools know nothing of them.
_DOORS = (Surface.UI,)
_DIGEST = "sheets.notification_rules.send_digest"
_MORNING = time(9)
Frequency = Literal["right_away", "daily", "off"]


@operation(Effect.WRITE, scope="spreadsheets", doors=_DOORS)
def set_rule(
    ctx: Context,
    *,
    workbook_id: WorkbookId,
    frequency: Annotated[Frequency, Field(description="How often; off for never.")],
) -> None:
    """Have the caller told when others change a spreadsheet, or no longer."""
    workbook = access.known(ctx, workbook_id)
    rule = ctx.session.get(NotificationRule, (workbook_id, ctx.actor.person_id))
    if frequency == "off":
        if rule is not None:
            ctx.session.delete(rule)
        return
    if rule is None:
        rule = NotificationRule(workbook_id=workbook_id, person_id=ctx.actor.person_id)
        ctx.session.add(rule)
    rule.frequency, rule.revision, rule.due_us = frequency, workbook.revision, 0


# It is due in the morning after something was changed, and nobody asks for it.
@operation(Effect.WRITE, scope=None, doors=(Surface.SYSTEM,))
def send_digest(ctx: Context, *, workbook_id: WorkbookId) -> None:
    """Tell the caller what others changed in a spreadsheet since the last time."""
    rule = ctx.session.get(NotificationRule, (workbook_id, ctx.actor.person_id))
    workbook = seen(ctx, Workbook, workbook_id)
    if rule is None or rule.frequency != "daily" or workbook is None:
        return
    query = select(Edit.person_id).where(
        Edit.workbook_id == workbook_id,
        Edit.revision > rule.revision,
        Edit.person_id != ctx.actor.person_id,
    )
    authors = list(ctx.session.scalars(query.order_by(Edit.revision)))
    rule.revision, rule.due_us = workbook.revision, 0
    if not authors:
        return
    people = by_ids(ctx.session, dict.fromkeys(authors))
    names = ", ".join(people[each].name for each in dict.fromkeys(authors))
    changes = "1 change" if len(authors) == 1 else f"{len(authors)} changes"
    text = f"daily summary of {workbook.title}: {changes} by {names}"
    notify_me(ctx, app_id="sheets", kind="digest", text=text, url=_url(ctx, workbook_id, "day"))


@ended
def tell(ctx: Context, workbook: Workbook, label: str) -> None:
    """Tell those who want to hear of it that a workbook was changed."""
    query = select(NotificationRule).where(
        NotificationRule.workbook_id == workbook.id,
        NotificationRule.person_id != ctx.actor.person_id,
    )
    at_once = []
    for rule in ctx.session.scalars(query.order_by(NotificationRule.person_id)):
        if rule.frequency == "right_away":
            at_once.append(rule.person_id)
        elif not rule.due_us:
            rule.due_us = _next_morning(ctx, workbook)
            plan(
                ctx.session,
                due_us=rule.due_us,
                actor_id=rule.person_id,
                operation=_DIGEST,
                arguments={"workbook_id": workbook.id},
            )
    if not at_once:
        return
    url = _url(ctx, workbook.id, ctx.actor.person_id)
    for person_id in at_once:
        withdraw(ctx, url, person_id)  # of several edits the last is told
    text = f"changed {workbook.title}: {label}"
    seeing = who_see(ctx, Workbook, workbook.id, at_once)
    notify_all(ctx, person_ids=seeing, app_id="sheets", kind="changed", text=text, url=url)


def _next_morning(ctx: Context, workbook: Workbook) -> int:
    now = ctx.clock.now().astimezone(zone(workbook.time_zone))
    day = now.date() + timedelta(days=1 if now.time() >= _MORNING else 0)
    at = datetime.combine(day, _MORNING, tzinfo=zone(workbook.time_zone))
    return int(at.timestamp()) * 1_000_000


def _url(ctx: Context, workbook_id: str, of: str) -> str:
    return url_of(ctx, workbook_id, f"#changes-{of}")
