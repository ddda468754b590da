"""People as the tracker's pages show them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from workworld.apps.tracker.service import site
from workworld.directory.models import Person
from workworld.doors.web import Avatar


@dataclass(frozen=True, slots=True)
class Face:
    """Somebody's picture and name."""

    id: str
    name: str
    handle: str
    avatar: Avatar

    @classmethod
    def of(cls, row: Person) -> Face:
        """Of an account."""
        name = site.called(row)
        return cls(row.id, name, row.handle, Avatar.of(row.id, name))


def face_of(people: Mapping[str, Person], person_id: str | None) -> Face | None:
    """Of an id among accounts that were looked up; None of nobody."""
    row = people.get(person_id) if person_id else None
    return Face.of(row) if row else None
