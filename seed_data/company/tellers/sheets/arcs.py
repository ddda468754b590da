"""Workbooks that arcs leave: evidence for audits, checklists of migrations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from workworld.seed_data.company.company import Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.tellers.sheets.books import DAY, Book, Table, moment

_AUDIT, _MOVE = ("audit", "control"), ("migration", "step")
_OVER = ("Done", "Rolled Back", "Won't Do")


@dataclass(slots=True)
class _Item:
    """An issue of a casting, and what became of it."""

    opened: Event
    status: str = "To Do"
    changed: datetime | None = None
    approved_by: str = ""


@dataclass(slots=True)
class _Casting:
    items: dict[str, _Item] = field(default_factory=dict)


def tell(company: Company) -> Iterator[Book]:
    """A workbook for each audit and each migration that has begun."""
    for arc, kind in (_AUDIT, _MOVE):
        for number, casting in _castings(company, arc, kind).items():
            items = [*casting.items.values()]
            make = _audit if arc == "audit" else _move
            yield make(company, number, items)


def _castings(company: Company, arc: str, kind: str) -> Mapping[str, _Casting]:
    """By number: the issues ``arc/<arc>/<number>/<kind>/…`` in order of time."""
    found: dict[str, _Casting] = {}
    for event in company.history.of("issue.opened", "issue.changed"):
        parts = event.things["issue"].split("/")
        if parts[:2] != ["arc", arc] or parts[3:4] != [kind]:
            continue
        items = found.setdefault(parts[2], _Casting()).items
        if event.kind == "issue.opened":
            items[event.things["issue"]] = _Item(event)
            continue
        item, status = items[event.things["issue"]], event.facts.get("status")
        if status is not None:
            item.status, item.changed = str(status), event.at
            if status == "Approved":
                item.approved_by = event.by
    return found


def _name(company: Company, person: str) -> str:
    return company.organization.staff[person].name if person else ""


def _day(at: datetime | None) -> str:
    return at.date().isoformat() if at else ""


def _audit(company: Company, number: str, items: Sequence[_Item]) -> Book:
    """What was asked for, from whom, and whether it came."""
    first = items[0].opened
    rows: list[list[Any]] = []
    for each in items:
        facts = each.opened.facts
        wanted = str(facts["description"]).partition("\n")[0].removeprefix("Wanted: ").rstrip(".")
        control = str(facts["summary"]).rpartition("evidence for ")[2].capitalize()
        done = each.status in _OVER
        rows.append(
            [
                control,
                wanted,
                company.keys.of(each.opened.things["issue"]),
                _name(company, str(facts["fields"]["assignee"])),
                _day(each.opened.at),
                _day(each.changed) if done else "",
                "received" if done else "missing",
            ]
        )
    header = ("Control", "Wanted", "Issue", "Owner", "Asked", "Received", "State")
    return Book(
        f"workbook/audit/{number}",
        f"Audit {first.at.year}: evidence",
        first.by,
        moment(company, first.by, first.at),
        [Table("Evidence", header, rows, (), {4: DAY, 5: DAY}, {0: 190, 1: 320, 3: 160})],
        {str(items[0].opened.facts["fields"]["assignee"]): "writer"},
    )


def _move(company: Company, number: str, items: Sequence[_Item]) -> Book:
    """The steps of a cut-over: approved by whom, done when, and how it went."""
    first = items[0].opened
    thing = str(first.facts["summary"]).removeprefix("Copy ").removesuffix(" to the new store")
    rows = [
        [
            str(each.opened.facts["summary"]),
            company.keys.of(each.opened.things["issue"]),
            _name(company, str(each.opened.facts["fields"]["assignee"])),
            _name(company, each.approved_by),
            _day(each.changed) if each.status in _OVER else "",
            each.status,
        ]
        for each in items
    ]
    header = ("Step", "Issue", "Who", "Approved by", "Over on", "State")
    checks = [
        ["No releases since the evening before", "freeze announced in #deploys"],
        ["Counts on both sides are equal", "query in the runbook"],
        ["Way back was tried this week", "runbook, last section"],
        ["Support knows what customers may notice", "macro is ready"],
    ]
    return Book(
        f"workbook/migration/{number}",
        f"Cut-over checklist: {thing}",
        first.by,
        moment(company, first.by, first.at),
        [
            Table("Steps", header, rows, (), {4: DAY}, {0: 300, 2: 160, 3: 160}),
            Table("Before each step", ("Check", "Where"), checks, (), {}, {0: 300, 1: 240}),
        ],
        link_role="commenter",
    )
