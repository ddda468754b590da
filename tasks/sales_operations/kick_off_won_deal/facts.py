"""Which deal is to be begun with, by which plan, and whether it may be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import NamedTuple

from workworld.apps.chat.models import Channel
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.tasks.casting import workers
from workworld.tasks.conversations import channels_of, held, inside
from workworld.tasks.days import dated, workday_after
from workworld.tasks.deals import Seller, added, users
from workworld.tasks.issues import led_projects
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, seen_by, told_apart
from workworld.tasks.workbooks import Planted, Value, planted_tabs
from workworld.worlds import World

DONE, NOT_READY = "DONE", "NOT_READY"
SIGNED, PLAN = "Sign-off", "Plan"
YES, _NO = "yes", "not yet"
_PROFILES = ("Sales Rep", "Sales Manager", "CSM", "Support Lead", "Support Agent", "Marketing")
_ACCOUNTS = "SELECT Id, Name FROM Account WHERE OwnerId = '{owner}' ORDER BY Name LIMIT 200"
_PLANS = ("second site", "night shift", "new depot", "yard upgrade", "spring rollout", "gate pilot")
_STEPS = (
    "Send the welcome letter",
    "Collect the site plans",
    "Set up the first users",
    "Train the dispatchers",
    "Check the gate printers",
    "Bring over the carrier list",
    "Agree on the go-live day",
)
_SIGN_OFFS = ("Contract", "Credit check", "Data protection", "Security review")
_STARTS = (
    "{account}: the kick-off is on {day}.",
    "We begin with {account} on {day}, I have it from their site manager.",
)
_MOVED = (
    "{account} have asked for another day, so the kick-off is on {day}.",
    "New day for {account}, we begin on {day}.",
)
_ASKS = (
    "{deal} is to be kicked off, if it may be. It may if the deal is Closed Won in the CRM and "
    "every line of the tab “{signed}” of “{title}” says “{yes}”. Then, for each line of the tab "
    "“{plan}” there: put the day into its column Day, and make a task in the CRM on the deal, with "
    "the step as its subject, the owner as it stands there, and that day as its due date. The day "
    "is so many workdays (Monday to Friday) after the kick-off as the line says; 0 is the kick-off "
    "itself, of which {author} has told the day in #{channel}. Besides, create the public channel "
    "#{room} with the owners of the plan in it, and in the tracker a Task in {project} with the "
    "summary “Set up {account}”.",
    "Please begin with our customer {account}; the deal is {deal}. First make sure that it is "
    "Closed Won in the CRM, and that in “{title}”, tab “{signed}”, each line says “{yes}”. If so, "
    "go by the tab “{plan}”: each step becomes a task on the deal in the CRM (subject, owner, due "
    "date), and its day goes into the column Day as well. Days are counted in workdays, Monday to "
    "Friday, from the kick-off on, which is day 0; {author} told in #{channel} when that is. A new "
    "public channel #{room} has all owners of the plan as members. And {project} gets a Task in "
    "the tracker, “Set up {account}”.",
)
_WHYS = (
    "The customer would like to begin, and so would I.",
    "The last customer waited for two weeks until somebody wrote to them.",
    "I have promised them that nothing is forgotten this time.",
)
_LIMITS = (
    "If the deal is not won or anything is not signed off, do nothing at all and answer {no}; "
    "otherwise answer {done}. The sign-offs and the deal itself are not yours to change, and no "
    "messages are written.",
    "Your answer is {done}, or {no} if the deal is not won or a sign-off is missing; in that case "
    "nothing is done, not even a part. Neither the deal nor the sign-offs are changed, and nobody "
    "is written to.",
)


class Line(NamedTuple):
    """A step of the plan, whose it is, and when it is due."""

    step: str
    owner: Seller
    workdays: int
    day: date
    early: date
    """When it would be due by what was said first."""
    by_calendar: date
    """When it would be due if weekends counted."""


@dataclass(frozen=True, slots=True)
class Facts:
    """The deal and its plan, and whether it may be begun with."""

    persona_id: str
    user_id: str
    is_ready: bool
    account: str
    deal: str
    deal_id: str
    other_deal_id: str
    """Another deal of the same customer."""
    title: str
    book: Planted
    """The plan's tab."""
    open_row: int
    """The line of the sign-offs that is missing, as people count; else the first."""
    lines: tuple[Line, ...]
    author: str
    channel_id: str
    channel_name: str
    room: str
    project_id: str
    project_key: str
    project_name: str
    stranger_id: str
    """A person who owns none of the steps."""
    instruction: str

    @property
    def truth(self) -> str:
        """The right answer."""
        return DONE if self.is_ready else NOT_READY

    @property
    def owner_ids(self) -> list[str]:
        """Those who own steps, by their ids as people."""
        return sorted({each.owner.person_id for each in self.lines})


