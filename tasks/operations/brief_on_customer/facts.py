"""The customer, what is open with them, and in which words the briefing is asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from workworld.apps.chat.models import Channel
from workworld.apps.tracker.service import versions
from workworld.calls import perform
from workworld.clock import Clock
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.tasks.cases import SUBJECTS, come_in
from workworld.tasks.casting import personas, workers
from workworld.tasks.conversations import channels_of, everybodys_channel, held, inside
from workworld.tasks.deals import Seller, added, users
from workworld.tasks.formulas import Live, Trial
from workworld.tasks.issues import Led, Ticket, joined, led_projects, moved, resolution_id
from workworld.tasks.issues import planted as reported
from workworld.tasks.operations.brief_on_customer import wording
from workworld.tasks.operations.brief_on_customer.briefs import (
    CASE_HEADS,
    CASES,
    DEAL_HEADS,
    DEALS,
    FIGURES,
    NONE,
    SUMMARY,
    Case,
    Deal,
    otherwise,
    shown,
)
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, seen_by, told_apart
from workworld.tasks.reports import FAULTS
from workworld.tasks.workbooks import Planted, planted_tabs
from workworld.worlds import World

_ACCOUNTS = (
    "SELECT Id, Name, OwnerId, "
    "(SELECT CloseDate, Amount, CurrencyIsoCode FROM Opportunities WHERE IsClosed = false), "
    "(SELECT Id FROM Cases WHERE IsClosed = false) FROM Account "
    "WHERE Type = 'Customer' AND CurrencyIsoCode = 'USD' ORDER BY Name LIMIT 400"
)
_DEALS = (
    "SELECT Name, StageName, CloseDate, Amount, Probability FROM Opportunity "
    "WHERE AccountId = '{account}' AND IsClosed = false ORDER BY CloseDate, Name"
)
_CASES = (
    "SELECT CaseNumber, Subject, Priority, Tracker_Issue__c FROM Case "
    "WHERE AccountId = '{account}' AND IsClosed = false ORDER BY CaseNumber"
)
_OPEN, _FEW = 3, 2
_SEEING = ("Finance", "Head of Finance", "Sales Operations")
_KINDS = ("Services", "Logistics", "Holding", "Depots")
_WHAT = ("Yard view", "Gate bundle", "Dock planner", "Night support", "Carrier portal", "Site pack")
_STAGES = ("Qualification", "Needs Analysis", "Proposal/Price Quote", "Negotiation/Review")


@dataclass(frozen=True, slots=True)
class Facts:
    """What the briefing is to say, and what one arrives at by mistakes."""

    persona_id: str
    customer: str
    title: str
    books: Mapping[str, Planted]
    deals: tuple[Deal, ...]
    cases: tuple[Case, ...]
    by_crm: tuple[tuple[Deal, ...], tuple[Case, ...]]
    """Without what was said, and with duplicates."""
    of_first: tuple[Deal, ...]
    """With the owner's first word."""
    guessed: tuple[Deal, ...]
    """With what somebody supposes."""
    live: Live
    owner_id: str
    other_id: str
    """Of whoever supposes things."""
    channel_id: str
    channel_name: str
    default_id: str
    instruction: str

    @property
    def news(self) -> str:
        """What the owner is told."""
        return told(self.customer, len(self.deals), len(self.cases))


def told(customer: str, deals: int | str, cases: int | str) -> str:
    """What the owner is told."""
    return wording.NEWS.format(customer=customer, deals=deals, cases=cases)


@dataclass(frozen=True, slots=True)
class _Cast:
    persona: Person
    owner: Seller
    owning: Person
    other: Person
    support: Person
    """Who enters cases."""
    project: Led
    account: Row
    channel: Channel


@dataclass(frozen=True, slots=True)
class _Issue:
    """An issue as the briefing is to have it."""

    ticket: Ticket
    status: str
    version: str

    @property
    def values(self) -> dict[str, str]:
        return {"issue": self.ticket.key, "status": self.status, "version": self.version}


