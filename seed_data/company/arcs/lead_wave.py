"""After a conference a list of leads is imported, with people in it who are known already."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta

from workworld.randomness import Stream
from workworld.seed_data.company.arcs.casting import Arc, Cast, staff
from workworld.seed_data.company.arcs.telling import talk
from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.events import Event
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.market.making import BEGAN

_LATEST = timedelta(days=40)


def _conferences(company: Company, at: datetime, _cast: Mapping[str, str]) -> Sequence[str]:
    return [
        each.key
        for each in company.market.campaigns.values()
        if each.kind == "Conference" and timedelta() < at.date() - each.last < _LATEST
    ]


def play(company: Company, cast: Cast, stream: Stream) -> Iterator[Event]:
    """The import, who gets whom, the duplicates, and who was called when."""
    making, campaign = company.market.tools, company.market.campaigns[cast.things["campaign"]]
    desk, marketer = making.desk, cast.people["marketer"]
    by, at = desk.act(
        marketer, datetime.combine(campaign.last, BEGAN.timetz()) + timedelta(days=2), stream
    )
    staff_of = company.organization.staff
    here = [each.key for each in desk.team("sales", at.date()) if staff_of[each.key].ended is None]
    sellers = here or [making.admin]
    things, count = {"campaign": campaign.key}, stream.integer(14, 22)
    old = {
        each.email: each
        for each in company.market.contacts.values()
        if each.since < at and each.email
    }
    for number in range(count):
        name, moment = cast.name("lead", f"{number:02}"), at + timedelta(seconds=2 * number)
        twin = (
            old[stream.choice(list(old))]
            if number % 6 == 5 and cast.variant != "clean list" and old
            else None
        )
        place = making.namer.place(stream)
        human = making.namer.human(stream, place.country)
        company_name = (
            company.market.accounts[twin.account].name
            if twin
            else making.namer.company(stream, place, making.namer.industry(stream))
        )
        facts = {
            "first_name": twin.first if twin else human.first,
            "last_name": twin.last if twin else human.last,
            "company": company_name.upper() if cast.variant == "shouting list" else company_name,
            "email": twin.email.capitalize()
            if twin
            else making.namer.email(human, making.namer.domain(company_name)),
            "lead_source": "Conference",
            "city": place.city,
            "country": place.country,
            "rating": stream.choice(("Hot", "Warm", "Cold")),
            "score": 15 + 5 * stream.integer(0, 12),
            "owner": stream.choice(sellers),
        }
        if moment <= TODAY:
            yield Event(name, "lead.arrived", moment, by, {"lead": name, **things}, facts)
            yield Event(
                f"{name}/member",
                "campaign.answered",
                moment + timedelta(seconds=1),
                by,
                {"lead": name, **things},
                {"status": "Attended"},
            )
            if twin:
                company.ledger.note(
                    Fact(
                        f"{name}/twin",
                        "record",
                        name,
                        twin.key,
                        moment,
                        places=(f"crm:{name}",),
                        rule="duplicate",
                        is_defect=True,
                    )
                )
            who, called = desk.act(
                str(facts["owner"]), moment + timedelta(hours=stream.integer(5, 90)), stream
            )
            if called <= TODAY:
                yield Event(
                    f"{name}/called",
                    "lead.changed",
                    called,
                    who,
                    {"lead": name},
                    {"status": "Working"},
                )
    yield from talk(
        company,
        cast,
        "list",
        at,
        marketer,
        stream,
        plan="lead_wave",
        place="marketing",
        things=things,
        count=count,
    )
    yield from talk(
        company,
        cast,
        "who",
        at + timedelta(hours=2),
        cast.people["seller"],
        stream,
        plan="lead_assignment",
        place="sales",
        things=things,
        count=count,
    )
    if cast.variant != "clean list":
        yield from talk(
            company,
            cast,
            "twice",
            at + timedelta(days=1),
            cast.people["seller"],
            stream,
            plan="lead_duplicates",
            place="sales",
            things=things,
            count=count // 6,
        )


ARC = Arc(
    "lead_wave",
    {"startup": 2, "mid": 8},
    play,
    {"list with duplicates": 3, "shouting list": 2, "clean list": 1},
    things={"campaign": _conferences},
    people={"marketer": staff("marketing"), "seller": staff("sales", least_level=2)},
    held_out=("clean list",),
    days=20,
    earliest=640,
    latest=12,
)
