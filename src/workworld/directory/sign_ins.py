"""Who signed in when, and who tried in vain.

It is noted at the door, outside of operations and steps: to come in changes nothing of the company.
"""

from __future__ import annotations

import re
from typing import Literal
from zlib import crc32

from sqlalchemy.orm import Session

from workworld.clock import Clock
from workworld.directory.models import SignIn

Outcome = Literal["success", "wrong_password", "locked", "inactive"]
_UNKNOWN = "Unknown"
_BROWSERS = (
    ("Edge", re.compile(r"Edg/(\d+)")),
    ("Opera", re.compile(r"OPR/(\d+)")),
    ("Firefox", re.compile(r"Firefox/(\d+)")),
    ("Chrome", re.compile(r"(?:Headless)?Chrome/(\d+)")),
    ("Safari", re.compile(r"Version/(\d+)[\d.]* (?:Mobile/\S+ )?Safari/")),
)
_PLATFORMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows NT 10", "Windows 10"),
    ("Windows", "Windows"),
    ("Mac OS X", "Mac OSX"),
    ("Linux", "Linux"),
)
_NETWORK, _HOSTS = "198.51.100", 254


def note(session: Session, person_id: str, outcome: Outcome, agent: str) -> None:
    """Note that somebody signed in, or tried to.

    Args:
        session: of the world where they did.
        person_id: whose account it is.
        outcome: what came of it.
        agent: what the browser says that it is.
    """
    made = SignIn(
        person_id=person_id,
        time_us=Clock(session).now_us(),
        outcome=outcome,
        browser=browser_of(agent),
        platform=platform_of(agent),
        address=address_of(person_id),
    )
    session.add(made)


def browser_of(agent: str) -> str:
    """``Firefox 140``, or ``Unknown``: what a browser says that it is, in short."""
    for name, said in _BROWSERS:
        if found := said.search(agent):
            return f"{name} {found[1][:4]}"
    return _UNKNOWN


def platform_of(agent: str) -> str:
    """On what a browser says that it runs."""
    return next((name for said, name in _PLATFORMS if said in agent), _UNKNOWN)


def address_of(person_id: str) -> str:
    """From where somebody comes: always the same address, of the range of RFC 5737."""
    return f"{_NETWORK}.{crc32(person_id.encode()) % _HOSTS + 1}"
