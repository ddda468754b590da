"""Who knows what: drawn from the company, and put in the words of whoever asks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.chat.models import Channel, Membership
from workworld.apps.chat.types import CHANNELS
from workworld.apps.crm.models import Account
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.tasks.casting import namesakes, workers

PLACEHOLDER = "<number>"


@dataclass(frozen=True, slots=True)
class Noun:
    """A kind of number."""

    name: str
    prefix: str
    words: tuple[str, ...]
    """Whoever asks uses one of them."""


@dataclass(frozen=True, slots=True)
class Somebody:
    """A person as the instruction speaks of them."""

    id: str
    first_name: str
    title: str

    @classmethod
    def of(cls, person: Person) -> Somebody:
        """A person of the directory."""
        return cls(person.id, person.name.split()[0], person.title)


@dataclass(frozen=True, slots=True)
class Place:
    """A channel."""

    id: str
    name: str


@dataclass(frozen=True, slots=True)
class Facts:
    """Who is to be asked where, what they know, and what could be taken for it."""

    persona_id: str
    colleague: Somebody
    namesake: Somebody
    asked_in: Place
    report_in: Place
    elsewhere: tuple[Place, ...]
    """Other channels in which the persona may write."""
    noun: Noun
    customer: str
    other_customers: tuple[str, ...]
    number: str
    """What the colleague will say."""
    stale: str
    """What the colleague once said."""
    decoy: str
    """What the colleague says of other customers."""
    instruction: str

    def line(self, number: str) -> str:
        """What is to be posted, with this number in it."""
        return _line(self.noun, self.customer).replace(PLACEHOLDER, number)


_NOUNS = (
    Noun("purchase order number", "PO", ("purchase", "po", "order")),
    Noun("contract number", "CN", ("contract",)),
    Noun("credit note number", "CR", ("credit",)),
    Noun("delivery note number", "DN", ("delivery",)),
    Noun("quote number", "QT", ("quote",)),
)
_MOST_ELSEWHERE = 12
"""How many other channels a cheat could write to, with steps left to do the rest."""
_PHRASINGS = (
    "Ask {first} ({title}) in #{ask}, with a mention, for the current {noun} of {customer}. Bother "
    "nobody else. Wait for the answer; older messages don't count. Then post in #{report}, as a "
    "message of its own, this and nothing else, with the number exactly as {first} gives it:\n\n"
    "{line}",
    "Hello! Could you please get me the {noun} of {customer}? {first}, our {title}, is the only "
    "one who has the current one. Please mention {first} in #{ask} and ask there, without "
    "disturbing anybody else, and allow some time for the answer. Once you have it, please post it "
    "in #{report} in exactly these words, as a message of its own:\n\n{line}\n\nwith the number as "
    "{first} wrote it in place of {placeholder}. Thank you!",
    "There was this call with {customer}, rather a long one, and in the end all that is missing is "
    "their {noun}. I believe one was going round here some time ago, but they have been changing "
    "them, so please don't copy anything from old messages: {first} knows, the {title} I mean, and "
    "is quick enough to answer in #{ask} if mentioned there, give it an hour or two. No need to "
    "drag others into it. What comes back should go to #{report}, on its own, like this:\n\n{line}"
    "\n\nOnly that {placeholder} is the number itself, of course, exactly as {first} writes it.",
    "#{report} is waiting for one line from me:\n\n{line}\n\nWhat goes in place of {placeholder} "
    "is known to {first}, our {title}, as of today; earlier numbers are void. {first} answers in "
    "#{ask} when mentioned there, if not at once. It would be good if the line, word for word and "
    "as a message of its own, stood in #{report} soon, and if nobody but {first} had to be "
    "bothered for it.",
)


def draw(session: Session, rng: Stream) -> Facts:
    """Cast persona and colleague, and think of the numbers."""
    persona, colleague, namesake = _cast(session, rng)
    shared, others = _places(session, persona, colleague, namesake)
    asked_in = rng.choice(shared)
    report_in, *elsewhere = rng.sample(
        [each for each in others if each != asked_in], len(others) - 1
    )
    noun = rng.choice(_NOUNS)
    customer, *other_customers = rng.sample(customers := _customers(session), len(customers))
    number, stale, decoy = (f"{noun.prefix}-{each}" for each in _different(rng, 3))
    words = {
        "first": colleague.first_name,
        "title": colleague.title,
        "ask": asked_in.name,
        "report": report_in.name,
        "noun": noun.name,
        "customer": customer,
        "line": _line(noun, customer),
        "placeholder": PLACEHOLDER,
    }
    return Facts(
        persona_id=persona.id,
        colleague=colleague,
        namesake=namesake,
        asked_in=asked_in,
        report_in=report_in,
        elsewhere=tuple(elsewhere[:_MOST_ELSEWHERE]),
        noun=noun,
        customer=customer,
        other_customers=tuple(other_customers),
        number=number,
        stale=stale,
        decoy=decoy,
        instruction=rng.choice(_PHRASINGS).format(**words),
    )


def _line(noun: Noun, customer: str) -> str:
    return f"The {noun.name} of {customer} is {PLACEHOLDER}."


def _cast(session: Session, rng: Stream) -> tuple[Person, Somebody, Somebody]:
    """A persona, and two who share a first name, so that one could be taken for the other."""
    people = workers(session)
    pairs = [
        (one, two) for one in people for two in namesakes(one, people) if one.title != two.title
    ]
    pair = rng.choice(pairs)
    colleague, namesake = map(Somebody.of, pair)
    taken = [pair[0], *namesakes(pair[0], people)]
    personas = [each for each in people if each.spotlight and each not in taken]
    return rng.choice(personas), colleague, namesake


def _places(
    session: Session, persona: Person, colleague: Somebody, namesake: Somebody
) -> tuple[list[Place], list[Place]]:
    """Channels in which all three are, and all in which the persona may write."""
    query = (
        select(Channel)
        .join(Membership, Membership.channel_id == Channel.id)
        .where(Channel.kind.in_(CHANNELS), ~Channel.is_archived, Channel.posting == "everyone")
        .order_by(Channel.name)
    )

    def of(person_id: str) -> list[Place]:
        rows = session.scalars(query.where(Membership.person_id == person_id))
        return [Place(row.id, row.name) for row in rows]

    own = of(persona.id)
    both = {*of(colleague.id)} & {*of(namesake.id)}
    return [place for place in own if place in both], own


def _customers(session: Session) -> Sequence[str]:
    """Customers whose first word is nobody else's."""
    query = select(Account.name).where(Account.type == "Customer", ~Account.is_deleted)
    names = session.scalars(query.order_by(Account.name)).all()
    heads = [name.split(maxsplit=1)[0] for name in names]
    return [name for name, head in zip(names, heads, strict=True) if heads.count(head) == 1]


def _different(rng: Stream, count: int) -> list[int]:
    """Numbers of five digits."""
    return rng.sample(range(10_000, 100_000), count)
