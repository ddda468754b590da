"""Records of the CRM as oracles read and change them, and as a persona is known to see them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from workworld.apps.crm.service import queries
from workworld.calls import perform
from workworld.context import Actor
from workworld.errors import Refused
from workworld.grading import Episode
from workworld.worlds import World

Row = Mapping[str, Any]


def rows(episode: Episode, query: str) -> list[Row]:
    """What a query in SOQL finds, read to the end."""
    answer = episode.use("soqlQuery", q=query).json()
    found: list[Row] = answer["records"]
    while not answer["done"]:
        locator = answer["nextRecordsUrl"].rsplit("/", 1)[1]
        answer = episode.use("soqlQueryMore", locator=locator).json()
        found += answer["records"]
    return found


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