def draw(world: World, rng: Stream) -> Facts:
    """Have a deal, a plan, and somebody who tells when it begins, and then otherwise."""
    is_ready = rng.in_turn((True, False, True))
    is_won = is_ready or rng.choice((True, False))
    seller, accounts, channel, near = _place(world, rng)
    with world.reading() as session:
        others = [each for each in users(session, _PROFILES) if each != seller]
        project = rng.choice(led_projects(session))
        today = Clock(session).now().date()
    account, author = rng.choice(accounts), rng.choice(near)
    names = [f"{account['Name']} - {plan}" for plan in rng.sample(_PLANS, 2)]
    deal_id, other_id = (
        _deal(world, seller, account, name, today, is_won=won)
        for name, won in zip(names, (is_won, not is_won), strict=True)
    )
    *owners, stranger = rng.sample(others, 4)
    early = workday_after(today + timedelta(days=rng.integer(3, 20)))
    start = workday_after(early + timedelta(days=rng.integer(1, 9)))
    lines = _lines(rng, owners, early, start)
    held(world, rng, channel, [(author, t) for t in _said(rng, account["Name"], early, start)])
    steps = rng.sample(_SIGN_OFFS, 3)
    missing = None if is_ready or not is_won else rng.integer(0, 2)
    title = f"Kick-off {account['Name']} {rng.integer(100, 999)}"
    signed: list[list[Value]] = [["What", "By", "Signed off"]]
    for place, step in enumerate(steps):
        signed.append([step, rng.choice(near).name, _NO if place == missing else YES])
    plan: list[list[Value]] = [["Step", "Owner", "Workdays after kick-off", "Day"]]
    plan.extend([each.step, each.owner.name, each.workdays] for each in lines)
    tabs = {SIGNED: signed, PLAN: plan}
    book = planted_tabs(world, seller.person_id, title, tabs)[PLAN]
    slug = re.sub(r"[^a-z0-9]+", "-", account["Name"].lower()).strip("-")[:30].strip("-")
    room = f"kick-off-{slug}-{rng.integer(10, 99)}"
    words = {"deal": names[0], "account": account["Name"], "title": title, "author": author.name}
    words |= {"channel": channel.name, "room": room, "project": project.key}
    words |= {"signed": SIGNED, "plan": PLAN, "yes": YES}
    return Facts(
        persona_id=seller.person_id,
        user_id=seller.user_id,
        is_ready=is_ready,
        account=account["Name"],
        deal=names[0],
        deal_id=deal_id,
        other_deal_id=other_id,
        title=title,
        book=book,
        open_row=2 + (missing or 0),
        lines=tuple(lines),
        author=author.name,
        channel_id=channel.id,
        channel_name=channel.name,
        room=room,
        project_id=project.id,
        project_key=project.key,
        project_name=project.name,
        stranger_id=stranger.person_id,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS).format(done=DONE, no=NOT_READY),
        ),
    )


def _place(world: World, rng: Stream) -> tuple[Seller, Sequence[Row], Channel, Sequence[Person]]:
    """A seller with accounts, and a channel of theirs with others in it."""
    with world.reading() as session:
        sellers, everybody = users(session), {each.id: each for each in workers(session)}
    own = {
        each: told_apart(seen_by(world, each.person_id, _ACCOUNTS.format(owner=each.user_id)))
        for each in sellers
    }
    seller = rng.choice([each for each in sellers if len(own[each]) > 3])
    with world.reading() as session:
        persona = everybody[seller.person_id]
        channel = rng.choice(channels_of(session, persona))
        near = inside(session, channel, [each for each in everybody.values() if each != persona])
    return seller, own[seller], channel, near


def _deal(
    world: World, seller: Seller, account: Row, name: str, today: date, *, is_won: bool
) -> str:
    values = {
        "Name": name,
        "AccountId": account["Id"],
        "Amount": 24_000,
        "CloseDate": today.isoformat(),
        "StageName": "Closed Won" if is_won else "Qualification",
    }
    return added(world, seller.person_id, "Opportunity", **values)


def _lines(rng: Stream, owners: Sequence[Seller], early: date, start: date) -> list[Line]:
    """Four steps, the last two of which lie behind a weekend."""
    steps = rng.sample(_STEPS, 4)
    counts = (0, rng.integer(1, 3), rng.integer(5, 7), rng.integer(8, 12))
    whose = [*owners, rng.choice(owners)]
    return [
        Line(step, owner, count, *_after(early, start, count))
        for step, owner, count in zip(steps, whose, counts, strict=True)
    ]


def _after(early: date, start: date, count: int) -> tuple[date, date, date]:
    """So many workdays after the day of the kick-off, after the first one, and by the calendar."""
    by_calendar = start + timedelta(days=count)
    for _ in range(count):
        early, start = workday_after(early), workday_after(start)
    return start, early, by_calendar


def _said(rng: Stream, account: str, early: date, start: date) -> list[str]:
    days = ((_STARTS, early), (_MOVED, start))
    return [rng.choice(texts).format(account=account, day=dated(day)) for texts, day in days]
