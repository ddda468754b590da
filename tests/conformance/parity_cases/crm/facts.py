"""What cases of the CRM speak of."""

from __future__ import annotations

from sqlalchemy import select
from tests.conformance.parity import Facts

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import Group, ListView, User
from workworld.directory.models import Person
from workworld.worlds import World

_PREFIXES = (
    ("account", "001"),
    ("contact", "003"),
    ("user", "005"),
    ("deal", "006"),
    ("task", "00T"),
    ("lead", "00Q"),
    ("campaign", "701"),
    ("case", "500"),
    ("quote", "0Q0"),
    ("view", "00B"),
    ("report", "00O"),
    ("dashboard", "01Z"),
    ("folder", "00l"),
    ("import", "0IM"),
    ("post", "0D5"),
)


def facts(world: World) -> Facts:
    """Ids of users by their people's handles, and the following.

    ``queue`` is that of the support's first line; ``no_deal`` and the like are ids of records that
    there are not, one for each object.
    """
    with world.reading() as session:
        users = select(Person.handle, User.id).join(User, User.person_id == Person.id)
        known = dict(session.execute(users).all())
        queue = session.scalars(select(Group.id).where(Group.name == "Support Tier 1")).one()
        views = select(ListView.id).where(ListView.sobject == "Lead", ListView.is_standard)
        view = session.scalars(views.order_by(ListView.id)).first() or ""
    missing = {f"no_{name}": _missing(prefix) for name, prefix in _PREFIXES}
    return known | missing | {"queue": queue, "all_leads": view}


def _missing(prefix: str) -> str:
    """A well-formed id that no record has."""
    return record_ids.full(f"{prefix}Ww0000999999") or ""
