"""Which deals close later than the CRM says, and which do not after all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from workworld.clock import Clock
from workworld.directory.models import Person
from workworld.randomness import Stream
from workworld.tasks.casting import personas, workers
from workworld.tasks.conversations import channels_of, held, inside
from workworld.tasks.days import dated, workday_after
from workworld.tasks.phrasings import asked
from workworld.tasks.records import Row, seen_by, told_apart
from workworld.worlds import World

_SEEN = "SELECT Id, Name, CloseDate, OwnerId, IsClosed FROM Opportunity ORDER BY Name LIMIT 2000"
_ME = "SELECT Id FROM User WHERE Email = '{email}'"
_SLIPPING = 5
_NEWS = (
    "These deals of {owner} close later than we thought:\n{lines}",
    "After this week's calls, some deals of {owner} will take longer:\n{lines}",
    "For the forecast, the following deals of {owner} have slipped:\n{lines}",
)
BACK = (
    "{deal} stays where it was, they sign in time after all.",
    "I take {deal} off the list: it stays where it was.",
)
CORRECTED = (
    "And {deal} is a little later still: {day}.",
    "Their lawyer is away, so for {deal} please read {day}.",
)
_ASKS = (
    "{author} has written in #{channel} which of my deals close later. Please put their new close "
    "dates into the CRM, as they stand at the end of that thread.",
    "My deals have slipped, {author} tells which and until when in #{channel}, and went on about "
    "it in the replies. Set the close dates in the CRM accordingly.",
    "Have the CRM's close dates of my deals agree with the list that {author} made in #{channel}. "
    "What was said below it later on counts.",
)
_WHYS = (
    "Nobody should be asked on Friday why a deal has passed its day.",
    "The forecast is only as good as these days are.",
    "I would have done it in the call, but I could not get a word in.",
)
_LIMITS = (
    "Change the close dates and nothing else, neither stages nor amounts nor next steps. No "
    "messages, please.",
    "Only days change, only those of the deals that slip, and nobody needs to be told.",
)


@dataclass(frozen=True, slots=True)
class Slip:
    """A deal, and when it closes now."""

    deal_id: str
    name: str
    first: date
    """As the list has it."""
    closes: date
    """As it is in the end."""


@dataclass(frozen=True, slots=True)
class Facts:
    """Which deals close later, and what could be mistaken for that."""

    persona_id: str
    author: str
    channel_id: str
    channel_name: str
    slips: tuple[Slip, ...]
    back: Slip
    """On the list at first."""
    other_ids: tuple[str, ...]
    """Open deals of which nobody spoke."""
    instruction: str


def draw(world: World, rng: Stream) -> Facts:
    """Have a colleague write down which deals slip, and go on about it."""
    with world.reading() as session:
        people = personas(session)
        everybody = workers(session)
        today = Clock(session).now().date()
    deals = {each.id: _own(world, each) for each in people}
    persona = rng.choice([each for each in people if len(deals[each.id]) > _SLIPPING])
    with world.reading() as session:
        channel = rng.choice(channels_of(session, persona))
        near = inside(session, channel, [each for each in everybody if each.id != persona.id])
    author = rng.choice(near)
    listed = rng.sample(deals[persona.id], _SLIPPING)
    stays, *moving, again = (_slip(rng, each, today) for each in listed)
    later = workday_after(again.closes + timedelta(days=rng.integer(3, 12)))
    again = Slip(again.deal_id, again.name, again.first, later)
    held(world, rng, channel, _lines(rng, persona, author, (stays, *moving, again)))
    taken = {each["Id"] for each in listed}
    return Facts(
        persona_id=persona.id,
        author=author.name,
        channel_id=channel.id,
        channel_name=channel.name,
        slips=(*moving, again),
        back=stays,
        other_ids=tuple(each["Id"] for each in deals[persona.id] if each["Id"] not in taken),
        instruction=asked(
            rng,
            ask=rng.choice(_ASKS).format(author=author.name, channel=channel.name),
            why=rng.choice(_WHYS),
            limits=rng.choice(_LIMITS),
        ),
    )


def _own(world: World, person: Person) -> list[Row]:
    """Somebody's own open deals, of those whose names are no part of another one's."""
    me = seen_by(world, person.id, _ME.format(email=person.email))
    owners = [each["Id"] for each in me]
    seen = told_apart(seen_by(world, person.id, _SEEN))
    return [each for each in seen if each["OwnerId"] in owners and not each["IsClosed"]]


def _slip(rng: Stream, deal: Row, today: date) -> Slip:
    """The deal closes some weeks later than it does, and not before next week."""
    before = max(date.fromisoformat(deal["CloseDate"]), today)
    closes = workday_after(before + timedelta(days=rng.integer(7, 60)))
    return Slip(deal["Id"], deal["Name"], closes, closes)


def _lines(
    rng: Stream, owner: Person, author: Person, slips: Sequence[Slip]
) -> list[tuple[Person, str]]:
    """The list, and what was said of it later."""
    stays, *_moving, again = slips
    listed = "\n".join(
        f"• {each.name}: {dated(each.first)}" for each in rng.sample(slips, len(slips))
    )
    replies = [
        rng.choice(BACK).format(deal=stays.name),
        rng.choice(CORRECTED).format(deal=again.name, day=dated(again.closes)),
    ]
    news = rng.choice(_NEWS).format(owner=owner.name, lines=listed)
    return [(author, text) for text in (news, *rng.sample(replies, 2))]
