"""Schemes of notifications: whom projects tell of what."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.words import case, nothing

from workworld.apps.tracker.service import notification_changes
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import World

_NO_COLUMN = "x" * 65
_AT = "/p/CAL/settings/notifications"


def _with_lead(world: World, facts: Facts) -> None:
    """CAL tells its lead of comments."""
    told = {"project": "CAL", "event": "commented", "recipient": "project_lead"}
    perform(world, Actor(facts["aruiz"]), notification_changes.add, **told)


def _cases() -> Iterator[Case]:
    for verb, tool, before in (
        ("add", "addJiraNotification", nothing),
        ("remove", "removeJiraNotification", _with_lead),
    ):
        refused = "already_told" if verb == "add" else "recipient_not_found"
        for name, outcome, recipient in (
            ("known", "ok", "project_lead"),
            ("for naught", refused, "watchers" if verb == "add" else "current_user"),
        ):
            told = {"event": "commented", "recipient": recipient}
            yield case(
                f"notification_changes.{verb}",
                name,
                outcome,
                mcp=(tool, {"projectIdOrKey": "CAL", **told}),
                ui=(f"{_AT}/{verb}", told),
                before=before,
            )
    for name, outcome, handle in (
        ("as its administrator", "ok", "aruiz"),
        ("as a member", "permission_denied", "jwikstrand"),
    ):
        yield case(
            "notification_changes.restore",
            name,
            outcome,
            mcp=("restoreJiraNotifications", {"projectIdOrKey": "CAL"}),
            ui=(f"{_AT}/restore", {}),
            before=_with_lead,
            handle=handle,
        )


def _preferences() -> Iterator[Case]:
    usual = ("notify_watched", "notify_mentions", "watch_own")
    yield case(
        "preferences.choose",
        "a digest",
        mcp=(
            "chooseJiraPreferences",
            {
                "notifyWatched": True,
                "notifyParents": False,
                "notifyMentions": True,
                "notifyChat": False,
                "notifyDigest": True,
                "notifyOwn": False,
                "watchOwn": True,
            },
        ),
        ui=("/settings", {**dict.fromkeys(usual, "on"), "notify_digest": "on"}),
    )
    yield case(
        "preferences.choose",
        "no column",
        "invalid_arguments",
        mcp=("chooseJiraPreferences", {"columns": [_NO_COLUMN]}),
        ui=("/issues/columns", {"column": _NO_COLUMN}),
    )


CASES = [*_cases(), *_preferences()]
