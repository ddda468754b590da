"""What is said: keys and people that exist, audiences, quality and the spread of texts."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.seed_data.company.text import gates
from workworld.worlds.ledgers import Fact

_KEY = re.compile(r"(?<![\w/-])([A-Z][A-Z0-9]{1,9}-\d+)(?![\w-])")
_MENTION = re.compile(r"<@([A-Z0-9]+)>")
_CHANNEL = re.compile(r"<#([A-Z0-9]+)>")
_SHOWN = 5
_SLOT = re.compile(r"[{}]|\bNone\b|  ")
_BANDS = {"public": (8, 30), "private": (8, 30), "dm": (6, 30), "group_dm": (6, 30)}
"""Words of a message of a person, on average, by the kind of conversation."""
_EMPTY_STATES = 5
_EMPTY = (
    "SELECT 'tracker:' || name FROM tracker_sprints s WHERE NOT EXISTS"
    " (SELECT 1 FROM tracker_issue_sprints i WHERE i.sprint_id = s.id)",
    "SELECT 'tracker:' || name FROM tracker_versions v WHERE NOT EXISTS"
    " (SELECT 1 FROM tracker_issue_versions i WHERE i.version_id = v.id)",
    "SELECT 'crm:' || name FROM crm_campaigns c WHERE NOT EXISTS"
    " (SELECT 1 FROM crm_campaign_members m WHERE m.campaign_id = c.id)",
)
"""What has nothing in it, as the ledger names places."""
_BARE = (
    "SELECT 'crm:' || name FROM crm_accounts a"
    " WHERE NOT EXISTS (SELECT 1 FROM crm_contacts c WHERE c.account_id = a.id)"
    " AND NOT EXISTS (SELECT 1 FROM crm_opportunities o WHERE o.account_id = a.id)"
    " AND NOT EXISTS (SELECT 1 FROM crm_cases s WHERE s.account_id = a.id)"
)
"""Accounts with nothing below them."""
_PEOPLE = "JOIN directory_people p ON p.id = m.author_id AND p.kind = 'person'"


def i8(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Every issue key that is written of exists."""
    projects = set(session.scalars(text("SELECT key FROM tracker_projects")))
    known = set(session.scalars(text("SELECT key FROM tracker_issues")))
    found = [
        key
        for (said,) in session.execute(text("SELECT text FROM chat_messages"))
        for key in _KEY.findall(said)
        if key.partition("-")[0] in projects and key not in known
    ]
    for key in sorted(set(found))[:_SHOWN]:
        yield f"{key} is written of and is no issue"


def i9(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Everybody and every channel that is mentioned exists."""
    people = set(session.scalars(text("SELECT id FROM directory_people")))
    channels = set(session.scalars(text("SELECT id FROM chat_channels")))
    for (said,) in session.execute(text("SELECT text FROM chat_messages WHERE text LIKE '%<%'")):
        if set(_MENTION.findall(said)) - people or set(_CHANNEL.findall(said)) - channels:
            yield f"somebody is mentioned who does not exist: {said}"


def i48(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Who writes in a closed conversation is or was in it, and so is who is mentioned there."""
    inside = {
        (channel, person)
        for channel, person in session.execute(
            text("SELECT channel_id, person_id FROM chat_memberships")
        )
    }
    gone = set(session.scalars(text("SELECT id FROM directory_people WHERE is_deactivated")))
    bots = set(session.scalars(text("SELECT id FROM directory_people WHERE kind = 'bot'")))
    query = (
        "SELECT m.channel_id, m.author_id, m.text FROM chat_messages m"
        " JOIN chat_channels c ON c.id = m.channel_id WHERE c.kind <> 'public'"
    )
    for channel, author, said in session.execute(text(query)):
        for person in (author, *_MENTION.findall(said)):
            if (channel, person) not in inside and person not in gone | bots:
                yield f"{person} is not in {channel}: {said}"


def i52(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Every slot is filled."""
    for said in session.scalars(text("SELECT text FROM chat_messages ORDER BY channel_id, ts")):
        if _SLOT.search(said):
            yield f"a slot, or two spaces: {said!r}"


def i54(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """The texts keep the bounds of quality."""
    yield from gates.of(session).misses()
    used = [float(each.value) for each in ledger if each.rule == "share of rules used"]
    if not used or min(used) < gates.LEAST_COVERAGE:
        yield f"{used} of the rules of the grammar are used"
    query = f"SELECT c.kind, m.text FROM chat_messages m {_PEOPLE} JOIN chat_channels c ON c.id = m.channel_id"  # noqa: E501, S608 - our own names
    words: dict[str, list[int]] = {kind: [] for kind in _BANDS}
    for kind, said in session.execute(text(query)):
        words[kind].append(len(said.split()))
    for kind, (least, most) in _BANDS.items():
        mean = sum(words[kind]) / max(1, len(words[kind]))
        if not least <= mean <= most:
            yield f"messages in {kind} have {mean:.1f} words on average"


def i59(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Few people write much: the Gini coefficient of messages a person."""
    query = f"SELECT count(*) FROM chat_messages m {_PEOPLE} GROUP BY m.author_id"  # noqa: S608 - our own names
    counts = sorted(session.scalars(text(query)))
    if not 0.5 <= gini(counts) <= 0.7:
        yield f"the Gini coefficient of messages a person is {gini(counts):.2f}"


def i60(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """A fifth to two fifths of chat is public."""
    query = "SELECT avg(c.kind = 'public') FROM chat_messages m JOIN chat_channels c ON c.id = m.channel_id"  # noqa: E501
    share = session.scalar(text(query))
    if not 0.2 <= share <= 0.4:
        yield f"{share:.0%} of chat is public"


def i61(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """No channel is empty; five sprints, versions and campaigns at least are, and are labelled."""
    query = "SELECT name FROM chat_channels c WHERE NOT EXISTS (SELECT 1 FROM chat_messages m WHERE m.channel_id = c.id)"  # noqa: E501
    for name in session.scalars(text(query)):
        yield f"#{name} is empty"
    labels = [each for each in ledger if each.rule == "empty state"]
    bare = {each.places[0] for each in labels if each.subject.startswith("account/")}
    if lacking := bare - set(session.scalars(text(_BARE))):
        yield f"accounts have something that are labelled as empty: {sorted(lacking)}"
    labelled = Counter(each.places[0] for each in labels if each.places[0] not in bare)
    found = Counter(each for query in _EMPTY for each in session.scalars(text(query)))
    if found != labelled:
        yield f"empty are {sorted(found)}, labelled {sorted(labelled)}"
    if len(labels) < _EMPTY_STATES:
        yield f"only {len(labels)} things are empty"


def gini(counts: Sequence[int]) -> float:
    """0 if all are equal, 1 if one has everything; the counts are sorted."""
    many, whole = len(counts), sum(counts)
    if not whole:
        return 0.0
    return sum((2 * place - many + 1) * each for place, each in enumerate(counts)) / (many * whole)
