"""Which accounts and deals go to whom, and what cannot or must not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta

from sqlalchemy import select

from workworld.apps.crm.models.people import Profile, User
from workworld.apps.crm.service import user_settings
from workworld.calls import perform
from workworld.clock import Clock
from workworld.context import Actor
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.tasks.casting import workers
from workworld.tasks.conversations import channels_of, held, inside
from workworld.tasks.deals import Seller, added, users
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, seen_by, told_apart
from workworld.tasks.workbooks import Planted, Value, planted_tabs
from workworld.worlds import World

_HEAD = ["Account", "New owner"]
_TABS = (("Draft", "Final"), ("Version 2", "Version 3"), ("May", "June"))
_PLANS = ("second site", "night shift", "new depot", "yard upgrade", "spring rollout")
_ACCOUNTS = (
    "SELECT Id, Name, OwnerId FROM Account WHERE Owner.IsActive = true AND Type != 'Partner' "
    "ORDER BY Name LIMIT 200"
)
_DEALS = (
    "SELECT Id, Name, OwnerId, AccountId, IsClosed FROM Opportunity WHERE AccountId IN ({ids}) "
    "ORDER BY Name LIMIT 500"
)
_COUNTS = (
    "On “{title}”: the tab “{tab}” is what counts. “{other}” was proposed and turned down.",
    "Please use the tab “{tab}” of “{title}”. The board has not taken “{other}”, so forget that.",
)
_CORRECTED = (
    "One line is wrong there: {account} goes to {who}.",
    "I have to correct myself, {account} goes to {who}.",
)
_WISHES = ("Could {account} not go to {who}?", "I would have thought {account} goes to {who}?")
_ASKS = (
    "Please carry out the new territories: the spreadsheet “{title}” says who gets which account. "
    "{author} has told in #{channel} which of its tabs counts, and corrected something below. Make "
    "those people the owners of the accounts in the CRM, and of the open deals there that the "
    "account's owner until now has.",
    "The accounts change hands as “{title}” has it; which tab counts, and what is wrong in it, "
    "{author} has written in #{channel}. In the CRM each account gets its new owner, and so do "
    "the open deals of that account that belong to its present owner.",
    "“{title}” gives our accounts new owners. Mind the word of {author} in #{channel} about its "
    "tabs. Set the owners in the CRM: the accounts', and those of the open deals that the old "
    "owner has with these accounts.",
)
_WHYS = (
    "From next week on commissions go by these names.",
    "Customers have been told that somebody new will call.",
)
_LIMITS = (
    "Closed deals, deals of others, contacts and cases stay with whom they are. An account that "
    "the tab gives to two people stays as it is, and so does one that would go to somebody whose "
    "user in the CRM is no longer active; do nothing about their deals either. Tell me these: your "
    "answer is the list of the names of the accounts that you had to leave. Write to nobody.",
    "What is closed, what others own there, contacts and cases do not move. Where the tab names "
    "two owners for one account, or one whose user is not active any more, leave the account and "
    "its deals alone; the names of these accounts, as a list, are your answer. Send no messages.",
)


@dataclass(frozen=True, slots=True)
class Moved:
    """An account, its open deals, and their owners by the users' ids."""

    id: str
    name: str
    deal_ids: tuple[str, ...]
    owner_id: str
    listed_id: str
    """By the tab that counts, before it was corrected."""
    turned_down_id: str
    """By the other tab."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Which accounts go to whom, and what stays."""

    persona_id: str
    book: Planted
    tab: str
    author: str
    title: str
    channel_id: str
    channel_name: str
    moved: tuple[Moved, ...]
    twice: Moved
    """Given to two; the owners are either of them."""
    left: Moved
    """Given to somebody who is no longer active; the owner is somebody else."""
    leaver_id: str
    staying_ids: tuple[str, ...]
    """Deals of the accounts that are closed or another's."""
    instruction: str

    @property
    def deeds(self) -> list[tuple[str, str, str]]:
        """Object, id and owner of whatever changes hands."""
        return [deed for each in self.moved for deed in deeds_of(each, each.owner_id)]


def deeds_of(account: Moved, owner_id: str) -> list[tuple[str, str, str]]:
    """Object, id and owner of an account and its open deals."""
    deals = [("Opportunity", each, owner_id) for each in account.deal_ids]
    return [("Account", account.id, owner_id), *deals]


