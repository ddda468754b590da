"""Load data: the tiny company grown to hundreds of people, and as many rows as somebody asks for.

The people and channels are facts as in every company. What there is a great deal of is written
by a module for each app that has some (``fill``), past the facts, in bulk.
"""

from __future__ import annotations

from dataclasses import replace

from workworld.seed_data import tiny
from workworld.seed_data.bench import channels, crm_users, direct, people
from workworld.seed_data.facts import CompanyFacts


def load(scale: int) -> CompanyFacts:
    """The facts of a company in which so many messages will have been written."""
    small = tiny.load()
    staff = people.grown(small, scale)
    return replace(
        small,
        people=staff,
        channels=channels.grown(small, staff, scale),
        direct=direct.grown(small, staff, scale),
        crm=crm_users.grown(small, staff),
    )
