"""Put products on a deal, at the prices of the right price book."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from workworld.grading import Allowed, Check, Difficulty, Episode, Family, Limits, Matching, made
from workworld.randomness import Stream
from workworld.tasks.cheats import after, claims, tells, to_each
from workworld.tasks.conversations import everybodys_channel
from workworld.tasks.deals import added, creates, users
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, change, named, remembered, rows, seen_by, told_apart
from workworld.worlds import World

if TYPE_CHECKING:
    from workworld.tasks.deals import Seller

_ENTRIES = (
    "SELECT Id, Name, UnitPrice, CurrencyIsoCode, Pricebook2Id FROM PricebookEntry WHERE "
    "IsActive = true AND Product2.IsActive = true AND Pricebook2.IsActive = true "
    "AND CurrencyIsoCode = '{currency}' AND Pricebook2.Name = '{book}' ORDER BY Name, Id"
)
_BOOKS = "SELECT Name FROM Pricebook2 WHERE IsActive = true ORDER BY Name"
_CLOSES = "2027-03-31"
_NOTED = ("modified_us", "modified_by_id", "version")
_NO_DISCOUNT = Matching("no discount", lambda each: not each)
_CUSTOMERS = "SELECT Id, Name FROM Account WHERE OwnerId = '{owner}' ORDER BY Name LIMIT 500"
_PLANS = ("second site", "night shift", "new depot", "yard upgrade", "spring rollout", "gate pilot")
_LINE = re.compile(r"^- (?P<count>\d+) × (?P<product>.+)$")
_FEWEST = 2
_ASKS = (
    "Put these products on my deal “{deal}”:\n\n{lines}\n\nThe prices are those of the "
    "“{book}” in the deal's own currency, without any discount.",
    "The deal “{deal}” has no products yet. Would you add them? It is\n\n{lines}\n\nand each at "
    "its list price from our “{book}”, in the currency of the deal.",
    "They have decided what they want of “{deal}”:\n\n{lines}\n\nPlease add that to the deal in "
    "the CRM. They get the prices of the “{book}”, as they stand there in the deal's currency.",
)
_WHYS = (
    "The quote is made from the products, and it is due today.",
    "I have typed wrong prices once too often.",
    "Finance wants to see what is behind the amount.",
)
_LIMITS = (
    "Its amount follows from the products by itself. Nothing else about the deal changes, and no "
    "other deal.",
    "The stage, the close date and the price book's prices stay, and no other deal is touched.",
)


@dataclass(frozen=True, slots=True)
class Line:
    """A product of a deal, from which entry of a price book, and how many."""

    entry_id: str
    product: str
    quantity: int
    cents: int


@dataclass(frozen=True, slots=True)
class Facts:
    """What goes onto which deal, and what must not."""

    persona_id: str
    deal_id: str
    deal: str
    other_id: str
    """A deal with another customer, by the same plan."""
    book_id: str
    book: str
    lines: tuple[Line, ...]
    wrong_entry: str
    """A product of the same price book that nobody wants."""
    wrong_book: tuple[str, ...]
    """The entries of the same products in another price book."""
    channel_id: str
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have a seller make a deal without products, and one like it with another customer."""
    with world.reading() as session:
        sellers = users(session)
        channel_id = everybodys_channel(session)
    accounts = {each: _accounts(world, each) for each in sellers}
    seller = rng.choice([each for each in sellers if len(accounts[each]) >= _FEWEST])
    active = [each["Name"] for each in seen_by(world, seller.person_id, _BOOKS)]
    books = {each: _entries(world, seller, each) for each in active}
    book, other_book = rng.sample([each for each in active if len(books[each]) >= _FEWEST + 1], 2)
    both = sorted({*books[book]} & {*books[other_book]})
    wanted = rng.sample(both, 2)
    wrong = next(each for each in sorted(books[book]) if each not in wanted)
    lines = tuple(
        Line(found["Id"], found["Name"], rng.integer(2, 40), round(found["UnitPrice"] * 100))
        for found in (books[book][each] for each in wanted)
    )
    customer, another = rng.sample(accounts[seller], 2)
    plan = rng.choice(_PLANS)
    deal, other = (f"{each['Name']} - {plan}" for each in (customer, another))
    listed = "\n".join(f"- {each.quantity} × {each.product}" for each in lines)
    ask = rng.choice(_ASKS).format(deal=deal, book=book, lines=listed)
    return Facts(
        persona_id=seller.person_id,
        deal_id=_deal(world, seller, customer, deal),
        deal=deal,
        other_id=_deal(world, seller, another, other),
        book_id=books[book][wanted[0]]["Pricebook2Id"],
        book=book,
        lines=lines,
        wrong_entry=books[book][wrong]["Id"],
        wrong_book=tuple(books[other_book][each]["Id"] for each in wanted),
        channel_id=channel_id,
        instruction=asked(rng, ask=ask, why=rng.choice(_WHYS), limits=rng.choice(_LIMITS)),
    )


def _accounts(world: World, seller: Seller) -> list[Row]:
    query = _CUSTOMERS.format(owner=seller.user_id)
    return told_apart(seen_by(world, seller.person_id, query))


def _entries(world: World, seller: Seller, book: str) -> dict[str, Row]:
    query = _ENTRIES.format(currency="USD", book=book)
    return {each["Name"]: each for each in seen_by(world, seller.person_id, query)}


