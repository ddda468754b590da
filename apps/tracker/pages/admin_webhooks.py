"""Administration of web hooks, and what would have been sent outside."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import flask

from workworld import json_texts
from workworld.apps.tracker.models import Hook
from workworld.apps.tracker.pages.admin import admin_page, require_admin
from workworld.apps.tracker.pages.blueprint import BLUEPRINT, admin_url
from workworld.apps.tracker.pages.forms import MENDABLE, entered, problems_of
from workworld.apps.tracker.pages.moments import Moment, moment
from workworld.apps.tracker.service import addresses, hook_deliveries, hooks
from workworld.apps.tracker.service.hook_deliveries import DeliveryView
from workworld.apps.tracker.service.hook_events import GROUPS
from workworld.context import Context
from workworld.doors.refused_pages import status_of
from workworld.doors.web import nothing, page
from workworld.errors import Refused
from workworld.links.addresses import rendered

_SIZE = 25
_LONGEST = 8_000
"""How many characters of a body a page shows."""
_FIELDS = ("name", "url", "events", "jql")
_SENDERS = {"hook": "Webhook", "transition": "Transition", "rule": "Automation rule"}
_TITLES: dict[str, str] = {
    name: f"{noun} {happened}" for noun, each in GROUPS.items() for name, happened in each.items()
}


@dataclass(frozen=True, slots=True)
class HookLine:
    """A web hook."""

    id: str
    name: str
    url: str
    events: Sequence[str]
    told: Sequence[str]
    """The events in words."""
    jql: str
    excludes_body: bool
    is_enabled: bool

    @classmethod
    def of(cls, _ctx: Context, row: Hook) -> HookLine:
        """As pages show it."""
        told = [_TITLES[name] for name in row.events]
        return cls(
            row.id, row.name, row.url, row.events, told, row.jql, row.excludes_body, row.is_enabled
        )


@dataclass(frozen=True, slots=True)
class DeliveryLine:
    """What would have been sent."""

    id: str
    sender: str
    what: str
    method: str
    url: str
    issue: str
    issue_url: str
    sent: Moment
    body: str
    left_out: int
    """How many characters of the body."""

    @classmethod
    def of(cls, ctx: Context, view: DeliveryView) -> DeliveryLine:
        """As pages show it."""
        kind = _SENDERS[view.sender]
        body = _pretty(view.body)
        return cls(
            id=view.id,
            sender=f"{kind} “{view.sender_name}”" if view.sender_name else kind,
            what=_TITLES.get(view.event, view.event) or "Web request",
            method=view.method,
            url=view.url,
            issue=view.issue,
            issue_url=rendered(ctx, addresses.of_issue(ctx, view.issue)) if view.issue else "",
            sent=moment(ctx, view.sent_us),
            body=body[:_LONGEST],
            left_out=max(0, len(body) - _LONGEST),
        )


@BLUEPRINT.get("/admin/webhooks")
def webhook_administration() -> str:
    """The web hooks of the site, and what would have been sent outside."""
    require_admin("webhooks")
    lines = page(hooks.list, lambda ctx, rows: [HookLine.of(ctx, row) for row in rows])
    return admin_page("admin_webhooks.html", "webhooks", lines=lines, **_deliveries("webhooks"))


@BLUEPRINT.get("/admin/webhooks/new")
def new_webhook() -> str:
    """What a new web hook is told of."""
    return _form()


@BLUEPRINT.post("/admin/webhooks/new")
def create_webhook() -> Any:
    """Add a web hook to the site."""
    try:
        made = page(hooks.create, lambda _ctx, row: row.id, **_typed())
    except MENDABLE as refusal:
        return _form(refusal), status_of(refusal)
    return flask.redirect(admin_url("webhooks", made), 303)


@BLUEPRINT.get("/admin/webhooks/<hook_id>")
def webhook_page(hook_id: str) -> str:
    """A web hook of the site, and what it would have sent."""
    return _hook(hook_id)


@BLUEPRINT.post("/admin/webhooks/<hook_id>/edit")
def edit_webhook(hook_id: str) -> Any:
    """Change what a web hook is told of."""
    try:
        page(hooks.edit, nothing, hook_id=hook_id, **_typed())
    except MENDABLE as refusal:
        return _hook(hook_id, refusal), status_of(refusal)
    return flask.redirect(admin_url("webhooks", hook_id), 303)


@BLUEPRINT.post("/admin/webhooks/<hook_id>/delete")
def delete_webhook(hook_id: str) -> Any:
    """Delete a web hook."""
    page(hooks.delete, nothing, hook_id=hook_id)
    return flask.redirect(admin_url("webhooks"), 303)


@BLUEPRINT.get("/admin/webhooks/deliveries/<delivery_id>")
def delivery_page(delivery_id: str) -> str:
    """What would have been sent once."""
    require_admin("webhooks")
    line = page(hook_deliveries.info, DeliveryLine.of, delivery_id=delivery_id)
    return admin_page("admin_delivery.html", "webhooks", line=line)


def _typed() -> dict[str, Any]:
    form = flask.request.form
    return {
        **entered("name", "url", "jql"),
        "events": form.getlist("events"),
        "excludes_body": "excludes_body" in form,
        "is_enabled": "is_enabled" in form,
    }


def _filled() -> dict[str, Any]:
    """Every field of the form, with what was typed into those that were sent."""
    return {"name": "", "url": "", "jql": "", **_typed()}


def _form(refusal: Refused | None = None) -> str:
    """The form of a new one."""
    values = _filled() | ({} if refusal else {"is_enabled": True})
    problems = problems_of(refusal, _FIELDS)
    return admin_page(
        "admin_webhook_new.html", "webhooks", values=values, problems=problems, groups=GROUPS
    )


def _hook(hook_id: str, refusal: Refused | None = None) -> str:
    require_admin("webhooks")
    line: HookLine = page(hooks.info, HookLine.of, hook_id=hook_id)
    held = {
        "name": line.name,
        "url": line.url,
        "jql": line.jql,
        "events": line.events,
        "excludes_body": line.excludes_body,
        "is_enabled": line.is_enabled,
    }
    return admin_page(
        "admin_webhook.html",
        "webhooks",
        line=line,
        values=_filled() if refusal else held,
        problems=problems_of(refusal, _FIELDS),
        groups=GROUPS,
        **_deliveries("webhooks", hook_id, sender="hook", sender_id=hook_id),
    )


def _deliveries(*path: str, **asked: Any) -> Mapping[str, Any]:
    """A page of what would have been sent."""
    given = flask.request.args.get("page", "")
    number = max(1, int(given)) if given.isdecimal() and len(given) < 5 else 1

    def present(ctx: Context, found: Any) -> tuple[list[DeliveryLine], int]:
        return [DeliveryLine.of(ctx, each) for each in found.items], found.total

    start = (number - 1) * _SIZE
    sent, total = page(hook_deliveries.list, present, start=start, limit=_SIZE, **asked)
    return {
        "sent": sent,
        "total": total,
        "number": number,
        "count": max(1, -(-total // _SIZE)),
        "page_address": lambda at: admin_url(*path, page=at),
    }


def _pretty(body: str) -> str:
    """A body as people read it: JSON in lines."""
    try:
        return json.dumps(json_texts.parsed(body), ensure_ascii=False, indent=2)
    except json_texts.NotJson:
        return body