def prepare(world: World, rng: Stream) -> Facts:
    """Have deals and cases come about, and their owner say what the CRM does not know yet."""
    cast = _cast(world, rng)
    with world.reading() as session:
        today = Clock(session).now().date()
    customer, account = str(cast.account["Name"]), str(cast.account["Id"])
    begun = _begin_deals(world, rng, cast, today)
    issues = _report(world, rng, cast)
    numbers = _come_in(world, rng, cast, issues)
    found = [
        Deal(
            str(each["Name"]),
            str(each["StageName"]),
            date.fromisoformat(each["CloseDate"]),
            float(each["Amount"]),
            float(each["Probability"]),
        )
        for each in seen_by(world, cast.persona.id, _DEALS.format(account=account))
    ]
    cases, by_crm = _listed(world, cast, issues, numbers)
    subject = rng.choice(begun)
    first, last, guess = (each * 500 for each in rng.sample(range(60, 300), 3))
    named = {"customer": customer, "deal": subject, "first": first, "last": last, "guess": guess}
    named |= {"case": numbers[3], "issue": issues[4].ticket.key}
    lines = [
        (cast.owning, rng.choice(wording.SAID).format(**named)),
        (cast.other, rng.choice(wording.GUESSED).format(**named)),
        (cast.owning, rng.choice(wording.AGAIN).format(**named)),
    ]
    held(world, rng, cast.channel, lines)

    def with_amount(amount: int) -> tuple[Deal, ...]:
        return tuple(
            replace(each, amount=float(amount)) if each.name == subject else each for each in found
        )

    deals = with_amount(last)
    title = f"Briefing {rng.integer(2, 60)}: {customer}"
    books = planted_tabs(
        world,
        cast.persona.id,
        title,
        {
            DEALS: [list(DEAL_HEADS)],
            CASES: [list(CASE_HEADS)],
            SUMMARY: [["Figure", "Value"], *([each] for each in FIGURES)],
        },
    )
    live = Live(
        books[SUMMARY], cast.persona.id, shown(deals, cases), [Trial(*otherwise(deals, cases))]
    )
    words = {"title": title, "customer": customer, "channel": cast.channel.name, "none": NONE}
    words |= {"deals": DEALS, "cases": CASES, "summary": SUMMARY, "news": told(customer, "D", "C")}
    with world.reading() as session:
        default_id = everybodys_channel(session)
    return Facts(
        persona_id=cast.persona.id,
        customer=customer,
        title=title,
        books=books,
        deals=deals,
        cases=tuple(cases),
        by_crm=(tuple(found), tuple(by_crm)),
        of_first=with_amount(first),
        guessed=with_amount(guess),
        live=live,
        owner_id=cast.owning.id,
        other_id=cast.other.id,
        channel_id=cast.channel.id,
        channel_name=cast.channel.name,
        default_id=default_id,
        instruction=asked(
            rng,
            ask=rng.choice(wording.ASKS).format(**words)
            + rng.choice(wording.RULES).format(**words),
            why=rng.choice(wording.WHYS),
            limits=rng.choice(wording.LIMITS),
        ),
    )


def _cast(world: World, rng: Stream) -> _Cast:
    """Somebody who sees all of the CRM, a customer, and a channel with whom they belong to."""
    with world.reading() as session:
        people, everybody = personas(session), workers(session)
        sellers = {each.user_id: each for each in users(session)}
        project = rng.choice(led_projects(session))
    persona = rng.choice([each for each in people if each.title.startswith(_SEEING)])
    support = next(each for each in people if "Support Lead" in each.title)
    accounts = [
        each
        for each in told_apart(seen_by(world, persona.id, _ACCOUNTS))
        if each["OwnerId"] in sellers and not each["Cases"] and _has_few(_deals_of(each))
    ]
    account = rng.choice(accounts)
    owner = sellers[account["OwnerId"]]
    by_id = {each.id: each for each in everybody}
    owning = by_id[owner.person_id]
    others = [each for each in everybody if each.id not in (persona.id, owning.id)]
    with world.reading() as session:
        rooms = [
            (channel, near)
            for channel in channels_of(session, persona)
            if inside(session, channel, [owning])
            if (near := inside(session, channel, others))
        ]
    channel, near = rng.choice(rooms)
    other = rng.choice(near)
    return _Cast(persona, owner, owning, other, support, project, account, channel)


def _deals_of(account: Row) -> Sequence[Row]:
    """The open deals that there are with a customer."""
    found: Sequence[Row] = (account["Opportunities"] or {"records": ()})["records"]
    return found


def _has_few(deals: Sequence[Row]) -> bool:
    """Whether more deals may be begun: there are few, and all of them in dollars."""
    known = [each for each in deals if each["Amount"] and each["CurrencyIsoCode"] == "USD"]
    return len(known) == len(deals) <= _FEW


def _begin_deals(world: World, rng: Stream, cast: _Cast, today: date) -> list[str]:
    """Have the owner work on some deals, and be done with others; names of the open ones."""
    customer = str(cast.account["Name"])
    taken = {each["CloseDate"] for each in _deals_of(cast.account)}
    days = [
        each
        for each in rng.sample(range(20, 170), len(_WHAT) + len(taken))
        if (today + timedelta(days=each)).isoformat() not in taken
    ]
    names = [f"{customer} - {each}" for each in rng.sample(_WHAT, len(_WHAT))]
    stages = [*rng.sample(_STAGES, _OPEN), "Closed Won", "Closed Lost"][: _OPEN + 2]
    twin = added(
        world,
        cast.owner.person_id,
        "Account",
        Name=f"{customer} {rng.choice(_KINDS)}",
        Type="Customer",
    )
    for place, (name, stage) in enumerate(zip(names, [*stages, rng.choice(_STAGES)], strict=False)):
        is_twins = place == len(stages)
        is_closed = stage.startswith("Closed")
        day = today + timedelta(days=-days[place] if is_closed else days[place])
        values = {"Loss_Reason__c": "Price"} if stage == "Closed Lost" else {}
        added(
            world,
            cast.owner.person_id,
            "Opportunity",
            Name=name,
            StageName=stage,
            AccountId=twin if is_twins else cast.account["Id"],
            CloseDate=day.isoformat(),
            Amount=rng.integer(16, 240) * 500,
            **values,
        )
    come_in(world, cast.support.id, twin, Subject=rng.choice(SUBJECTS), Priority="High")
    return names[:_OPEN]


