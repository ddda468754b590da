"""What there is in the CRM, and who sees it, for the gates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session
from tests.gates.apps.crm_sight import MODELS, Sight
from tests.gates.facets import Hidden, Thing

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import (
    Article,
    CaseComment,
    ContentDocument,
    ContentDocumentLink,
    FeedItem,
    ObjectPermission,
    Profile,
    User,
)
from workworld.context import Surface
from workworld.worlds import World

_ARTICLE = "Knowledge__kav"
_EACH = 3
"""How many records of each object are tried."""


def hidden(world: World, person_id: str) -> Sequence[Hidden]:
    """Records that the person does not see."""
    with world.reading() as session:
        sight = Sight(session)
        records = [
            _hidden(session, sobject, row)
            for sobject, row in _records(session)
            if person_id not in sight.of(sobject, row)
        ]
        return [*records, *_drafts(session, person_id)]


def _drafts(session: Session, person_id: str) -> Sequence[Hidden]:
    """Articles that are not online, for those who do not write any."""
    rights = select(ObjectPermission.can_edit, Profile.modifies_all).join(
        Profile, Profile.id == ObjectPermission.profile_id
    )
    of_person = rights.join(User, User.profile_id == Profile.id).where(
        User.person_id == person_id, ObjectPermission.sobject == _ARTICLE
    )
    if any(each.can_edit or each.modifies_all for each in session.execute(of_person)):
        return []
    rows = session.scalars(select(Article).where(Article.status != "Online").order_by(Article.id))
    return [_hidden(session, _ARTICLE, row) for row in rows]


def things(world: World) -> Sequence[Thing]:
    """Some records of each object."""
    with world.reading() as session:
        sight = Sight(session)
        return [_thing(sobject, row, sight) for sobject, row in _records(session)]


def _records(session: Session) -> Iterator[tuple[str, Any]]:
    """The first and the last ones of each object, since stories begin and end with others."""
    for sobject, model in MODELS.items():
        rows = session.scalars(select(model).where(~model.is_deleted).order_by(model.id)).all()
        for row in (*rows[:_EACH], *rows[-_EACH:]):
            yield sobject, row


def name_of(row: Any) -> str:
    """What a record is called, in words that nothing else has."""
    return str(row.subject if hasattr(row, "number") else row.name)


def facts_of(sobject: str, row: Any) -> dict[str, Any]:
    """A record by all names that operations and routes have for it."""
    noun = sobject.lower()
    return {
        "sobject": sobject,
        "record_id": row.id,
        f"{noun}_id": row.id,
        "relationship": "Tasks",
        "children": "Tasks",
    }


def _nobodys(row: Any) -> str:
    """An id as long as another one, of no record that there is."""
    made = record_ids.full(f"{row.id[:9]}zzzzzz")
    assert made is not None
    return made


def _hidden(session: Session, sobject: str, row: Any) -> Hidden:
    # What companies and people are called stands in chat and in the tracker as well.
    words = [getattr(row, "email", None), getattr(row, "description", None)]
    words += [getattr(row, "external_id", None)] if sobject == "Account" else []
    words += [row.summary, row.body] if sobject == _ARTICLE else []
    posts = select(FeedItem.body).where(FeedItem.parent_id == row.id)
    words += session.scalars(posts).all()
    if sobject == "Case":
        said = select(CaseComment.body).where(CaseComment.case_id == row.id)
        words += session.scalars(said).all()
    files = select(ContentDocument.title).join(
        ContentDocumentLink, ContentDocumentLink.document_id == ContentDocument.id
    )
    words += session.scalars(files.where(ContentDocumentLink.linked_id == row.id)).all()
    told = [word for word in words if word]
    return Hidden(facts_of(sobject, row), row.id, _nobodys(row), told)


def _thing(sobject: str, row: Any, sight: Sight) -> Thing:
    words = sorted(set(re.findall(r"\w{4,}", name_of(row))), key=lambda word: (-len(word), word))
    return Thing(
        name=f"{sobject} {name_of(row)}",
        facts=facts_of(sobject, row),
        id=row.id,
        missing=_nobodys(row),
        link=("crm", f"/{sobject}/{row.id}"),
        query=" ".join(words[:4]),
        mark=row.id,
        seers=sight.of(sobject, row),
        searched=frozenset({Surface.UI}),
        has_card=False,
        app_id="crm",
    )
