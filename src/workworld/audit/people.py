"""What the audit log calls people: everybody may read of everybody."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from workworld.audit.subjects import Subject, subject
from workworld.context import Context
from workworld.directory import people
from workworld.directory.models import Person


@subject(Person)
def _person(ctx: Context, key: Mapping[str, Any]) -> Subject | None:
    known = people.by_ids(ctx.session, [key["id"]])
    url = people.canonical_url(ctx.session, "people", f"/{key['id']}")
    return next((Subject(person.name, url) for person in known.values()), None)
