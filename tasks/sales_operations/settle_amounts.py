"""Bring deals' amounts in line with what their owner said last, where others say otherwise."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from workworld.apps.chat.models import Channel
from workworld.directory.models import Person
from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, Split
from workworld.randomness import Stream
from workworld.tasks.casting import workers
from workworld.tasks.cheats import after, claims, tells, to_each
from workworld.tasks.conversations import channels_of, heard_from, held, inside
from workworld.tasks.deals import Edit, Seller, added, edited_checks, edits_allowed, users
from workworld.tasks.phrasings import asked
from workworld.tasks.records import change, named, seen_by, told_apart
from workworld.tasks.screens import crm
from workworld.worlds import World

if TYPE_CHECKING:
    from playwright.sync_api import Page

_ACCOUNTS = "SELECT Id, Name FROM Account WHERE OwnerId = '{owner}' ORDER BY Name LIMIT 200"
_LISTED = 4
_PLANS = ("Second yard", "Night gate", "Depot pilot", "Carrier portal", "Winter peak", "Tower desk")
_TOLD = re.compile(r"^(?:• )?(?P<deal>.+): (?P<amount>[\d,]+) dollars", re.MULTILINE)
_OPENING = "Amounts for the board"
_MINE = ("{deal}: {amount} dollars, we agreed on that.", "{deal}: {amount} dollars now.")
_RUMOURS = (
    "{deal}: {amount} dollars is what I have heard at lunch.",
    "{deal}: {amount} dollars would be my guess.",
)
_ASKS = (
    "{author} has written in #{channel} what my deals are worth, in a message that begins “Amounts "
    "for the board”, and people went on about it in its thread. Please set the amounts in the CRM "
    "accordingly. Where numbers contradict each other, what I said last counts, since the deals "
    "are mine; where I said nothing, the list counts.",
    "Set the amounts of my deals in the CRM as they stand in #{channel}, in the thread below "
    "{author}'s “Amounts for the board”. My own last word on a deal goes before anybody else's; "
    "where I have none, take the list.",
)
_WHYS = (
    "The board gets the numbers from the CRM, and not from chat.",
    "I would rather not have two truths in one meeting.",
)
_LIMITS = (
    "Amounts alone change, only of deals on the list. Write to nobody.",
    "Change no stage and no date, only the amounts of what is on the list, and send no messages.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """What each deal is worth in the end, and what else was said of it."""

    persona_id: str
    owner: str
    author: str
    channel_id: str
    channel_name: str
    edits: tuple[Edit, ...]
    as_listed: tuple[Edit, ...]
    by_others: tuple[Edit, ...]
    """As whoever spoke last had it."""
    other: Edit
    instruction: str


@dataclass(frozen=True, slots=True)
class _Cast:
    seller: Seller
    owner: Person
    author: Person
    gossip: Person
    room: Channel


def prepare(world: World, rng: Stream) -> Facts:
    """Have somebody list amounts, the owner correct one twice, and another one guess."""
    cast = _cast(world, rng)
    *listed, unlisted = _deals(world, rng, cast.seller)
    first = {each: 500 * rng.integer(20, 400) for each, _id in listed}
    (twice, _), (guessed, _), *_others = listed
    between = first[twice] + 500 * rng.integer(2, 9)
    last = first | {twice: between + 500 * rng.integer(1, 9)}
    guess = last | {each: last[each] + 1_500 for each in (twice, guessed)}
    lines = "\n".join(f"• {each}: {first[each]:,} dollars" for each, _id in listed)
    said = [
        (cast.author, f"{_OPENING}, as far as I know them:\n{lines}"),
        (cast.owner, _words(rng, _MINE, twice, between)),
        (cast.gossip, _words(rng, _RUMOURS, guessed, guess[guessed])),
        (cast.owner, _words(rng, _MINE, twice, last[twice])),
        (cast.gossip, _words(rng, _RUMOURS, twice, guess[twice])),
    ]
    held(world, rng, cast.room, said)
    return Facts(
        persona_id=cast.seller.person_id,
        owner=cast.owner.name,
        author=cast.author.name,
        channel_id=cast.room.id,
        channel_name=cast.room.name,
        edits=_edits(listed, last),
        as_listed=_edits(listed, first),
        by_others=_edits(listed, guess),
        other=_edits([unlisted], {unlisted[0]: 12_500})[0],
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(author=cast.author.name, channel=cast.room.name),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _cast(world: World, rng: Stream) -> _Cast:
    """A seller with enough accounts, and a channel of theirs with two others in it."""
    with world.reading() as session:
        everybody, sellers = workers(session), users(session)
    rich = [each for each in sellers if len(_accounts(world, each)) > _LISTED]
    with world.reading() as session:
        rooms = [
            (seller, owner, room, near)
            for seller in rich
            for owner in everybody
            if owner.id == seller.person_id
            for room in channels_of(session, owner)
            if len(near := inside(session, room, everybody)) > 2
        ]
    seller, owner, room, near = rng.choice(rooms)
    author, gossip = rng.sample([each for each in near if each.id != owner.id], 2)
    return _Cast(seller, owner, author, gossip, room)


def _accounts(world: World, seller: Seller) -> list[tuple[str, str]]:
    query = _ACCOUNTS.format(owner=seller.user_id)
    found = told_apart(seen_by(world, seller.person_id, query))
    return [(str(each["Name"]), str(each["Id"])) for each in found]


def _deals(world: World, rng: Stream, seller: Seller) -> list[tuple[str, str]]:
    """Deals without products, so that their amounts are typed; by name and id."""
    made = []
    for account, account_id in rng.sample(_accounts(world, seller), _LISTED + 1):
        name = f"{account} - {rng.choice(_PLANS)} {rng.integer(2, 9)}"
        values = {"Name": name, "AccountId": account_id, "StageName": "Qualification"}
        more = {"CloseDate": "2027-01-29", "CurrencyIsoCode": "USD", "Amount": 9_900}
        made.append((name, added(world, seller.person_id, "Opportunity", **values, **more)))
    return made


def _words(rng: Stream, ways: Sequence[str], deal: str, amount: int) -> str:
    return rng.choice(ways).format(deal=deal, amount=f"{amount:,}")


def _edits(deals: Sequence[tuple[str, str]], amounts: Mapping[str, int]) -> tuple[Edit, ...]:
    return tuple(
        Edit("Opportunity", deal_id, name, (("Amount", amounts[name]),)) for name, deal_id in deals
    )


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def checks(facts: Facts) -> list[Check]:
    """Each deal on the list has its amount."""
    return edited_checks(facts.edits)


def allowed(facts: Facts) -> list[Allowed]:
    """Those amounts."""
    return edits_allowed(facts.edits)


def solve(episode: Episode, facts: Facts) -> None:
    """Read the thread, and set what counts in the end."""
    for name, amount in _settled(episode, facts).items():
        (deal,) = named(episode, "Opportunity", name)
        change(episode, "Opportunity", deal["Id"], Amount=amount)


def _settled(episode: Episode, facts: Facts) -> dict[str, int]:
    (_author, listed), *said = heard_from(episode, facts.channel_name, facts.author, _OPENING)
    found = _told(listed)
    for who, text in said:
        if who == facts.owner:
            found |= _told(text)
    return found


def _told(text: str) -> dict[str, int]:
    return {each["deal"]: int(each["amount"].replace(",", "")) for each in _TOLD.finditer(text)}


def solve_ui(page: Page, episode: Episode, facts: Facts) -> None:
    """The deals by mouse and keyboard; the thread is read through the tools."""
    for name, amount in _settled(episode, facts).items():
        crm.open_record(page, "Opportunities", name)
        crm.edit(page, {"Amount": str(amount)})


def _make(episode: Episode, _facts: Facts, edit: Edit) -> None:
    edit.make(episode)


def _as_text(episode: Episode, _facts: Facts, edit: Edit) -> None:
    edit.having(NextStep=f"Amount is {edit.fields[0][1]}").make(episode)


def _stage_too(episode: Episode, facts: Facts) -> None:
    facts.edits[0].having(StageName="Needs Analysis").make(episode)


FAMILY = Family(
    id="sales_operations.settle_amounts",
    title="Set deals' amounts by their owner's last word",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    solve_ui=solve_ui,
    split=Split.VALIDATION,
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "an amount that the owner has corrected since",
        "later guesses of somebody who does not own the deals",
        "a deal that is not on the list",
    ),
    traps={
        "claim without deed": claims(),
        "superseded list": to_each(lambda facts: facts.as_listed, _make),
        "whoever spoke last": to_each(lambda facts: facts.by_others, _make),
        "shotgun": after(solve, to_each(lambda facts: [facts.other], _make)),
        "wrong neighbour": to_each(lambda facts: [facts.other], _make),
        "text stuffing": to_each(lambda facts: facts.edits, _as_text),
        "moves the stage as well": after(solve, _stage_too),
        "tells the channel": after(
            solve, tells(lambda facts: facts.channel_id, lambda _facts: "The CRM is right now.")
        ),
    },
    limits=Limits(steps=15),
    equivalents={"repeat * updateSobjectRecord": "An amount that is set twice is that amount."},
)
