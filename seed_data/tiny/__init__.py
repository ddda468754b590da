"""The ``tiny`` company: a dozen people, written by hand, for unit tests and first looks."""

from __future__ import annotations

from base64 import b64decode
from datetime import datetime
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

from workworld.directory.models import GUESTS, AccountKind
from workworld.seed_data.facts import (
    BookmarkFact,
    CanvasFact,
    ChannelFact,
    CompanyFacts,
    DirectFact,
    EmojiFact,
    GroupFact,
    ListFact,
    MessageFact,
    OptionFact,
    PersonFact,
    PinFact,
    PollFact,
    RecordFact,
    RunFact,
    TeamFact,
    WorkflowFact,
)
from workworld.seed_data.reading import read
from workworld.seed_data.tiny import crm, issues, personal, sheets, tracker
from workworld.zones import zone

_HERE = Path(__file__).parent


def load() -> CompanyFacts:
    """Read the company from the YAML files beside this module."""
    document = _read("company.yaml")
    company = document["company"]
    here = zone(company["zone"])
    people = [_person(row) for row in document["people"]]
    everyone = [
        person.key
        for person in people
        if person.kind is AccountKind.PERSON and person.role not in GUESTS
    ]
    return CompanyFacts(
        name=company["name"],
        slug=company["slug"],
        domain=company["domain"],
        zone=company["zone"],
        now=company["now"].astimezone(here),
        teams=[TeamFact(**row) for row in document["teams"]],
        people=people,
        channels=[_channel(row, everyone, here) for row in _read("channels.yaml")["channels"]],
        direct=[_direct(row, here) for row in _read("direct.yaml")["conversations"]],
        groups=[_group(row, here) for row in _read("groups.yaml")["groups"]],
        canvases=[_canvas(row, here) for row in _read("canvases.yaml")["canvases"]],
        lists=[_list(row, here) for row in _read("lists.yaml")["lists"]],
        pins=[_pin(row, here) for row in _read("keeping.yaml")["pins"]],
        bookmarks=[_bookmark(row, here) for row in _read("keeping.yaml")["bookmarks"]],
        workflows=[_workflow(row, here) for row in _read("workflows.yaml")["workflows"]],
        emoji=[_emoji(row, here) for row in _read("emoji.yaml")["emoji"]],
        polls=[_poll(row, here) for row in _read("polls.yaml")["polls"]],
        personal=[personal.fact_of(row, here) for row in _read("personal.yaml")["people"]],
        tracker=tracker.load(everyone, here),
        issues=issues.load(_read, here),
        crm=crm.load(here),
        sheets=sheets.load(here),
    )


def _read(name: str) -> Any:
    return read(_HERE / name)


def _person(row: dict[str, Any]) -> PersonFact:
    kind = AccountKind(row.get("kind", AccountKind.PERSON))
    return PersonFact(**{"phone": "", **row, "started": str(row["started"]), "kind": kind})


def _group(row: dict[str, Any], zone: ZoneInfo) -> GroupFact:
    return GroupFact(**{**row, "created": _moment(row["created"], zone)})


def _channel(row: dict[str, Any], everyone: list[str], zone: ZoneInfo) -> ChannelFact:
    messages = _read(f"messages/{row['key']}.yaml")["messages"]
    return ChannelFact(
        key=row["key"],
        name=row["name"],
        kind=row["kind"],
        topic=row["topic"],
        purpose=row["purpose"],
        creator=row["creator"],
        created=_moment(row["created"], zone),
        members=everyone if row["members"] == "all" else row["members"],
        is_default=row["default"],
        is_archived=row["archived"],
        posting=row["posting"],
        messages=[_message(message, zone) for message in messages],
    )


def _direct(row: dict[str, Any], zone: ZoneInfo) -> DirectFact:
    return DirectFact(row["people"], [_message(message, zone) for message in row["messages"]])


def _message(row: dict[str, Any], zone: ZoneInfo) -> MessageFact:
    return MessageFact(
        at=_moment(row["at"], zone),
        by=row["by"],
        text=row["text"].strip(),
        broadcast=row.get("broadcast", False),
        replies=[_message(reply, zone) for reply in row.get("replies", ())],
        reactions=row.get("reactions", {}),
        edited=_moment(row["edited"], zone) if "edited" in row else None,
    )


def _canvas(row: dict[str, Any], zone: ZoneInfo) -> CanvasFact:
    return CanvasFact(
        title=row["title"],
        channel=row["channel"],
        is_main=row["main"],
        owner=row["owner"],
        created=_moment(row["created"], zone),
        edited_by=row["edited"]["by"],
        edited=_moment(row["edited"]["at"], zone),
        content=row["content"],
    )


def _list(row: dict[str, Any], zone: ZoneInfo) -> ListFact:
    records = [
        RecordFact(each["by"], _moment(each["at"], zone), each["fields"]) for each in row["records"]
    ]
    return ListFact(
        title=row["title"],
        description=row["description"],
        channel=row["channel"],
        owner=row["owner"],
        created=_moment(row["created"], zone),
        columns=row["columns"],
        records=records,
    )


def _pin(row: dict[str, Any], zone: ZoneInfo) -> PinFact:
    written, at = _moment(row["message"], zone), _moment(row["at"], zone)
    return PinFact(row["channel"], written, row["by"], at)


def _bookmark(row: dict[str, Any], zone: ZoneInfo) -> BookmarkFact:
    return BookmarkFact(**{**row, "at": _moment(row["at"], zone)})


def _emoji(row: dict[str, Any], zone: ZoneInfo) -> EmojiFact:
    image = b64decode(row.get("image", ""))
    return EmojiFact(**{**row, "at": _moment(row["at"], zone), "image": image})


def _workflow(row: dict[str, Any], zone: ZoneInfo) -> WorkflowFact:
    runs = [RunFact(**{**run, "at": _moment(run["at"], zone)}) for run in row["runs"]]
    return WorkflowFact(**{**row, "created": _moment(row["created"], zone), "runs": runs})


def _poll(row: dict[str, Any], zone: ZoneInfo) -> PollFact:
    options = [OptionFact(**option) for option in row["options"]]
    return PollFact(**{**row, "at": _moment(row["at"], zone), "options": options})


def _moment(written: datetime, zone: ZoneInfo) -> datetime:
    """Times in the files are headquarters' wall clock."""
    return written.replace(tzinfo=zone)
