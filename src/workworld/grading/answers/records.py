"""People and records as answers."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, ClassVar

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.database import plain_rows
from workworld.directory import models, people, teams
from workworld.directory.words import folded, matching
from workworld.grading.answers.kinds import Kind, Unreadable, said, text_of

_ACCOUNTS = select(models.Person.__table__)
_WITH_ADDRESS = re.compile(r"(?P<name>[^<>()]+?) ?[<(](?P<address>[^<>()\s]+)[>)]")

Find = Callable[[Session, str], str | None]


@dataclass(frozen=True, slots=True)
class Person(Kind[str]):
    """An account: its id, e-mail address, handle, or a name that nobody else has.

    ``Ana Kovač (akovac@…)`` is understood if both are hers. Capitals and accents make no
    difference. The normal form is the id.
    """

    kind: ClassVar[str] = "person"

    def read(self, answer: Any, session: Session) -> str:
        """See ``Kind``."""
        text = " ".join(text_of(answer, "a person").split())
        if text in people.by_ids(session, [text]):
            return text
        if text.startswith("@") and (account := people.by_handle(session, text[1:].lower())):
            return account.id
        found = _called(session, text)
        if not found and (both := _WITH_ADDRESS.fullmatch(text)):
            found = _called(session, both["name"]) & _called(session, both["address"])
        if not found:
            raise Unreadable(f"nobody is called {said(text)}")
        if len(found) > 1:
            raise Unreadable(f"{len(found)} people are called {said(text)}")
        return found.pop()

    def schema(self) -> dict[str, Any]:
        """See ``Kind``."""
        return {"type": self.kind}


@dataclass(frozen=True, slots=True)
class Record(Kind[str]):
    """Something of an app, such as a channel or a deal.

    Args:
        find: the id of what somebody calls so, None if there is none or several. It has to know
            things by their id as well, since truths are given so.
        noun: what it is called in rubrics and reasons.
    """

    kind: ClassVar[str] = "record"
    find: Find
    noun: str = "record"

    def read(self, answer: Any, session: Session) -> str:
        """See ``Kind``."""
        found = self.find(session, text_of(answer, f"the name or id of a {self.noun}"))
        if found is None:
            raise Unreadable(f"there is no one {self.noun} that is called {said(answer)}")
        return found

    def schema(self) -> dict[str, Any]:
        """See ``Kind``."""
        return {"type": self.kind, "noun": self.noun}


def team(session: Session, text: str) -> str | None:
    """The id of the team with this id or name: a ``find`` for ``Record``."""
    names = teams.names(session)
    wanted = folded(text)
    found = [key for key, name in names.items() if text == key or folded(name) == wanted]
    return found[0] if len(found) == 1 else None


def _called(session: Session, text: str) -> set[str]:
    """The ids of all accounts that bear this name, handle or address."""
    wanted = folded(text.removeprefix("@"))
    rows = plain_rows(session, models.Person, matching(_ACCOUNTS, wanted), {}) if wanted else []
    return {row.id for row in rows if wanted in _names(row)}


def _names(person: models.Person) -> set[str]:
    return {
        folded(name) for name in (person.name, person.display_name, person.handle, person.email)
    }
