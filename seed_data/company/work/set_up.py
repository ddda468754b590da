"""What a signature sets off in the product: somebody sets the customer's sites up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from workworld.randomness import Stream
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.market.quarters import quarter_of
from workworld.seed_data.company.work.places import Place, lead, makers, places
from workworld.seed_data.company.work.wording import wording

_USE, _COMPONENT = "product", "Accounts"
"""In which projects: those for this that have a component of this name."""
_LATEST = TODAY - timedelta(minutes=20)
_WORDS = ("text/work_set_up.yaml",)


@dataclass(slots=True)
class _Signature:
    """A deal that was won, and whose it was."""

    deal: str
    name: str
    kind: str
    customer: str
    owner: str
    at: datetime


def play(company: Company) -> None:
    """For each deal that was won in this quarter or the one before, a task in the product."""
    found = [
        each
        for each in places(company)
        if each.use == _USE and any(part.name == _COMPONENT for part in each.parts)
    ]
    for place in found:
        for signature in _signatures(company):
            company.history.add(_task(company, place, signature))


def _signatures(company: Company) -> Iterator[_Signature]:
    this = quarter_of(TODAY.date())
    last = quarter_of(this.first - timedelta(days=1))
    states: dict[str, dict[str, Any]] = {}
    names: dict[str, str] = {}
    for event in company.history.of("account.opened", "deal.opened", "deal.changed", "deal.won"):
        if event.kind == "account.opened":
            names[event.things["account"]] = str(event.facts["name"])
            continue
        deal = event.things["deal"]
        state = states.setdefault(deal, {"account": event.things.get("account", "")})
        state.update(event.facts)
        if event.kind == "deal.won" and last.first <= event.at.date():
            yield _Signature(
                deal,
                str(state["name"]),
                str(state["type"]),
                names[state["account"]],
                str(state["owner"]),
                event.at,
            )


def _task(company: Company, place: Place, of: _Signature) -> Iterator[Event]:
    """Asked for by whoever sold it, done by whoever looks after accounts."""
    stream = company.chance.stream("work", "set up", of.deal)
    words = wording(*_WORDS)
    slots = {"customer": of.customer, "deal": of.name, "day": _next(of.at, stream)}
    rule = "renewed" if of.kind == "Renewal" else "expanded" if of.kind == "Expansion" else "won"
    name, hours = f"work/set-up/{of.deal.partition('/')[2]}", company.hours
    lag, desk = stream.integer(20, 600), company.market.tools.desk
    asks, opened = desk.act(of.owner, of.at, stream, lag, is_prompt=True)
    if opened > _LATEST:
        return
    things = {"issue": name, "project": place.key}
    doer = stream.choice(makers(company, place, opened.date())).key
    facts = {
        "type": "Task",
        "summary": words.say(f"{rule}_summary", stream, slots)[:240],
        "description": words.say(f"{rule}_text", stream, slots),
        "fields": {
            "components": [_COMPONENT],
            "priority": "High" if rule == "won" else "Medium",
            "labels": ["customer-setup"],
        },
    }
    yield Event(name, "issue.opened", opened, asks, things, facts)
    steps: tuple[tuple[str, str, int, dict[str, Any]], ...] = (
        ("taken", lead(company, place, opened.date()), 90, {"assignee": doer}),
        ("begun", doer, stream.integer(60, 2000), {"status": "In Progress"}),
        ("shown", doer, stream.integer(60, 700), {"status": "In Review"}),
        ("done", doer, stream.integer(30, 500), {"status": "Done"}),
    )
    at = opened
    for step, by, lag, to in steps:
        next_at = hours.moment_for(by, at, stream, lag)
        if next_at is None or next_at > _LATEST:
            return
        at = next_at
        yield Event(f"{name}/{step}", "issue.changed", at, by, {"issue": name}, to)
    said = hours.moment_for(doer, at, stream, 6)
    if said is not None and said <= _LATEST:
        text = {"text": words.say("set_up", stream, slots)}
        yield Event(f"{name}/said", "issue.commented", said, doer, {"issue": name}, text)


def _next(at: datetime, stream: Stream) -> str:
    """A Monday some weeks later, as people write it."""
    day = at.date() + timedelta(days=7 * stream.integer(2, 4) - at.weekday())
    return f"{day:%B} {day.day}"
