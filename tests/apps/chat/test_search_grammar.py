"""Every part of the search grammar, held to an oracle that reads the rows for itself.

A case is a query and what a message must be like to be found. The oracle knows nothing of the
product's SQL, index or parser: it takes the rows as they are and decides in Python.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime
from typing import Any

import pytest
from sqlalchemy import text
from tests.files.sending import CSV, PNG, uploaded
from tests.kit import PERSONA, Doors, Office

from workworld.apps.chat.service import (
    direct,
    messages,
    pins,
    ranking,
    reactions,
    saved,
    search,
    stars,
)
from workworld.calls import perform
from workworld.identity import Authority
from workworld.worlds import Snapshot, World, Worlds
from workworld.zones import zone

BOSTON = zone("America/New_York")


def plain(said: str) -> str:
    apart = unicodedata.normalize("NFKD", said.casefold())
    return "".join(letter for letter in apart if not unicodedata.combining(letter))


@dataclass(frozen=True)
class Seen:
    """A message as the oracle knows it."""

    channel: str
    kind: str
    party: frozenset[str]
    """Handles of those in a direct conversation."""
    author: str
    is_bot: bool
    text: str
    day: date
    is_reply: bool
    has_replies: bool
    thread: frozenset[str]
    """Handles of all who wrote in its thread, if there is one."""
    reactions: frozenset[tuple[str, str]]
    """Emoji and handle."""
    mimes: frozenset[str]
    is_unread: bool
    is_starred: bool
    is_pinned: bool
    is_saved: bool

    @property
    def tokens(self) -> list[str]:
        return re.findall(r"[^\W_]+", plain(self.text))

    def has(self, *words: str) -> bool:
        return all(word in self.tokens for word in words)

    def says(self, phrase: str) -> bool:
        return f" {phrase} " in f" {' '.join(self.tokens)} "

    def begins(self, start: str) -> bool:
        return any(word.startswith(start) for word in self.tokens)

    def reacted(self, emoji: str) -> bool:
        return emoji in {name for name, _who in self.reactions}

    @property
    def mine(self) -> set[str]:
        return {name for name, who in self.reactions if who == PERSONA}


Is = Callable[[Seen], bool]


def between(first: str, last: str) -> Is:
    return lambda m: date.fromisoformat(first) <= m.day <= date.fromisoformat(last)


NOTHING: Is = lambda _m: False  # noqa: E731
IN_THREAD: Is = lambda m: m.is_reply or m.has_replies  # noqa: E731
LINK: Is = lambda m: "http://" in m.text or "https://" in m.text  # noqa: E731
CODE: Is = lambda m: re.search("`[^`]+`", m.text) is not None  # noqa: E731

CASES: dict[str, Is] = {
    # Words
    "bagels": lambda m: m.has("bagels"),
    "BAGELS": lambda m: m.has("bagels"),
    "bagel": lambda m: m.has("bagel"),
    "the release": lambda m: m.has("the", "release"),
    "release the": lambda m: m.has("the", "release"),
    "creme brulee": lambda m: m.has("creme", "brulee"),
    "crème BRÛLÉE": lambda m: m.has("creme", "brulee"),
    '"creme brulee"': lambda m: m.says("creme brulee"),
    '"brulee creme"': lambda m: m.says("brulee creme"),
    '"to the"': lambda m: m.says("to the"),
    '"to the" release': lambda m: m.says("to the") and m.has("release"),
    "go-live": lambda m: m.says("go live"),
    "dep*": lambda m: m.begins("dep"),
    "deploy*": lambda m: m.begins("deploy"),
    "de*": lambda m: m.has("de"),
    "dep* the": lambda m: m.begins("dep") and m.has("the"),
    "the -release": lambda m: m.has("the") and not m.has("release"),
    'the -"to the"': lambda m: m.has("the") and not m.says("to the"),
    "the -dep*": lambda m: m.has("the") and not m.begins("dep"),
    "-the": lambda m: not m.has("the"),
    "-the -a -to": lambda m: not any(m.has(word) for word in ("the", "a", "to")),
    "bagels -bagels": NOTHING,
    "zyzzyva": NOTHING,
    "the !!!": lambda m: m.has("the"),
    "AND": lambda m: m.has("and"),
    "the OR release": lambda m: m.has("the", "or", "release"),
    # From
    "from:me": lambda m: m.author == PERSONA,
    "from:@me the": lambda m: m.author == PERSONA and m.has("the"),
    "from:@mchen": lambda m: m.author == "mchen",
    "from:mchen": lambda m: m.author == "mchen",
    "from:@Ming": lambda m: m.author == "mchen",
    'from:"Mingzhu Chen"': lambda m: m.author == "mchen",
    "from:<@{mchen}>": lambda m: m.author == "mchen",
    "from:<@{mchen}|ming> the": lambda m: m.author == "mchen" and m.has("the"),
    "from:mchen from:me": lambda m: m.author in ("mchen", PERSONA),
    "-from:me the": lambda m: m.author != PERSONA and m.has("the"),
    "-from:me -from:mchen the": lambda m: m.author not in ("mchen", PERSONA) and m.has("the"),
    "from:nobody": NOTHING,
    # In
    "in:general": lambda m: m.channel == "general",
    "in:#general the": lambda m: m.channel == "general" and m.has("the"),
    "in:#GENERAL the": lambda m: m.channel == "general" and m.has("the"),
    "in:<#{general}>": lambda m: m.channel == "general",
    "in:<#{general}|general> the": lambda m: m.channel == "general" and m.has("the"),
    "in:{general}": lambda m: m.channel == "general",
    "in:general in:deploys the": lambda m: m.channel in ("general", "deploys") and m.has("the"),
    "-in:general the": lambda m: m.channel != "general" and m.has("the"),
    "in:renewals": NOTHING,
    "in:nowhere": NOTHING,
    "in:@mchen": lambda m: m.kind == "dm" and "mchen" in m.party,
    "in:<@{mchen}>": lambda m: m.kind == "dm" and "mchen" in m.party,
    "-in:@mchen -in:general": lambda m: (
        not (m.kind == "dm" and "mchen" in m.party) and m.channel != "general"
    ),
    # To and with
    "to:me": lambda m: m.kind in ("dm", "group_dm") and m.author != PERSONA,
    "to:@mchen": lambda m: "mchen" in m.party and m.author != "mchen",
    "to:me from:mchen": lambda m: bool(m.party) and m.author == "mchen",
    "with:@mchen": lambda m: "mchen" in m.party | m.thread,
    "with:mchen the": lambda m: "mchen" in m.party | m.thread and m.has("the"),
    "with:mchen with:jwikstrand": lambda m: {"mchen", "jwikstrand"} <= m.party | m.thread,
    "-with:mchen is:thread": lambda m: "mchen" not in m.party | m.thread and IN_THREAD(m),
    # Has
    "has:link": LINK,
    "has:code": CODE,
    "has:code -has:link": lambda m: CODE(m) and not LINK(m),
    "has:file": lambda m: bool(m.mimes),
    "has:image": lambda m: any(mime.startswith("image/") for mime in m.mimes),
    "has:file -has:image": lambda m: (
        bool(m.mimes) and not any(mime.startswith("image/") for mime in m.mimes)
    ),
    "has:reaction": lambda m: bool(m.reactions),
    "the has:reaction": lambda m: m.has("the") and bool(m.reactions),
    "has::tada:": lambda m: m.reacted("tada"),
    "has::thumbsup:": lambda m: m.reacted("+1"),
    "has::tada: has::eyes:": lambda m: m.reacted("tada") and m.reacted("eyes"),
    "has:reaction -has::+1:": lambda m: bool(m.reactions) and not m.reacted("+1"),
    "has::no_such_emoji:": NOTHING,
    "hasmy::rocket:": lambda m: "rocket" in m.mine,
    "hasmy::+1: hasmy::rocket:": lambda m: {"+1", "rocket"} <= m.mine,
    "has::rocket: -hasmy::rocket:": lambda m: m.reacted("rocket") and "rocket" not in m.mine,
    # Is
    "is:thread": IN_THREAD,
    "the is:thread": lambda m: m.has("the") and IN_THREAD(m),
    "the -is:thread": lambda m: m.has("the") and not IN_THREAD(m),
    "is:dm": lambda m: bool(m.party),
    "is:bot": lambda m: m.is_bot,
    "is:dm is:bot": lambda m: bool(m.party) or m.is_bot,
    "is:unread": lambda m: m.is_unread,
    "is:starred": lambda m: m.is_starred,
    "the -is:starred": lambda m: m.has("the") and not m.is_starred,
    "has:pin": lambda m: m.is_pinned,
    "is:pinned the": lambda m: m.is_pinned and m.has("the"),
    "is:pinned -has:link": lambda m: m.is_pinned and not LINK(m),
    "is:saved": lambda m: m.is_saved,
    "is:saved is:pinned": lambda m: m.is_saved or m.is_pinned,
    "the -is:saved": lambda m: m.has("the") and not m.is_saved,
    "-is:dm -is:bot -is:thread": lambda m: not (m.party or m.is_bot or IN_THREAD(m)),
    # Types of files
    "type:sheet": lambda m: "text/csv" in m.mimes,
    "type:image": lambda m: "image/png" in m.mimes,
    "type:image type:sheet": lambda m: bool(m.mimes & {"image/png", "text/csv"}),
    "type:pdf": NOTHING,
    # Days
    "on:2026-03-11": between("2026-03-11", "2026-03-11"),
    "on:today": between("2026-03-17", "2026-03-17"),
    "on:yesterday": between("2026-03-16", "2026-03-16"),
    "after:2026-03-11": between("2026-03-12", "2030-01-01"),
    "before:2026-03-11": between("1990-01-01", "2026-03-10"),
    "after:2026-03-09 before:2026-03-12 the": lambda m: (
        between("2026-03-10", "2026-03-11")(m) and m.has("the")
    ),
    "on:2026-03-11 on:2026-03-13": lambda m: m.day in (date(2026, 3, 11), date(2026, 3, 13)),
    "-on:2026-03-11 the": lambda m: m.day != date(2026, 3, 11) and m.has("the"),
    "during:march": between("2026-03-01", "2026-03-31"),
    "during:feb the": lambda m: between("2026-02-01", "2026-02-28")(m) and m.has("the"),
    "during:2026-02": between("2026-02-01", "2026-02-28"),
    "during:2026 bagels": lambda m: m.day.year == 2026 and m.has("bagels"),
    "-during:2026": lambda m: m.day.year != 2026,
    "after:february": between("2026-03-01", "2030-01-01"),
    "before:march the": lambda m: m.day < date(2026, 3, 1) and m.has("the"),
    # What is no modifier is words
    "during:never": lambda m: m.says("during never"),
    "is:wonderful": lambda m: m.says("is wonderful"),
    "has:wheels": lambda m: m.says("has wheels"),
    # Together
    'from:mchen in:#deploys after:2026-02-01 "rollback"': lambda m: (
        m.author == "mchen"
        and m.channel == "deploys"
        and m.day > date(2026, 2, 1)
        and m.has("rollback")
    ),
    "from:me has:file in:general": lambda m: (
        m.author == PERSONA and bool(m.mimes) and m.channel == "general"
    ),
    "is:thread from:me -has:reaction": lambda m: (
        IN_THREAD(m) and m.author == PERSONA and not m.reactions
    ),
}


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Worlds]:
    with Worlds(tmp_path_factory.mktemp("worlds")) as worlds:
        yield worlds


@pytest.fixture(scope="module")
def full(store: Worlds, snapshot: Snapshot, authority: Authority) -> Doors:
    """A world with something of each kind."""
    world = store.open(snapshot)
    known = names(world)
    doors = Doors(world, authority, known.people[PERSONA])
    ming = Doors(world, authority, known.people["mchen"])
    general = known.channels["general"]

    def say(who: Doors, channel_id: str, said: str, **given: Any) -> str:
        posted = perform(world, who.actor, messages.post, channel_id=channel_id, text=said, **given)
        return str(posted.ts)

    uploaded(doors, "rows.csv", CSV, channel_id=general, initial_comment="The rows for the board")
    uploaded(ming, "yard.png", PNG, channel_id=general)
    say(doors, general, "Crème brûlée in the kitchen, see https://food.example/dessert")
    code = say(ming, general, "Run `make deploy` before the go-live, it has wheels")
    for who, emoji in ((doors, "rocket"), (doors, "+1"), (ming, "rocket")):
        perform(world, who.actor, reactions.add, channel_id=general, ts=code, emoji=emoji)
    perform(world, doors.actor, stars.add, channel_id=known.channels["deploys"])
    perform(world, ming.actor, pins.add, channel_id=general, ts=code)
    perform(world, doors.actor, saved.add, channel_id=general, ts=code)
    perform(world, ming.actor, saved.add, channel_id=general, ts=say(ming, general, "Not yours"))
    other = say(doors, general, "What a rollback that was")
    perform(world, ming.actor, reactions.add, channel_id=general, ts=other, emoji="rocket")
    root = say(doors, general, "Who takes the pager tonight?")
    for who in (ming, Doors(world, authority, known.people["jwikstrand"])):
        say(who, general, "I could take the night", thread_ts=root)
    three = [known.people["mchen"], known.people["jwikstrand"]]
    group = perform(world, doors.actor, direct.open, user_ids=three).channel.id
    say(doors, group, "Lunch for three, the usual place?")
    say(ming, group, "Yes to the usual")
    with world.writing() as session:
        deployer = session.execute(
            text("SELECT id FROM directory_people WHERE kind = 'bot' ORDER BY handle LIMIT 1")
        ).scalar_one_or_none()
        if deployer:
            mine = text("UPDATE chat_messages SET author_id = :bot WHERE ts = :ts")
            session.execute(mine, {"bot": deployer, "ts": other})
    return doors


def names(world: World) -> Office:
    with world.reading() as session:
        people = session.execute(text("SELECT handle, id FROM directory_people")).all()
        channels = session.execute(text("SELECT name, id FROM chat_channels")).all()
    return Office(dict(map(tuple, people)), dict(map(tuple, channels)))  # type: ignore[arg-type]


@pytest.fixture(scope="module")
def everything(full: Doors) -> dict[tuple[str, str], Seen]:
    """What the persona may find, from the rows alone."""
    with full.world.reading() as session:

        def rows(query: str) -> list[Any]:
            return list(session.execute(text(query)).all())

        handles = dict(map(tuple, rows("SELECT id, handle FROM directory_people")))
        bots = {row[0] for row in rows("SELECT id FROM directory_people WHERE kind = 'bot'")}
        channels = {row.id: row for row in rows("SELECT * FROM chat_channels")}
        inside = {
            row.channel_id
            for row in rows("SELECT * FROM chat_memberships")
            if handles[row.person_id] == PERSONA
        }
        files = rows(
            "SELECT m.channel_id, m.ts, f.mime FROM chat_message_files m"
            " JOIN files_files f ON f.id = m.file_id"
        )
        put = rows("SELECT * FROM chat_reactions")
        read = {
            row.channel_id: f"{row.joined:010}"
            for row in rows("SELECT * FROM chat_memberships")
            if handles[row.person_id] == PERSONA
        } | {
            row.channel_id: row.last_read
            for row in rows("SELECT * FROM chat_read_markers")
            if handles[row.person_id] == PERSONA
        }
        log = rows("SELECT * FROM chat_messages")
        starred = {
            row.channel_id
            for row in rows("SELECT * FROM chat_channel_choices WHERE is_starred")
            if handles[row.person_id] == PERSONA
        }
        pinned = {(row.channel_id, row.ts) for row in rows("SELECT * FROM chat_pins")}
        saved_places = {
            (row.channel_id, row.ts)
            for row in rows("SELECT * FROM chat_saved_items")
            if handles[row.person_id] == PERSONA
        }
    threads: dict[tuple[str, str], set[str]] = {}
    for row in log:
        threads.setdefault((row.channel_id, row.thread_ts or row.ts), set()).add(row.author_id)
    answered = {(row.channel_id, row.thread_ts) for row in log if row.thread_ts}
    found = {}
    for row in log:
        place, channel = (row.channel_id, row.ts), channels[row.channel_id]
        root = (row.channel_id, row.thread_ts or row.ts)
        if row.subtype not in (None, "me_message"):
            continue
        if channel.kind != "public" and channel.id not in inside:
            continue
        seconds = float(row.ts)
        found[place] = Seen(
            channel=channel.name,
            kind=channel.kind,
            party=frozenset(handles[who] for who in (channel.party or "").split(",") if who),
            author=handles[row.author_id],
            is_bot=row.author_id in bots,
            text=row.text,
            day=datetime.fromtimestamp(seconds, UTC).astimezone(BOSTON).date(),
            is_reply=row.thread_ts is not None,
            has_replies=place in answered,
            thread=frozenset(handles[who] for who in threads[root])
            if root in answered
            else frozenset(),
            reactions=frozenset(
                (each.emoji, handles[each.person_id])
                for each in put
                if (each.channel_id, each.ts) == place
            ),
            mimes=frozenset(each.mime for each in files if (each.channel_id, each.ts) == place),
            is_unread=(
                row.channel_id in read
                and row.ts > read[row.channel_id]
                and handles[row.author_id] != PERSONA
                and (row.thread_ts is None or bool(row.is_broadcast))
            ),
            is_starred=row.channel_id in starred,
            is_pinned=place in pinned,
            is_saved=place in saved_places,
        )
    return found


def find(doors: Doors, query: str, **given: Any) -> list[tuple[str, str]]:
    """All that is found, page by page, in order."""
    found: list[tuple[str, str]] = []
    for page in range(1, 100):
        hits = perform(doors.world, doors.actor, search.messages, query=query, page=page, **given)
        found += [(row.channel_id, row.ts) for row in hits.page.items]
        if len(found) >= hits.page.total:
            assert len(found) == hits.page.total
            return found
    raise AssertionError("there is no end")


def filled(query: str, world: World) -> str:
    known = names(world)
    for name, its_id in {**known.people, **known.channels}.items():
        query = query.replace(f"{{{name}}}", its_id)
    return query


@pytest.mark.parametrize("query", CASES)
def test_query_finds_what_the_oracle_finds(
    full: Doors, everything: dict[tuple[str, str], Seen], query: str
) -> None:
    wanted = {place for place, message in everything.items() if CASES[query](message)}
    found = find(full, filled(query, full.world), count=100)
    assert len(set(found)) == len(found)
    assert set(found) == wanted


def test_table_is_long_and_mostly_finds_something(
    everything: dict[tuple[str, str], Seen],
) -> None:
    counts = [sum(map(is_so, everything.values())) for is_so in CASES.values()]
    assert len(CASES) >= 80
    assert sum(0 < count < len(everything) for count in counts) > 70


@pytest.mark.parametrize("query", ["the !!!", "the has:reaction", "is:thread", "from:me", "dep*"])
@pytest.mark.parametrize("many", [5_000, 3])
def test_newest_come_first_however_many_there_are(
    full: Doors,
    everything: dict[tuple[str, str], Seen],
    monkeypatch: pytest.MonkeyPatch,
    query: str,
    many: int,
) -> None:
    monkeypatch.setattr(ranking, "_MANY", many)
    found = {place for place, message in everything.items() if CASES[query](message)}
    wanted = sorted(sorted(found), key=lambda place: place[1], reverse=True)
    assert find(full, query, sort="timestamp", count=7) == wanted
    oldest = sorted(found, key=lambda place: (place[1], place[0]))
    assert find(full, query, sort="timestamp", direction="asc", count=7) == oldest
    if many == 3:  # none of so many is better than the others
        assert find(full, query, count=7) == wanted


def test_rarer_and_shorter_is_better(full: Doors) -> None:
    best = find(full, "rollback", count=3)
    with full.world.reading() as session:
        said = text("SELECT text FROM chat_messages WHERE channel_id = :c AND ts = :t")
        texts = [session.execute(said, {"c": c, "t": t}).scalar_one() for c, t in best]
    assert len(texts[0]) <= min(map(len, texts)) * 2


FILES: dict[str, set[str]] = {
    "rows": {"rows.csv"},
    "csv": {"rows.csv"},
    "amount": {"rows.csv"},
    "ben ana": {"rows.csv"},
    "amount -rows": set(),
    "yard": {"yard.png"},
    "yar*": {"yard.png"},
    "type:image": {"yard.png"},
    "type:sheet": {"rows.csv"},
    "type:image type:sheet": {"rows.csv", "yard.png"},
    "-type:image": {"rows.csv"},
    "from:me": {"rows.csv"},
    "from:mchen in:general": {"yard.png"},
    "in:deploys": set(),
    "on:today": {"rows.csv", "yard.png"},
    "before:today": set(),
    "board": set(),
}


@pytest.mark.parametrize("query", FILES)
def test_files_are_found_by_names_texts_and_where_they_are_shared(full: Doors, query: str) -> None:
    hits = perform(full.world, full.actor, search.files, query=query)
    assert {row.name for row in hits.page.items} == FILES[query]
    assert hits.page.total == len(FILES[query])
    assert set(hits.places) == {row.id for row in hits.page.items}


def test_deleted_file_is_found_no_more(doors: Doors, office: Office) -> None:
    file = uploaded(doors, "gone.csv", CSV, channel_id=office.channels["general"])
    assert perform(doors.world, doors.actor, search.files, query="gone").page.total == 1
    assert doors.rest("files.delete", file=file["id"])["ok"]
    assert perform(doors.world, doors.actor, search.files, query="gone").page.total == 0


def test_file_of_a_hidden_channel_is_found_by_its_members_alone(
    doors: Doors, office: Office, authority: Authority
) -> None:
    insider = Doors(doors.world, authority, office.people["dwhitlock"])
    uploaded(insider, "secret.csv", CSV, channel_id=office.channels["renewals"])
    assert perform(doors.world, doors.actor, search.files, query="secret").page.total == 0
    assert perform(doors.world, insider.actor, search.files, query="secret").page.total == 1
