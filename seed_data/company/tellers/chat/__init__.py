"""What happened in a company → what was said of it in chat, and what people said besides."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from workworld.seed_data.company.company import TODAY, Company
from workworld.seed_data.company.ledger import Fact
from workworld.seed_data.company.tellers.chat import (
    belongings,
    bots,
    detours,
    edits,
    files,
    filler,
    incidents,
    kept,
    larger,
    notes,
    reactions,
    rituals,
    rooms,
    weights,
)
from workworld.seed_data.company.tellers.chat.happenings import Happenings
from workworld.seed_data.company.tellers.chat.said import Room, moment
from workworld.seed_data.company.tellers.chat.talker import Talker
from workworld.seed_data.facts import ChannelFact, DirectFact


@dataclass(frozen=True, slots=True)
class Size:
    """How much chat a company has."""

    public: int
    private: int
    """Channels."""
    pairs: int
    groups: int
    """Direct conversations."""
    people: Mapping[str, int]
    """Messages that people write in public and private channels and in direct conversations."""
    automatic: int
    """Messages of bots."""
    reactions: int
    files: int


SIZES: Mapping[str, Size] = {
    "startup": Size(
        public=55,
        private=14,
        pairs=165,
        groups=50,
        people={"public": 23_500, "private": 20_000, "direct": 35_000},
        automatic=41_500,
        reactions=60_000,
        files=3_000,
    ),
    "mid": Size(
        public=420,
        private=110,
        pairs=3_900,
        groups=855,
        people={"public": 92_000, "private": 75_000, "direct": 127_000},
        automatic=156_000,
        reactions=210_000,
        files=12_000,
    ),
}
"""By preset."""


def tell(company: Company) -> None:
    """Put chat into the company's facts; things must have their public keys by now.

    Raises:
        KeyError: nobody has said how much chat a company of this preset has.
    """
    size, pack = SIZES[company.chance.preset], rooms.recipe(company.pack)
    talker = Talker(company, weights.of_staff(company))
    own = incidents.rooms(company)
    rows = [*larger.rows(company, pack, size.public - len(own), size.private)]
    channels = [*rooms.channels(company, rows), *own]
    direct = rooms.direct(company, size.pairs, size.groups, bots.CONCIERGE)
    everywhere = [*channels, *direct]
    for room in direct:
        room.weight *= sum(talker.weights.get(key, 0) for key in room.members) ** 0.7
    by_key = {room.key: room for room in channels}
    Happenings(talker, by_key, [bot["key"] for bot in pack["bots"]]).tell()
    rituals.tell(talker, by_key)
    filler.fill(talker, everywhere, size.people)
    detours.lead_nowhere(talker, channels)
    bots.post(talker, everywhere, pack, size.automatic)
    edits.change(talker, everywhere)
    reactions.react(talker, everywhere, size.reactions)
    files.attach(talker, everywhere, size.files)
    notes.add(talker, channels)
    kept.sort(everywhere)
    _note_typos(company, talker)
    detours.note(company, talker.strays)
    _note_coverage(company, talker)
    people = [*company.facts.people, *bots.accounts(company, pack)]
    told = replace(
        company.facts,
        people=people,
        channels=[_channel(company, room) for room in channels],
        direct=[_direct(room) for room in direct if room.said],
        pins=kept.pins(company, channels),
        bookmarks=kept.bookmarks(company, channels),
        personal=[*company.facts.personal, *kept.personal(company, talker, channels)],
    )
    company.facts = belongings.add(talker, channels, told)


def _note_typos(company: Company, talker: Talker) -> None:
    fact = Fact(
        name="chat/typos",
        kind="defect",
        subject="chat",
        value=str(len(talker.typos)),
        since=TODAY,
        places=("chat:*",),
        rule="typing errors, by rate",
        is_defect=True,
    )
    company.ledger.note(fact)


def _note_coverage(company: Company, talker: Talker) -> None:
    """How many of the rules of the grammar were ever drawn from."""
    share = f"{talker.grammar.coverage():.3f}"
    name = "chat/grammar coverage"
    company.ledger.note(Fact(name, "share", "chat", share, TODAY, rule="share of rules used"))


def _channel(company: Company, room: Room) -> ChannelFact:
    staff = company.organization.staff
    here = [key for key in room.members if key not in staff or staff[key].ended is None]
    return ChannelFact(
        key=room.key,
        name=room.name,
        kind=room.kind,
        topic=room.topic,
        purpose=room.purpose,
        creator=room.creator,
        created=moment(room.created),
        members=here,
        is_default=room.is_default,
        is_archived=room.is_archived,
        posting=room.posting,
        messages=[said.fact() for said in room.said],
        unread={key: moment(at) for key, at in room.unread.items() if key in here},
        joined={key: moment(at) for key, at in room.joined.items() if key in here},
    )


def _direct(room: Room) -> DirectFact:
    unread = {key: moment(at) for key, at in room.unread.items()}
    return DirectFact(room.members, [said.fact() for said in room.said], unread)
