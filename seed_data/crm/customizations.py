"""What the company has made of the CRM's objects: kinds of records, values that hang together."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import yaml
from sqlalchemy import or_, select, update
from sqlalchemy.orm import Session

from workworld.apps.crm.models import (
    FieldSetting,
    PicklistValue,
    Profile,
    RecordType,
    RecordTypeGrant,
)
from workworld.apps.crm.models.records import slot
from workworld.apps.crm.schema import objects
from workworld.clock import to_microseconds
from workworld.seed_data.crm.organization import users_by_key
from workworld.seed_data.crm.writing import Writer
from workworld.seed_data.facts import CompanyFacts

_FILE = Path(__file__).with_name("customizations.yaml")


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert them, and say of what kind the records are that are there."""
    if facts.crm.at is None:
        return
    said = yaml.safe_load(_FILE.read_text(encoding="utf-8"))
    made: dict[str, Any] = {
        "created_us": to_microseconds(facts.crm.at),
        "created_by_id": users_by_key(session, facts.crm)[facts.crm.admin],
    }
    writer = Writer(session)
    _types(session, writer, said["types"], made)
    _dependences(session, writer, said["dependences"], made)
    _fields(session, writer, said["fields"], made)


def _types(
    session: Session, writer: Writer, said: list[dict[str, Any]], made: Mapping[str, Any]
) -> None:
    profiles = dict(session.execute(select(Profile.name, Profile.id)).all())
    kept = ("name", "developer_name", "sobject", "description", "values")
    for each in said:
        own = {name: each[name] for name in kept} | {"defaults": each.get("defaults", {})}
        row = writer.row(RecordType, made["created_us"], made["created_by_id"], **own)
        writer.insert(RecordType, [row])
        grants = [
            {
                "profile_id": profiles[name],
                "record_type_id": row["id"],
                "is_default": name in each["usual"],
            }
            for name in each["profiles"]
        ]
        writer.insert(RecordTypeGrant, grants)
        _assign(session, each["sobject"], row["id"], each["of"])


def _assign(
    session: Session, sobject: str, record_type_id: str, of: Mapping[str, list[str | None]]
) -> None:
    """Say that the records that hold certain values are of a type."""
    table: Any = objects.of_name(sobject).model.__table__
    for column, values in of.items():
        fits = table.c[column].in_([each for each in values if each is not None])
        if None in values:
            fits = or_(fits, table.c[column].is_(None))
        session.execute(update(table).where(fits).values(record_type_id=record_type_id))


def _dependences(
    session: Session, writer: Writer, said: list[dict[str, Any]], made: Mapping[str, Any]
) -> None:
    for each in said:
        names = {
            "name": each["field"],
            **{key: each[key] for key in ("sobject", "controller", "allowed")},
        }
        session.add(FieldSetting(id=writer.next_id("00N"), **names, **made))
    session.flush()  # snapshots are taken of what the database holds


def _fields(
    session: Session, writer: Writer, said: list[dict[str, Any]], made: Mapping[str, Any]
) -> None:
    """Fields that the company has added; of records that fit, some have values."""
    for each in said:
        names = ("sobject", "name", "label", "kind", "help")
        place = each.get("place", 1)
        own = {name: each[name] for name in names if name in each}
        listed = each.get("values", ())
        picklist = f"{each['sobject']}.{each['name']}" if listed else None
        session.add(
            FieldSetting(
                id=writer.next_id("00N"),
                slot=slot(place),
                position=place,
                is_rich=each.get("rich", False),
                length=each.get("length", 255 if listed else 0),
                picklist=picklist,
                default=each.get("default"),
                is_tracked=each.get("tracked", False),
                **own,
                **made,
            )
        )
        for position, value in enumerate(listed):
            is_default = value == each.get("default")
            session.add(
                PicklistValue(
                    picklist=picklist, value=value, position=position, is_default=is_default
                )
            )
        model: Any = objects.of_name(each["sobject"]).model
        for column, held in each.get("of", {}).items():
            for key, value in held.items():
                fits = model.__table__.c[column] == key
                session.execute(update(model).where(fits).values({slot(place): value}))
    session.flush()  # snapshots are taken of what the database holds
