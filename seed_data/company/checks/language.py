"""How people spell, by where they are: each in the way of their office's country."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.seed_data.company.checks.acts import told_few
from workworld.worlds.ledgers import Fact

_BRITISH_ZONES = ("Europe/London", "Europe/Dublin", "Australia/Sydney")
_BEFORE = r"(?<![\w/-])"
_BRITISH = re.compile(
    _BEFORE + r"(?:colour\w*|favourit\w*|behaviour\w*|honour\w*|labour\w*|neighbour\w*|harbour\w*"
    r"|centre[sd]?\b|litres?\b|organis\w*|prioritis\w*|analys(?:e|ed|ing)\b|apologis\w*"
    r"|cancell(?:ed|ing)\b|recognis\w*|normalis\w*|catalogues?\b|(?:travell|labell|modell)(?:ed|ing|ers?)\b"
    r"|optimis\w*|finalis\w*|summaris\w*|minimis\w*|maximis\w*|synchronis\w*|customis\w*"
    r"|programmes?\b|grey\b|tyres?\b|cheques?\b|licences?\b|aluminium)"
)
_AMERICAN = re.compile(
    _BEFORE + r"(?:colors?\b|colored\b|favorit\w*|behavior\w*|honor(?:s|ed)?\b|labor\b|neighbor\w*"
    r"|harbors?\b|centers?\b|liters?\b|organiz(?!er)\w*|prioritiz\w*|analyz\w*|apologiz\w*"
    r"|cancel(?:ed|ing)\b|recogniz\w*|normaliz\w*|catalogs?\b|travel(?:ed|ing|ers?)\b"
    r"|label(?:ed|ing)\b|model(?:ed|ing)\b|optimiz(?!er)\w*|finaliz\w*|summariz\w*|minimiz\w*"
    r"|maximiz\w*|synchroniz\w*|customiz\w*|gray\b|tires?\b|checkbook|licenses?\b|aluminum)"
)
"""In small letters alone: names and titles stay as they are. The product's optimizer is one."""
_SLIPS = 2
"""So many may be typing errors: two letters that changed places make the other spelling."""
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
            others = _AMERICAN if zone_name in _BRITISH_ZONES else _BRITISH
            words = others.findall(_QUOTED.sub("", said or ""))
            found += [f"{word} was {what} in {zone_name}: {said[:80]}" for word in words]
    if len(found) > _SLIPS:
        yield from told_few(found)
