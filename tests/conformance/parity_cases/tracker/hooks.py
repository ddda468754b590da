"""Web hooks: of the site, and those that programs register."""

from __future__ import annotations

from collections.abc import Iterator

from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.tracker.words import case, three

from workworld.apps.tracker.service import dynamic_hooks, hooks
from workworld.calls import perform
from workworld.context import Actor
from workworld.worlds import World

URL = "https://hooks.partner.example/x"
EVENTS = ["jira:issue_created"]
SITE = "webhooks/1.0/webhook"
MEMBER = "jwikstrand"
"""Administers nothing."""


def _kept(world: World, facts: Facts) -> None:
    actor = Actor(facts["aruiz"])
    made = perform(world, actor, hooks.create, name="Ledger", url=URL, events=EVENTS)
    facts["hook"] = made.id


def _registered(world: World, facts: Facts) -> None:
    wanted = [{"events": EVENTS, "jqlFilter": "project = CAL"}]
    (made,) = perform(world, Actor(facts["aruiz"]), dynamic_hooks.register, url=URL, wanted=wanted)
    facts["hook"] = made.id


def _of_site() -> Iterator[Case]:
    whole = {"name": "Ledger", "url": URL, "events": EVENTS}
    form = {**whole, "jql": "", "is_enabled": "1"}
    changed = {**whole, "name": "Books"}
    by_rest = {"filters": {}, "excludeBody": False, "enabled": True}
    by_tool = {"jql": "", "excludesBody": False, "isEnabled": True}
    for name, outcome, handle in (
        ("as an administrator", "ok", "aruiz"),
        ("as a member", "permission_denied", MEMBER),
    ):
        yield case(
            "hooks.create",
            name,
            outcome,
            rest=(f"POST {SITE}", whole),
            mcp=("createJiraWebhook", whole),
            ui=("/admin/webhooks/new", form),
            handle=handle,
        )
        yield case(
            "hooks.edit",
            name,
            outcome,
            rest=(f"PUT {SITE}/$hook", {**changed, **by_rest}),
            mcp=("editJiraWebhook", {"hookId": "$hook", **changed, **by_tool}),
            ui=("/admin/webhooks/$hook/edit", {**form, "name": "Books"}),
            before=_kept,
            handle=handle,
        )
        yield case(
            "hooks.delete",
            name,
            outcome,
            rest=(f"DELETE {SITE}/$hook", {}),
            mcp=("deleteJiraWebhook", {"hookId": "$hook"}),
            ui=("/admin/webhooks/$hook/delete", {}),
            before=_kept,
            handle=handle,
        )


def _of_programs() -> Iterator[Case]:
    wanted = [{"events": EVENTS, "jqlFilter": "project = CAL"}]
    for name, outcome, url in (("at an address", "ok", URL), ("nowhere", "invalid_hook", "here")):
        yield case(
            "dynamic_hooks.register",
            name,
            outcome,
            rest=(three("POST webhook"), {"url": url, "webhooks": wanted}),
        )
    for name, outcome, ids in (("its own", "ok", ["$hook"]), ("none", "invalid_arguments", [])):
        for operation, path in (("remove", "DELETE webhook"), ("refresh", "PUT webhook/refresh")):
            yield case(
                f"dynamic_hooks.{operation}",
                name,
                outcome,
                rest=(three(path), {"webhookIds": ids}),
                before=_registered,
            )


CASES = [*_of_site(), *_of_programs()]
