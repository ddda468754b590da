"""What a company's workspace has settled on, and the groups that are mentioned in it."""

from __future__ import annotations

from sqlalchemy.orm import Session

from workworld.apps.chat.models import Settings, UserGroup, UserGroupMember
from workworld.clock import to_microseconds
from workworld.directory import people
from workworld.ids import Ids
from workworld.seed_data.directory import people_by_key
from workworld.seed_data.facts import CompanyFacts


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert the settings, as they are at first, and the user groups."""
    session.add(Settings(company_id=people.company(session).id))
    ids, keys = Ids(session), people_by_key(session)
    for fact in facts.groups:
        made = to_microseconds(fact.created) // 1_000_000
        group = UserGroup(
            id=ids.next_id("S"),
            name=fact.name,
            handle=fact.handle,
            description=fact.description,
            channel_ids=[],
            created=made,
            updated=made,
            creator_id=keys[fact.creator],
            updated_by=keys[fact.creator],
        )
        session.add(group)
        session.flush()  # members refer to it
        session.add_all(
            UserGroupMember(group_id=group.id, person_id=keys[key]) for key in fact.members
        )
