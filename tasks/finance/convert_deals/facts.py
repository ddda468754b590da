"""The workbook, what was said of a rate, and in which words the work is asked for."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta

from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel
from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.faults import FaultKind, inject
from workworld.randomness import Stream
from workworld.tasks.cases import CUSTOMERS
from workworld.tasks.casting import personas, workers
from workworld.tasks.conversations import channels_of, held, inside
from workworld.tasks.days import dated
from workworld.tasks.deals import Seller, added, users
from workworld.tasks.finance.convert_deals.rates import (
    ALL,
    DEALS,
    FOREIGN,
    HOME,
    RATES,
    TOTALS,
    Books,
    Correction,
    Deal,
    Rates,
    corrected,
    number_of_deals,
    otherwise,
    rates_until,
    shown,
    with_rate,
    won_deals,
)
from workworld.tasks.formulas import Live, Trial
from workworld.tasks.phrasings import asked
from workworld.tasks.records import seen_by, told_apart
from workworld.tasks.workbooks import Value, planted_tabs
from workworld.worlds import World

_WHAT = ("Yard view", "Gate bundle", "Dock planner", "Night support", "Carrier portal", "Site pack")
_AGAIN_BEGUN, _LATER, _FEWEST = 2, 200, 4
_NAMES = "SELECT Name FROM Opportunity LIMIT 2000"
_TITLES = (
    "Won abroad and at home",
    "Won deals in dollars",
    "Bookings by day",
    "Deals for the bank",
)
_WRONG = (
    "The rate of {code} from {day} in “{title}” is wrong. The bank says {rate} dollars. I can only "
    "read the spreadsheet, so whoever works with it next, please put it right.",
    "Careful with “{title}”: for {code} from {day} somebody took the rate of another day. It is "
    "{rate} dollars, and I may not change it there.",
)
_AGAIN = (
    "Now I have mistyped it myself: {rate} dollars is what the bank says for {code} from {day}.",
    "Sorry, wrong line. For {code} from {day} the bank's rate is {rate} dollars.",
)
_THOUGHT = (
    "Was {code} from {day} not {rate} dollars as well? I have not looked it up.",
    "I would have said that {code} from {day} is {rate} dollars, but I may be wrong.",
)
_ASKS = (
    "On the tab {deals} of the spreadsheet “{title}” stand deals that we have won. Fill in Closed, "
    "Currency and Amount from the CRM, and {home} with formulas: the amount at the rate of the tab "
    "{rates} that held on the day on which the deal was closed. Rates are dollars for one unit; "
    "each holds from its day on, that day included, until the next one. Then complete the tab "
    "{totals} with formulas: how many deals there are in each currency and what they come to in "
    "dollars, and all of them below.",
    "“{title}” lists deals that were won. On the tab {deals} I need for each of them the close "
    "date, the currency and the amount as the CRM has them, and under {home} a formula that "
    "converts the amount at the rate of that day. The tab {rates} has dollars for one unit, from "
    "the day beside it on until the next day that is listed; dollars stay what they are. The tab "
    "{totals} gets formulas too: the number of deals and their dollars by currency, and for "
    "all.",
)
_MIND = (
    " Before that, put right on the tab {rates} what {author} has said about it in #{channel}.",
    " One rate is wrong there: {author} has told in #{channel} which, and what it is. Correct it.",
)
_WHYS = (
    "The bank asks for it, and last year it was all converted at the rate of December.",
    "Whoever did it before me used one rate for the whole quarter.",
)
_LIMITS = (
    "Everything that is calculated has to follow when a rate, a day, a currency or an amount is "
    "changed later, and nothing is rounded. Days are entered as dates. The last word of {author} "
    "counts, and nobody else's. No other cell changes, nothing in the CRM, and nobody is written "
    "to.",
    "Formulas have to stay right when somebody changes a rate, an amount, a currency or a day. Do "
    "not round, and enter days as dates. Of the rates only that one is changed, to what {author} "
    "said last; what others suppose does not count. Leave everything else as it is, and send no "
    "messages.",
)


@dataclass(frozen=True, slots=True)
class Facts:
    """The deals, their rates, and where they stand."""

    persona_id: str
    title: str
    books: Books
    deals: tuple[Deal, ...]
    rates: Rates
    """As they are right."""
    wrong: Correction
    live: Live
    author: str
    head: str
    """Of what they said: the words in which their message begins."""
    channel_id: str
    channel_name: str
    instruction: str


def prepare(world: World, rng: Stream) -> Facts:
    """Have deals won in three currencies; the spreadsheet fails when it is typed into."""
    with world.reading() as session:
        today = Clock(session).now().date()
        persona, channel, near = _place(session, rng)
        sellers = users(session)
    rates = rates_until(rng, today)
    wrong = corrected(rng)
    seller_id = rng.choice([each.person_id for each in sellers if _sells(world, each)])
    accounts = _names(world, rng, persona, seller_id)
    deals = won_deals(rng, list(accounts), rates, wrong)
    for each in deals:
        _won(world, seller_id, accounts[each.name], each)
    for each in rng.sample(deals, _AGAIN_BEGUN):
        _begun_again(world, seller_id, accounts[each.name], each)
    title = f"{rng.choice(_TITLES)} ({rng.integer(2, 99)})"
    tabs = planted_tabs(world, persona.id, title, _typed(deals, rates))
    books = Books(tabs[DEALS], tabs[RATES], tabs[TOTALS])
    author, other = rng.sample(near, 2)
    head = _said(world, rng, channel, (author, other), title, (rates, wrong))
    right = with_rate(rates, wrong.place, wrong.currency, wrong.right)
    live = Live(
        books.deals, persona.id, shown(deals, right), [Trial(*otherwise(deals, right, wrong))]
    )
    with world.writing() as session:
        inject(
            session,
            app_id="sheets",
            kind=FaultKind.FAILING,
            operation="sheets.values.update",
            times=1,
        )
    words = {"title": title, "author": author.name, "channel": channel.name, "home": HOME}
    words |= {"deals": DEALS, "rates": RATES, "totals": TOTALS}
    return Facts(
        persona_id=persona.id,
        title=title,
        books=books,
        deals=tuple(deals),
        rates=right,
        wrong=wrong,
        live=live,
        author=author.name,
        head=head,
        channel_id=channel.id,
        channel_name=channel.name,
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(**words) + rng.choice(_MIND).format(**words),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS).format(**words),
        ),
    )


def _place(session: Session, rng: Stream) -> tuple[Person, Channel, Sequence[Person]]:
    """Somebody in finance, a channel, and others in it."""
    everybody = workers(session)
    rooms = [
        (persona, channel, [each for each in there if each is not persona])
        for persona in personas(session)
        if "Financ" in persona.title
        for channel in channels_of(session, persona)
        if len(there := inside(session, channel, everybody)) > 2
    ]
    return rng.choice(rooms)


def _sells(world: World, seller: Seller) -> bool:
    """Whether somebody sees customers enough to have won so many deals with them."""
    return len(seen_by(world, seller.person_id, CUSTOMERS)) >= _FEWEST


def _names(world: World, rng: Stream, persona: Person, seller_id: str) -> dict[str, str]:
    """Names for deals, none of which the CRM has, and the ids of their accounts."""
    accounts = told_apart(seen_by(world, seller_id, CUSTOMERS))
    there = {each["Name"] for each in seen_by(world, persona.id, _NAMES)}
    names = {f"{each['Name']} - {what}": each["Id"] for each in accounts for what in _WHAT}
    drawn = rng.sample([each for each in names if each not in there], number_of_deals())
    return {each: str(names[each]) for each in drawn}


def _won(world: World, seller_id: str, account_id: str, deal: Deal) -> None:
    """Have somebody win a deal."""
    added(
        world,
        seller_id,
        "Opportunity",
        Name=deal.name,
        AccountId=account_id,
        CurrencyIsoCode=deal.currency,
        StageName="Closed Won",
        CloseDate=deal.closed.isoformat(),
        Amount=deal.amount,
    )


def _begun_again(world: World, seller_id: str, account_id: str, deal: Deal) -> None:
    """Have somebody work on another deal of the same name, which is not won."""
    added(
        world,
        seller_id,
        "Opportunity",
        Name=deal.name,
        AccountId=account_id,
        CurrencyIsoCode=HOME,
        StageName="Qualification",
        CloseDate=(deal.closed + timedelta(days=_LATER)).isoformat(),
        Amount=deal.amount + 5000,
    )


def _typed(deals: Sequence[Deal], rates: Rates) -> dict[str, list[list[Value]]]:
    """What stands on the tabs before."""
    named: list[list[Value]] = [[each.name] for each in deals]
    held_from: list[list[Value]] = [
        [day.isoformat(), *(each[code] for code in FOREIGN)] for day, each in rates
    ]
    sums: list[list[Value]] = [[each] for each in (*FOREIGN, HOME, ALL)]
    return {
        DEALS: [["Deal", "Closed", "Currency", "Amount", HOME], *named],
        RATES: [["From", *FOREIGN], *held_from],
        TOTALS: [["Currency", "Deals", HOME], *sums],
    }


def _said(
    world: World,
    rng: Stream,
    channel: Channel,
    people: tuple[Person, Person],
    title: str,
    what: tuple[Rates, Correction],
) -> str:
    """Have somebody tell of a wrong rate, and correct themselves; their first words."""
    (author, other), (rates, wrong) = people, what
    (another,) = (each for each in FOREIGN if each != wrong.currency)
    told = {"title": title, "day": dated(rates[wrong.place][0]), "code": wrong.currency}
    first = rng.choice(_WRONG).format(**told, rate=f"{wrong.once:.4f}")
    thought = rng.choice(_THOUGHT).format(**{**told, "code": another}, rate=f"{wrong.other:.4f}")
    again = rng.choice(_AGAIN).format(**told, rate=f"{wrong.right:.4f}")
    held(world, rng, channel, [(author, first), (other, thought), (author, again)])
    return first
