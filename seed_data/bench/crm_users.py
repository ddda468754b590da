"""Who of the people of load data works with customers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from workworld.seed_data.crm_facts import CrmFacts, UserFact
from workworld.seed_data.facts import CompanyFacts, PersonFact

_AS = {
    "Account Executive": ("Sales Rep", "Customer Success", "dwhitlock"),
    "Customer Success Manager": ("CSM", "Customer Success", "dwhitlock"),
    "Support Engineer": ("Support Agent", "Support Agent", "eboadi"),
    "Finance Partner": ("Finance Read Only", "Finance", "nbarve"),
}
"""What people with a title are to the CRM: profile, role, manager."""


def grown(small: CompanyFacts, staff: Sequence[PersonFact]) -> CrmFacts:
    """The customers of a small company, and users among the people of a large one."""
    known = {each.person for each in small.crm.users}
    more = [
        UserFact(each.key, *_AS[each.title])
        for each in staff
        if each.title in _AS and each.key not in known
    ]
    return replace(small.crm, users=[*small.crm.users, *more])
