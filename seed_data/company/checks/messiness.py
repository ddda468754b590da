"""How much is wrong on purpose: each kind at its rate, and labelled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.seed_data.company.checks.counts import size_of
from workworld.worlds.ledgers import Fact

_PEOPLE = "JOIN directory_people p ON p.id = m.author_id AND p.kind = 'person'"


class _Rate(NamedTuple):
    """Between which shares of how many something is."""

    least: float
    most: float
    among: str


RATES: Mapping[str, _Rate] = {
    "chat/typos": _Rate(0.03, 0.05, f"SELECT count(*) FROM chat_messages m {_PEOPLE}"),  # noqa: S608 - our own names
    "tracker/typos": _Rate(
        0.01,
        0.03,
        "SELECT (SELECT count(*) FROM tracker_comments)"
        " + (SELECT count(*) FROM tracker_issues WHERE description_text <> '')",
    ),
    "crm/typos": _Rate(
        0.005,
        0.025,
        "SELECT (SELECT count(*) FROM crm_case_comments) + (SELECT count(*) FROM crm_cases)",
    ),
    "duplicate account": _Rate(0.01, 0.02, "SELECT count(*) FROM crm_accounts"),
    "duplicate contact": _Rate(0.025, 0.035, "SELECT count(*) FROM crm_contacts"),
    "duplicate lead": _Rate(0.05, 0.07, "SELECT count(*) FROM crm_leads"),
    "duplicate issue": _Rate(0.04, 0.06, "SELECT count(*) FROM tracker_issues"),
    "idle issue": _Rate(
        0.08, 0.15, "SELECT count(*) FROM tracker_issues WHERE resolved_us IS NULL"
    ),
    "past close": _Rate(0.05, 0.11, "SELECT count(*) FROM crm_opportunities WHERE NOT is_closed"),
    "stale owner": _Rate(
        0.03,
        0.05,
        "SELECT (SELECT count(*) FROM crm_leads WHERE status NOT IN ('Converted', 'Unqualified'))"
        " + (SELECT count(*) FROM crm_opportunities WHERE NOT is_closed)"
        " + (SELECT count(*) FROM crm_accounts)",
    ),
    "unreviewed": _Rate(
        0.15, 0.25, "SELECT count(*) FROM crm_articles WHERE status = 'Online' AND is_latest"
    ),
    "time zone": _Rate(0.005, 0.02, "SELECT count(*) FROM crm_events"),
    "permission surprise": _Rate(
        0.005,
        0.02,
        "SELECT (SELECT count(*) FROM sheets_workbooks)"
        " + (SELECT count(*) FROM chat_channels WHERE kind IN ('public', 'private'))",
    ),
    "stray thread": _Rate(
        0.01,
        0.03,
        "SELECT count(DISTINCT m.channel_id || m.thread_ts) FROM chat_messages m"
        " JOIN chat_channels c ON c.id = m.channel_id AND c.kind IN ('public', 'private')"
        " JOIN directory_people p ON p.id = m.author_id AND p.kind = 'person'"
        " WHERE m.thread_ts <> m.ts",
    ),
    "inconsistent formats": _Rate(
        0.17, 0.33, "SELECT count(*) FROM sheets_workbooks WHERE title LIKE 'Leads to import%'"
    ),
}
"""What is wrong, how often, and among what."""
_SETS: Mapping[str, Mapping[str, tuple[int, int]]] = {
    "contradiction": {"startup": (10, 20), "mid": (120, 180)},
    "same name": {"startup": (4, 6), "mid": (32, 48)},
    "misleading title": {"startup": (1, 4), "mid": (1, 22)},
}
"""Between how many there are of what has no rate, by the size of the company."""
_KINDS = {
    "wrong share": "permission surprise",
    "forgotten share": "permission surprise",
    "link that is closed": "permission surprise",
}
_LISTED = ("change of subject", "taken back")
"""What one fact tells of, with all its places."""
_LEAST_FOUND, _MOST_FOUND = 0.3, 0.7
"""Of issues that say again what another one says, how many are not found out."""
_FEWEST_BOTS, _MOST_BOTS = 0.3, 0.4
_BLANKS = {"account": "crm_accounts", "contact": "crm_contacts", "lead": "crm_leads"}
_BLANKS |= {"case": "crm_cases"}
_FEWEST_BLANK, _MOST_BLANK = 0.03, 0.1


def i63(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """Each kind of defect is as frequent as it is to be, by its labels."""
    found = _labelled(ledger)
    for kind, rate in RATES.items():
        whole = session.scalar(text(rate.among)) or 0
        share = found[kind] / whole if whole else 0.0
        if not rate.least <= share <= rate.most:
            yield f"{found[kind]} of {whole} are labelled as {kind}, {share:.1%}"
    for kind, sizes in _SETS.items():
        least, most = sizes[size_of(session)]
        if not least <= found[kind] <= most:
            yield f"{found[kind]} sets are labelled as {kind}, {least} to {most} are wanted"
    yield from _blanks(session, ledger)
    yield from _shares(session, ledger)


def _shares(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """Some duplicates are linked and some not; about a third of chat is written by programs."""
    again = [each for each in ledger if each.rule == "duplicate" and each.kind == "duplicate"]
    unseen = sum(each.is_defect for each in again) / max(1, len(again))
    if not _LEAST_FOUND <= unseen <= _MOST_FOUND:
        yield f"{unseen:.0%} of the issues that are there twice are not found out"
    query = "SELECT avg(p.kind = 'bot') FROM chat_messages m JOIN directory_people p ON p.id = m.author_id"  # noqa: E501
    noise = session.scalar(text(query)) or 0
    if not _FEWEST_BOTS <= noise <= _MOST_BOTS:
        yield f"{noise:.0%} of chat is written by programs"


def _labelled(ledger: Sequence[Fact]) -> Counter[str]:
    found: Counter[str] = Counter()
    for each in ledger:
        noun = each.subject.partition("/")[0]
        match each.rule:
            case "typing errors, by rate":
                found[each.name] = int(each.value)
            case "duplicate":
                found["duplicate issue" if each.kind == "duplicate" else f"duplicate {noun}"] += 1
            case "stale":
                found["idle issue" if noun == "work" else "stale owner"] += 1
            case rule if rule in _LISTED:
                found["stray thread"] += len(each.places)
            case rule if each.is_defect:
                found[_KINDS.get(rule, rule)] += 1
    # What a list brought in twice is a lead that is there already.
    found["duplicate lead"] += found.pop("duplicate arc", 0)
    return found


def _blanks(session: Session, ledger: Sequence[Fact]) -> Iterator[str]:
    """What nobody has filled in is counted by the ledger, field by field."""
    labels = [each for each in ledger if each.rule == "missing data"]
    for each in labels:
        noun, _, column = each.subject.partition(".")
        table = _BLANKS[noun]
        query = f"SELECT count(*), sum(coalesce({column}, '') = '') FROM {table}"  # noqa: S608
        whole, blank = session.execute(text(query)).one()
        if blank != int(each.value):
            yield f"{blank} of {each.subject} are blank, {each.value} are labelled"
        if not _FEWEST_BLANK <= blank / whole <= _MOST_BLANK:
            yield f"{blank / whole:.1%} of {each.subject} are blank"
    if not labels:
        yield "nothing that is missing is labelled"