def draw(world: World, rng: Stream) -> Facts:
    """Have a workbook with two tabs, deals of all kinds, and a user who is active no more."""
    with world.reading() as session:
        admins = users(session, ("CRM Admin",))
        sellers = users(session)
        everybody = {each.id: each for each in workers(session)}
        today = Clock(session).now().date()
    admin = rng.choice(admins)
    with world.reading() as session:
        persona = everybody[admin.person_id]
        channel = rng.choice(channels_of(session, persona))
        near = inside(session, channel, [each for each in everybody.values() if each != persona])
    author, other = rng.sample(near, 2)
    leaver = _leaver(world, rng, admin, [each.user_id for each in sellers])
    ids = {each.user_id for each in sellers}
    accounts = told_apart(seen_by(world, admin.person_id, _ACCOUNTS))
    chosen = rng.sample([each for each in accounts if each["OwnerId"] in ids], 6)
    heirs = [_heirs(rng, sellers, each) for each in chosen]
    staying = [
        deal
        for account, (one, _two) in zip(chosen, heirs, strict=True)
        for deal in _plant(world, rng, account, one.user_id, admin.person_id, today)
    ]
    deals = seen_by(world, admin.person_id, _DEALS.format(ids=_quoted(chosen)))
    moved = [_moved(each, *pair, deals) for each, pair in zip(chosen, heirs, strict=True)]
    moved[0] = replace(moved[0], listed_id=moved[0].turned_down_id)
    number = rng.integer(10, 99)
    title = f"Territories {today.year + 1} no. {number}"
    tab, turned_down = rng.choice(_TABS)
    by_id = {each.user_id: each.name for each in sellers}
    owners = [by_id[each.listed_id] for each in moved[:5]]
    owners += [leaver.name, by_id[moved[4].turned_down_id]]
    listed = [*moved[:6], moved[4]]
    lines: list[list[Value]] = [
        [each.name, owner] for each, owner in zip(listed, owners, strict=True)
    ]
    before: list[list[Value]] = [[each.name, by_id[each.turned_down_id]] for each in moved]
    head: list[Value] = [*_HEAD]
    tabs: dict[str, list[list[Value]]] = {
        tab: [head, *rng.sample(lines, len(lines))],
        turned_down: [head, *rng.sample(before, len(before))],
    }
    book = planted_tabs(world, admin.person_id, title, tabs)[tab]
    corrected, wished = chosen[0]["Name"], chosen[1]["Name"]
    counts = rng.choice(_COUNTS).format(title=title, tab=tab, other=turned_down)
    right = rng.choice(_CORRECTED).format(account=corrected, who=by_id[moved[0].owner_id])
    wish = rng.choice(_WISHES).format(account=wished, who=by_id[moved[1].turned_down_id])
    held(world, rng, channel, [(author, counts), (author, right), (other, wish)])
    told = {"title": title, "author": author.name, "channel": channel.name}
    return Facts(
        persona_id=admin.person_id,
        book=book,
        tab=tab,
        author=author.name,
        title=title,
        channel_id=channel.id,
        channel_name=channel.name,
        moved=tuple(moved[:4]),
        twice=moved[4],
        left=moved[5],
        leaver_id=leaver.user_id,
        staying_ids=tuple(staying),
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**told),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _leaver(world: World, rng: Stream, admin: Seller, seller_ids: Sequence[str]) -> Seller:
    """Somebody whose user is active no more: who has left the company, or else changed work."""
    with world.reading() as session:
        query = (
            select(Person.id, User.id, Person.name, Person.email, Person.is_deactivated)
            .join(User, User.person_id == Person.id)
            .join(Profile, Profile.id == User.profile_id)
            .where(~Profile.manages_setup, User.id.not_in(seller_ids))
            .order_by(Person.handle)
        )
        found = session.execute(query).all()
    gone = [Seller(*each[:4]) for each in found if each.is_deactivated]
    leaver = rng.choice(gone or [Seller(*each[:4]) for each in found])
    off = {"user_id": leaver.user_id, "settings": {"isActive": False}}
    perform(world, Actor(admin.person_id), user_settings.change, **off)
    return leaver


def _heirs(rng: Stream, sellers: Sequence[Seller], account: Row) -> tuple[Seller, Seller]:
    others = [each for each in sellers if each.user_id != account["OwnerId"]]
    one, two = rng.sample(others, 2)
    return one, two


def _plant(
    world: World, rng: Stream, account: Row, heir_id: str, person_id: str, today: date
) -> list[str]:
    """An open and a lost deal of the account's owner, and an open one of whoever gets it.

    Answers the ids of the last two, which stay with whom they are.
    """
    due = (today + timedelta(days=rng.integer(20, 90))).isoformat()
    plans = rng.sample(_PLANS, 3)
    lost = {"StageName": "Closed Lost", "Loss_Reason__c": "Price"}
    kinds: tuple[dict[str, str], ...] = ({}, lost, {})
    owners = (account["OwnerId"], account["OwnerId"], heir_id)
    made_ids = []
    for plan, kind, owner in zip(plans, kinds, owners, strict=True):
        values = {"StageName": "Qualification", "CloseDate": due, "OwnerId": owner, **kind}
        name = f"{account['Name']} - {plan}"
        at = {"Name": name, "AccountId": account["Id"]}
        made_ids.append(added(world, person_id, "Opportunity", **at, **values))
    return made_ids[1:]


def _moved(account: Row, one: Seller, two: Seller, deals: Sequence[Row]) -> Moved:
    own = [each["Id"] for each in deals if _goes_along(each, account)]
    ids = (one.user_id, one.user_id, two.user_id)
    return Moved(account["Id"], account["Name"], tuple(own), *ids)


def _goes_along(deal: Row, account: Row) -> bool:
    is_theirs = (deal["AccountId"], deal["OwnerId"]) == (account["Id"], account["OwnerId"])
    return is_theirs and not deal["IsClosed"]


def _quoted(accounts: Sequence[Row]) -> str:
    return ", ".join(f"'{each['Id']}'" for each in accounts)
