"""Channels of incidents."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

from workworld.seed_data.company.company import TODAY, Company, chat_begins
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.tellers.chat.said import Room

_NO_NAME = re.compile(r"[^a-z0-9]+")
_MOST = 10
_SERIOUS = ("1", "2")
_CLOSED_AFTER = timedelta(days=45)


def rooms(company: Company) -> list[Room]:
    """A channel for each serious incident of the time of which chat tells, the latest ones."""
    first = chat_begins(company.chance.preset)
    serious = [
        event
        for event in company.history.of("incident.declared")
        if severity(event) in _SERIOUS and event.at.date() >= first and event.at <= TODAY
    ]
    return [_room(company, event) for event in serious[-_MOST:]]


def channel_of(event: Event) -> str:
    """The key of the channel that an incident has of its own."""
    service = _NO_NAME.sub("-", event.things.get("service", "platform").lower()).strip("-")
    return f"inc-{event.at.strftime('%Y%m%d')}-{service}"


def severity(event: Event) -> str:
    """The figure of an incident's severity, 1 the worst; empty if nobody has told it."""
    return "".join(letter for letter in str(event.facts.get("severity", "")) if letter.isdigit())


def _room(company: Company, event: Event) -> Room:
    members = [*_members(company, event)]
    return Room(
        key=channel_of(event),
        name=channel_of(event),
        kind="public",
        members=members,
        created=int(event.at.timestamp()) - 30,
        creator=event.by if event.by in members else members[0],
        topic=str(event.facts.get("symptom", ""))[:200],
        purpose="One incident, from its first sign to its review.",
        is_archived=event.at < TODAY - _CLOSED_AFTER,
    )


def _members(company: Company, event: Event) -> Iterator[str]:
    there = company.organization.there(event.at.date())
    taking_part = {event.by, *event.people.values()}
    for each in there:
        if each.function in ("engineering", "support") or each.key in taking_part:
            yield each.key