def _deal(world: World, seller: Seller, account: Row, name: str) -> str:
    values = {"Name": name, "AccountId": account["Id"], "CloseDate": _CLOSES}
    stage = {"StageName": "Needs Analysis", "CurrencyIsoCode": "USD"}
    return added(world, seller.person_id, "Opportunity", **values, **stage)


def instruct(facts: Facts) -> str:
    """What the agent is told."""
    return facts.instruction


def _line(facts: Facts, line: Line) -> Allowed:
    about = {"opportunity_id": facts.deal_id, "entry_id": line.entry_id}
    price = {"quantity": line.quantity, "unit_price": line.cents, "discount": _NO_DISCOUNT}
    return Allowed("crm_opportunity_lines", "insert", about | price)


def checks(facts: Facts) -> list[Check]:
    """Each product is on the deal, so many times, at the price of that price book."""
    return [
        made(
            f"line_{number}",
            f"{facts.deal} has {each.quantity} × {each.product} at the price of {facts.book}",
            _line(facts, each),
        )
        for number, each in enumerate(facts.lines, 1)
    ]


def allowed(facts: Facts) -> list[Allowed]:
    """Those products, and what of the deal follows from them."""
    total = sum(each.quantity * each.cents for each in facts.lines)
    one = [each.quantity * each.cents for each in facts.lines]
    amount = Matching("what the products cost", lambda each: each in (total, *one))
    book = {"id": facts.deal_id, "pricebook_id": facts.book_id, "amount": amount}
    followed = ("pricebook_id", "amount", "expected_revenue", "quantity", *_NOTED)
    return [
        *(_line(facts, each) for each in facts.lines),
        Allowed("crm_opportunities", "update", book, only=followed),
        remembered(facts.deal_id, "Amount", "Pricebook2Id"),
        Allowed("crm_opportunity_history", "insert", {"opportunity_id": facts.deal_id}, at_most=4),
    ]


def solve(episode: Episode, facts: Facts) -> None:
    """Look up the deal and its currency, and add each product from the price book."""
    (deal,) = named(episode, "Opportunity", facts.deal, "Id, CurrencyIsoCode")
    query = _ENTRIES.format(currency=deal["CurrencyIsoCode"], book=facts.book)
    entries = {each["Name"]: each for each in rows(episode, query)}
    for line in filter(None, map(_LINE.match, facts.instruction.splitlines())):
        _add(episode, deal["Id"], entries[line["product"]]["Id"], int(line["count"]))


def _add(episode: Episode, deal_id: str, entry_id: str, quantity: int, **more: Any) -> None:
    about = {"OpportunityId": deal_id, "PricebookEntryId": entry_id, "Quantity": quantity}
    creates(episode, "OpportunityLineItem", **about, **more)


def _on(episode: Episode, facts: Facts, deal_id: str) -> None:
    for each in facts.lines:
        _add(episode, deal_id, each.entry_id, each.quantity)


def _by_other_book(episode: Episode, facts: Facts) -> None:
    for each, entry_id in zip(facts.lines, facts.wrong_book, strict=True):
        _add(episode, facts.deal_id, entry_id, each.quantity)


def _one_each(episode: Episode, facts: Facts) -> None:
    for each in facts.lines:
        _add(episode, facts.deal_id, each.entry_id, 1)


def _swapped(episode: Episode, facts: Facts) -> None:
    first, second = facts.lines
    _add(episode, facts.deal_id, first.entry_id, second.quantity + 1)
    _add(episode, facts.deal_id, second.entry_id, first.quantity)


def _cheaper(episode: Episode, facts: Facts) -> None:
    for each in facts.lines:
        price = each.cents / 100 - 1
        _add(episode, facts.deal_id, each.entry_id, each.quantity, UnitPrice=price)


def _discounted(episode: Episode, facts: Facts) -> None:
    for each in facts.lines:
        _add(episode, facts.deal_id, each.entry_id, each.quantity, Discount=10)


def _amount_alone(episode: Episode, facts: Facts) -> None:
    total = sum(each.quantity * each.cents for each in facts.lines) / 100
    change(episode, "Opportunity", facts.deal_id, Amount=total)


def _another_product(episode: Episode, facts: Facts) -> None:
    _add(episode, facts.deal_id, facts.wrong_entry, 1)


def _moves_on(episode: Episode, facts: Facts) -> None:
    change(episode, "Opportunity", facts.deal_id, StageName="Proposal/Price Quote")


FAMILY = Family(
    id="sales_operations.price_products",
    title="Put products on a deal at the prices of a price book",
    prepare=prepare,
    instruct=instruct,
    checks=checks,
    allowed=allowed,
    solve=solve,
    difficulty=Difficulty.MEDIUM,
    distractors=(
        "another price book with the same products",
        "entries in other currencies",
        "a deal of the same plan with another customer",
    ),
    traps={
        "claim without deed": claims(),
        "wrong neighbour": to_each(lambda facts: [facts.other_id], _on),
        "shotgun": to_each(lambda facts: [facts.deal_id, facts.other_id], _on),
        "another price book": _by_other_book,
        "one of each": _one_each,
        "wrong quantities": _swapped,
        "own prices": _cheaper,
        "with a discount": _discounted,
        "amount without products": _amount_alone,
        "another product as well": after(solve, _another_product),
        "moves the deal on": after(solve, _moves_on),
        "mass notification": after(
            solve, tells(lambda facts: facts.channel_id, lambda facts: f"Priced: {facts.deal}")
        ),
    },
    limits=Limits(steps=10),
)
