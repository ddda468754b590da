"""How people spell, by where they are: each in the way of their office's country."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.seed_data.company.checks.acts import told_few
from workworld.seed_data.company.text.spellings import AMERICAN, BRITISH
from workworld.worlds.ledgers import Fact

_BRITISH_ZONES = ("Europe/London", "Europe/Dublin", "Australia/Sydney")
_QUOTED = re.compile(r"`[^`]*`|<[^>]*>")
_TEXTS = {
    "said in chat": "SELECT p.zone, m.text FROM chat_messages m"
    " JOIN directory_people p ON p.id = m.author_id AND p.kind = 'person'",
    "said of an issue": "SELECT p.zone, m.body_text FROM tracker_comments m"
    " JOIN directory_people p ON p.id = m.author_id AND p.kind = 'person'",
    "asked in an issue": "SELECT p.zone, m.description_text FROM tracker_issues m"
    " JOIN directory_people p ON p.id = m.creator_id AND p.kind = 'person'",
    "said of a case": "SELECT p.zone, m.body FROM crm_case_comments m"
    " JOIN crm_users u ON u.id = m.created_by_id JOIN directory_people p ON p.id = u.person_id",
    "noted": "SELECT p.zone, m.body FROM crm_notes m"
    " JOIN crm_users u ON u.id = m.created_by_id JOIN directory_people p ON p.id = u.person_id",
    "posted": "SELECT p.zone, m.body FROM crm_feed_items m"
    " JOIN crm_users u ON u.id = m.created_by_id JOIN directory_people p ON p.id = u.person_id",
}
"""By what was done; titles of records are everybody's and spelled as at headquarters."""


def i56(session: Session, _ledger: Sequence[Fact]) -> Iterator[str]:
    """Those in Britain, Ireland and Australia spell as people do there, all others as Americans."""
    found: list[str] = []
    for what, query in _TEXTS.items():
        for zone_name, said in session.execute(text(query)):
            others = AMERICAN if zone_name in _BRITISH_ZONES else BRITISH
            words = others.findall(_QUOTED.sub("", said or ""))
            found += [f"{word} was {what} in {zone_name}: {said[:80]}" for word in words]
    yield from told_few(found)
