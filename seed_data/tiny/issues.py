"""What the tiny company works on, from the files in ``tracker``."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime
from typing import Any
from zoneinfo import ZoneInfo  # noqa: TID251 - the type alone

from workworld.seed_data.issue_facts import (
    BoardFact,
    DashboardFact,
    EventFact,
    FilterFact,
    IssueFact,
    IssueFacts,
    RuleFact,
    RuleRunFact,
    SprintFact,
    StarFact,
    WorkFact,
)

_PROJECTS = ("cal", "ops", "sup", "sec", "ppl")
_ISSUE = ("n", "type", "summary", "by", "at", "watchers", "votes", "story")


def load(read: Callable[[str], Any], zone: ZoneInfo) -> IssueFacts:
    """All that is worked on.

    Args:
        read: what a file of the company says.
        zone: headquarters', whose wall clock the files have.
    """
    kept = read("tracker/filters.yaml")
    return IssueFacts(
        projects=[_work(read(f"tracker/{name}.yaml"), zone) for name in _PROJECTS],
        filters=[_filter(row, zone) for row in kept["filters"]],
        stars=[StarFact(**{**row, "at": _moment(row["at"], zone)}) for row in kept["stars"]],
        viewed=kept["viewed"],
        rules=[_rule(row, zone) for row in read("tracker/rules.yaml")["rules"]],
        dashboards=[
            DashboardFact(**{**row, "at": _moment(row["at"], zone)})
            for row in read("tracker/dashboards.yaml")["dashboards"]
        ],
    )


def _rule(row: dict[str, Any], zone: ZoneInfo) -> RuleFact:
    runs = [RuleRunFact(**{**run, "at": _moment(run["at"], zone)}) for run in row.get("runs", ())]
    return RuleFact(**{**row, "at": _moment(row["at"], zone), "runs": runs})


def _work(document: dict[str, Any], zone: ZoneInfo) -> WorkFact:
    return WorkFact(
        project=document["project"],
        board=_board(document["board"], zone),
        issues=[_issue(row, zone) for row in document["issues"]],
    )


def _board(row: dict[str, Any], zone: ZoneInfo) -> BoardFact:
    usual = {"card_fields": [], "card_colors": "none"}
    return BoardFact(
        **{**usual, **row, "sprints": [_sprint(each, zone) for each in row["sprints"]]}
    )


def _sprint(row: dict[str, Any], zone: ZoneInfo) -> SprintFact:
    times = {
        name: _moment(row[name], zone) if name in row else None
        for name in ("start", "end", "started", "completed")
    }
    return SprintFact(**{**row, **times, "created": _moment(row["created"], zone)})


def _issue(row: dict[str, Any], zone: ZoneInfo) -> IssueFact:
    return IssueFact(
        number=row["n"],
        type=row["type"],
        summary=row["summary"],
        by=row["by"],
        at=_moment(row["at"], zone),
        fields={name: _plain(value) for name, value in row.items() if name not in _ISSUE},
        watchers=row.get("watchers", ()),
        votes=row.get("votes", ()),
        story=[_event(each, zone) for each in row.get("story", ())],
    )


def _event(row: dict[str, Any], zone: ZoneInfo) -> EventFact:
    did = {name: _plain(value) for name, value in row.items() if name not in ("at", "by")}
    return EventFact(at=_moment(row["at"], zone), by=row["by"], did=did)


def _filter(row: dict[str, Any], zone: ZoneInfo) -> FilterFact:
    usual = {"description": "", "columns": [], "starred": []}
    return FilterFact(**{**usual, **row, "at": _moment(row["at"], zone)})


def _plain(value: Any) -> Any:
    """Dates as rows have them."""
    return value.isoformat() if isinstance(value, date) else value


def _moment(written: datetime, zone: ZoneInfo) -> datetime:
    return written.replace(tzinfo=zone)
