"""Whether one is told when others change a workbook."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.apps.sheets.models import NotificationRule
from workworld.apps.sheets.pages.asked import Asked, Did, Form, Place
from workworld.apps.sheets.pages.asking import dialog
from workworld.apps.sheets.service import notification_rules
from workworld.doors.web import nothing, page
from workworld.errors import Invalid

CHOICES = (
    ("off", "Nothing", "You still hear of comments that concern you"),
    ("right_away", "Right away", "When somebody else changes it"),
    ("daily", "Daily summary", "In the morning, if anything was changed"),
)


@dialog("notifications", role="reader")
def notifications(asked: Asked) -> Mapping[str, Any]:
    """How one hears of changes to the workbook."""
    key = (asked.workbook.id, asked.ctx.actor.person_id)
    rule = asked.ctx.session.get(NotificationRule, key)
    return {"choices": CHOICES, "frequency": rule.frequency if rule else "off"}


@notifications.done
def _notifications(place: Place, form: Form) -> Did:
    frequency = form.get("frequency", "")
    if frequency not in [value for value, *_ in CHOICES]:
        raise Invalid("invalid_argument", "Choose when you want to be told.")
    page(
        notification_rules.set_rule,
        nothing,
        workbook_id=place.workbook_id,
        frequency=frequency,
    )
    return Did("Your notification settings are saved.")
