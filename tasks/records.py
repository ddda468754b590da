"""Records of the CRM as oracles read and change them, and as a persona is known to see them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from datetime import date
from typing import Any

from sqlalchemy import text
from sqlalchemy.orm import Session

from workworld.apps.crm.service import queries
from workworld.calls import perform
from workworld.context import Actor
from workworld.errors import Refused
from workworld.grading import Allowed, Episode, Matching
from workworld.worlds import World

Row = Mapping[str, Any]
_NOTED = ("modified_us", "modified_by_id", "version")
_BY_CLOCK = ("first_response_due_us", "resolution_due_us", "sla_state")
"""What follows from a case's priority: until when it must be answered."""


def rows(episode: Episode, query: str) -> list[Row]:
    """What a query in SOQL finds, read to the end."""
    answer = episode.use("soqlQuery", q=query).json()
    found: list[Row] = answer["records"]
    while not answer["done"]:
        locator = answer["nextRecordsUrl"].rsplit("/", 1)[1]
        answer = episode.use("soqlQueryMore", locator=locator).json()
        found += answer["records"]
    return found


def user_ids(episode: Episode) -> dict[str, str]:
    """The ids of the active users by their names."""
    query = "SELECT Id, Name FROM User WHERE IsActive = true ORDER BY Name"
    return {each["Name"]: each["Id"] for each in rows(episode, query)}


def named(episode: Episode, sobject: str, name: str, fields: str = "Id") -> list[Row]:
    """The records of exactly this name that the persona sees.

    Args:
        episode: in which they are looked for.
        sobject: such as ``Account``.
        name: theirs.
        fields: what is told of them, joined with commas.
    """
    escaped = name.replace("\\", "\\\\").replace("'", "\\'")
    query = f"SELECT {fields} FROM {sobject} WHERE Name = '{escaped}'"  # noqa: S608 - it is SOQL
    return rows(episode, query)


def change(episode: Episode, sobject: str, record_id: str, **values: Any) -> None:
    """Change fields of a record, by their API names."""
    episode.use("updateSobjectRecord", **{"sobject-name": sobject, "id": record_id, "body": values})


def finds(table: str) -> Callable[[Session, str], str | None]:
    """How answers find a record of a table: by its id, or by a name that no other one bears."""
    named = "(id = :said OR name = :said) AND NOT is_deleted"
    query = text(f"SELECT id FROM {table} WHERE {named} LIMIT 2")  # noqa: S608 - names are ours

    def find(session: Session, said: str) -> str | None:
        found = session.scalars(query, {"said": said}).all()
        return str(found[0]) if len(found) == 1 else None

    return find


def told_apart(found: Sequence[Row]) -> list[Row]:
    """The records whose names are no part of another one's, so that a text can mean but one."""
    names = [str(each["Name"]) for each in found]
    return [each for each in found if sum(str(each["Name"]) in name for name in names) == 1]


def seen_by(world: World, person_id: str, query: str) -> list[Row]:
    """What somebody finds by a query; nothing if they have no access to that.

    Args:
        world: where a task is prepared.
        person_id: theirs.
        query: in SOQL, for at most 2,000 records.
    """
    try:
        return list(perform(world, Actor(person_id), queries.query, q=query).records)
    except Refused:
        return []


def becomes(table: str, record_id: str, *following: str, **values: Any) -> Allowed:
    """The change of fields of a record.

    Args:
        table: in which it is kept.
        record_id: which one.
        following: columns that the CRM changes of its own accord when these fields change.
        values: what its columns hold then.
    """
    only = (*values, *following, *_NOTED)
    return Allowed(table, "update", {"id": record_id, **values}, only=only)


def remembered(record_id: str, *fields: str) -> Allowed:
    """The notes in a record's history that these fields, by API name, have changed."""
    one_of = Matching(" or ".join(fields), lambda each: each in fields)
    where = {"record_id": record_id, "field": one_of}
    return Allowed("crm_field_history", "insert", where, at_most=len(fields))


def task_opened(subject: str, record_id: str, owner_id: str, day: date) -> Allowed:
    """An open task is made about a record.

    Args:
        subject: of the task.
        record_id: what it is related to, such as a deal.
        owner_id: the user who is to do it.
        day: when it is due.
    """
    where = {
        "subject": subject,
        "what_id": record_id,
        "owner_id": owner_id,
        "activity_date": day.isoformat(),
        "subtype": "Task",
        "is_closed": False,
    }
    return Allowed("crm_tasks", "insert", where)


def prioritized(case_id: str, priority: str) -> Allowed:
    """A case gets another priority, and with it other times by which something is due."""
    only = ("priority", *_BY_CLOCK, *_NOTED)
    return Allowed("crm_cases", "update", {"id": case_id, "priority": priority}, only=only)


def due_otherwise(case_ids: Sequence[str]) -> Allowed:
    """What is due in these cases is due at other times."""
    of_these = Matching("one of the cases", lambda each: each in case_ids)
    where = {"case_id": of_these}
    return Allowed("crm_case_milestones", "update", where, at_most=4 * len(case_ids))
