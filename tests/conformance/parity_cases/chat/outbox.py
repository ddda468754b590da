"""Drafts, scheduled messages and reminders."""

from __future__ import annotations

from typing import Any

from tests.conformance.parity import Before, Case, Facts, Words
from tests.kit import COLLEAGUE, PERSONA

from workworld.apps.chat.service import drafts, reminders, scheduled
from workworld.calls import perform
from workworld.clock import Clock
from workworld.context import Actor, Surface
from workworld.worlds import World

_AT_NOON = 1_774_022_400
"""Friday, 20 March 2026, noon in Boston, in Unix time."""


def _nothing(_world: World, _facts: Facts) -> None:
    return None


def _scheduled(world: World, facts: Facts) -> None:
    given = {"channel_id": facts["general"], "text": "later", "post_at": _now(world) + 86_400}
    row = perform(world, Actor(facts[PERSONA]), scheduled.add, **given)
    facts["waiting"] = row.id


def _in_archive(world: World, facts: Facts) -> None:
    _scheduled(world, facts)
    with world.writing() as session:
        row = session.get_one(scheduled.ScheduledMessage, facts["waiting"])
        row.channel_id = facts["gatehouse_migration"]


def _drafted(world: World, facts: Facts) -> None:
    given = {"channel_id": facts["general"], "text": "draft"}
    facts["draft"] = perform(world, Actor(facts[PERSONA]), drafts.create, **given).id


def _reminding(world: World, facts: Facts, time: str = "tomorrow") -> None:
    row = perform(world, Actor(facts[PERSONA]), reminders.add, text="write", time=time)
    facts["reminder"] = row.id


def _again(world: World, facts: Facts) -> None:
    _reminding(world, facts, "every day")


def _now(world: World) -> int:
    with world.reading() as session:
        return Clock(session).now_us() // 1_000_000


def _schedule(name: str, outcome: str, channel: str, text: str = "later", year: int = 2026) -> Case:
    at = _AT_NOON + (year - 2026) * 365 * 86_400
    given: dict[str, Any] = {"post_at": at}
    doors = {
        Surface.REST: Words(
            "/api/chat.scheduleMessage", {"channel": channel, "text": text, **given}
        ),
        Surface.MCP: Words(
            "slack_schedule_message", {"channel_id": channel, "message": text, **given}
        ),
        Surface.UI: Words(
            f"/c/{channel}/schedule",
            {"text": text, "day": f"{year}-03-20", "time": "12:00 PM"},
        ),
    }
    return Case("chat.scheduled.add", name, outcome, doors)


def _edit(name: str, outcome: str, text: str, before: Before = _scheduled) -> Case:
    mcp = {"scheduled_message_id": "$waiting", "message": text, "post_at": _AT_NOON}
    ui = {"text": text, "day": "2026-03-20", "time": "12:00"}
    doors = {
        Surface.MCP: Words("slack_update_scheduled_message", mcp),
        Surface.UI: Words("/scheduled/$waiting/edit", ui),
    }
    return Case("chat.scheduled.edit", name, outcome, doors, before=before)


def _send(name: str, outcome: str, scheduled_id: str, before: Before) -> Case:
    given = {"scheduled_message_id": scheduled_id}
    doors = {
        Surface.MCP: Words("slack_send_scheduled_message", given),
        Surface.UI: Words(f"/scheduled/{scheduled_id}/send", {}),
    }
    return Case("chat.scheduled.send", name, outcome, doors, before=before)


def _cancel(name: str, outcome: str, scheduled_id: str, handle: str = PERSONA) -> Case:
    given = {"scheduled_message_id": scheduled_id}
    doors = {
        Surface.REST: Words("/api/chat.deleteScheduledMessage", given),
        Surface.MCP: Words("slack_delete_scheduled_message", given),
        Surface.UI: Words(f"/scheduled/{scheduled_id}/delete", {}),
    }
    case = "chat.scheduled.delete"
    return Case(case, name, outcome, doors, before=_scheduled, handle=handle)