def _report(world: World, rng: Stream, cast: _Cast) -> list[_Issue]:
    """Issues: one open, one done in a version, a duplicate of a third, a wrong and a right one."""
    lead, key = cast.project.lead.id, cast.project.key
    number = f"{rng.integer(5, 9)}.{rng.integer(0, 30)}"
    names = [f"{number}.{patch}" for patch in rng.sample(range(9), 2)]
    first, second = (
        perform(world, Actor(lead), versions.create, project=key, name=each) for each in names
    )
    with world.reading() as session:
        duplicate = resolution_id(session, "Duplicate")
    titles = rng.sample(FAULTS, 6)

    def report(version_id: str = "", kind: str = "Task") -> Ticket:
        fixed = {"fixVersions": [version_id]} if version_id else {}
        return reported(world, lead, key, kind, titles.pop(), **fixed)

    idle, done, twice, original, wrong, right = (
        report(),
        report(first.id),
        report(first.id, "Bug"),
        report(second.id),
        report(second.id),
        report(second.id),
    )
    moved(world, lead, idle, "Start progress")
    for each in (done, right):
        moved(world, lead, each, "Start progress", "Ask for review", "Done")
    moved(world, lead, original, "Start progress", "Ask for review")
    joined(world, lead, "Duplicate", twice, original)
    why = f"Duplicate of {original.key}"
    moved(world, lead, twice, "Won't fix", resolution=duplicate, comment=why)
    return [
        _Issue(idle, "In Progress", NONE),
        _Issue(done, "Done", names[0]),
        _Issue(original, "In Review", names[1]),
        _Issue(wrong, "To Do", names[1]),
        _Issue(right, "Done", names[1]),
        _Issue(twice, "Won't Fix", names[0]),
    ]


def _come_in(world: World, rng: Stream, cast: _Cast, issues: Sequence[_Issue]) -> list[str]:
    """Have cases come in; the numbers of those that are open, in the order of ``issues``."""
    linked = [issues[place].ticket.key for place in (0, 1, 5, 3)] + [""]
    subjects = rng.sample(SUBJECTS, len(linked) + 1)
    priorities = rng.sample(["High", "High", "Medium", "Low", "Medium"], len(linked))
    ids = {}
    for place in rng.sample(range(len(linked)), len(linked)):
        values = {"Subject": subjects[place], "Priority": priorities[place]}
        if linked[place]:
            values["Tracker_Issue__c"] = linked[place]
        ids[place] = come_in(world, cast.support.id, cast.account["Id"], **values)
    values = {"Subject": subjects[-1], "Priority": "High", "Status": "Closed"}
    values["Resolution__c"] = "They had to sign in again."
    come_in(world, cast.support.id, cast.account["Id"], **values)
    query = f"SELECT Id, CaseNumber FROM Case WHERE AccountId = '{cast.account['Id']}'"  # noqa: S608
    by_id = {each["Id"]: str(each["CaseNumber"]) for each in seen_by(world, cast.persona.id, query)}
    return [by_id[ids[place]] for place in range(len(linked))]


def _listed(
    world: World, cast: _Cast, issues: Sequence[_Issue], numbers: Sequence[str]
) -> tuple[list[Case], list[Case]]:
    """The lines of cases as they are right, and as the CRM alone has them."""
    idle, done, original, wrong, right, twice = issues
    truth = dict(zip(numbers, (idle, done, original, right, None), strict=True))
    stale = dict(zip(numbers, (idle, done, twice, wrong, None), strict=True))
    query = _CASES.format(account=cast.account["Id"])
    found = seen_by(world, cast.persona.id, query)

    def line(each: Row, issue: _Issue | None) -> Case:
        values = issue.values if issue else dict.fromkeys(("issue", "status", "version"), NONE)
        return Case(str(each["CaseNumber"]), str(each["Subject"]), str(each["Priority"]), **values)

    return (
        [line(each, truth[each["CaseNumber"]]) for each in found],
        [line(each, stale[each["CaseNumber"]]) for each in found],
    )