def _discard(name: str, outcome: str, handle: str = PERSONA) -> Case:
    doors = {
        Surface.MCP: Words("slack_delete_draft", {"draft_id": "$draft"}),
        Surface.UI: Words("/drafts/$draft/delete", {}),
    }
    return Case("chat.drafts.delete", name, outcome, doors, before=_drafted, handle=handle)


def _remind(name: str, outcome: str, text: str, time: str, user: str = "") -> Case:
    given = {"text": text, "time": time}
    whom = {"user_id": user} if user else {}
    doors = {
        Surface.REST: Words("/api/reminders.add", given | ({"user": user} if user else {})),
        Surface.MCP: Words("slack_add_reminder", given | whom),
        Surface.UI: Words("/reminders", given | whom),
    }
    return Case("chat.reminders.add", name, outcome, doors)


def _change(
    verb: str, name: str, outcome: str, before: Before = _reminding, handle: str = PERSONA
) -> Case:
    doors = {
        Surface.REST: Words(f"/api/reminders.{verb}", {"reminder": "$reminder"}),
        Surface.MCP: Words(f"slack_{verb}_reminder", {"reminder_id": "$reminder"}),
        Surface.UI: Words(f"/reminders/$reminder/{verb}", {}),
    }
    return Case(f"chat.reminders.{verb}", name, outcome, doors, before=before, handle=handle)


def _change_reminder(name: str, outcome: str, handle: str = PERSONA, **given: str) -> Case:
    doors = {
        Surface.MCP: Words("slack_update_reminder", {"reminder_id": "$reminder"} | given),
        Surface.UI: Words("/later/reminders/$reminder", given),
    }
    before, action = _reminding, "chat.reminders.edit"
    return Case(action, name, outcome, doors, before=before, handle=handle)


CASES = (
    _schedule("for Friday", "ok", "$general"),
    _schedule("in an announcement channel", "ok", "$announcements"),
    _schedule("not a member", "not_in_channel", "$support"),
    _schedule("hidden", "channel_not_found", "$renewals"),
    _schedule("archived", "is_archived", "$gatehouse_migration"),
    _schedule("no text", "no_text", "$general", " "),
    _schedule("too far", "time_too_far", "$general", year=2027),
    _edit("text and time", "ok", "still later"),
    _edit("no text", "no_text", " "),
    _send("now", "ok", "$waiting", _scheduled),
    _send("archived", "is_archived", "$waiting", _in_archive),
    _send("unknown", "invalid_scheduled_message_id", "Q0000000000", _nothing),
    _cancel("own", "ok", "$waiting"),
    _cancel("somebody else's", "invalid_scheduled_message_id", "$waiting", COLLEAGUE),
    _discard("own", "ok"),
    _discard("somebody else's", "draft_not_found", COLLEAGUE),
    _change_reminder("text and time", "ok", text="read", time="tomorrow at 5pm"),
    _change_reminder("time alone", "ok", time="every Monday"),
    _change_reminder("no time", "cannot_parse", text="read", time="whenever"),
    _remind("oneself", "ok", "water the ficus", "tomorrow at 9am"),
    _remind("again and again", "ok", "stand up", "every weekday at 10:00"),
    _remind("a colleague", "ok", "expenses", "in 2 hours", f"${COLLEAGUE}"),
    _remind("no time", "cannot_parse", "water the ficus", "whenever"),
    _remind("nobody", "user_not_found", "x", "in 2 hours", "U0000000000"),
    _change("complete", "own", "ok"),
    _change("complete", "again and again", "cannot_complete_recurring", _again),
    _change("complete", "somebody else's", "not_found", handle=COLLEAGUE),
    _change("delete", "own", "ok"),
    _change("delete", "somebody else's", "not_found", handle=COLLEAGUE),
)
