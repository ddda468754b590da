"""What facts about customers call things, and how columns keep what facts say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.crm.models import Group, Record
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.columns import QUEUE, USER
from workworld.apps.crm.schema.kinds import CENTS, Field, Kind
from workworld.apps.crm.schema.objects import SObject
from workworld.apps.crm.schema.picklists import VALUES
from workworld.clock import to_microseconds
from workworld.seed_data.crm.organization import users_by_key
from workworld.seed_data.crm.writing import Writer
from workworld.seed_data.crm_facts import CrmRecordFact
from workworld.seed_data.facts import CompanyFacts
from workworld.zones import zone

_KEPT: Mapping[Kind, Callable[[Any], Any]] = {
    Kind.CURRENCY: lambda value: round(value * CENTS),
    Kind.DATETIME: to_microseconds,
    Kind.PERCENT: float,
    Kind.DOUBLE: float,
    Kind.DATE: lambda value: date.fromisoformat(value).isoformat(),
}


@dataclass(frozen=True, slots=True)
class Known:
    """Ids by what the facts call things.

    Args:
        users: by the person's key.
        groups: by name.
        records: by key.
        zone: headquarters'.
        now: when the company stands still.
        domain: the company's own.
        company: what it is called.
    """

    users: Mapping[str, str]
    groups: Mapping[str, str]
    records: dict[str, str]
    zone: str
    now: datetime
    domain: str
    company: str
    _fields: dict[str, dict[str, Field]] = field(default_factory=dict)
    """By object, what facts call the fields that they have named so far."""

    def columns(self, model: type[Record], values: Mapping[str, Any]) -> dict[str, Any]:
        """Facts' values as columns keep them.

        Raises:
            ValueError: there is no such column, or it cannot hold the value.
        """
        sobject = objects.of_model(model)
        fields = self._fields.setdefault(sobject.name, {})
        found = {}
        for name, value in values.items():
            if name not in fields:
                fields[name] = _field(sobject, name)
            field = fields[name]
            found[field.column] = None if value is None else self._kept(field, value)
        return found

    def day(self, moment: datetime) -> str:
        """The day of a time, as the company's own calendar has it."""
        return moment.astimezone(zone(self.zone)).date().isoformat()

    def _kept(self, field: Field, value: Any) -> Any:
        if field.kind is Kind.REFERENCE:
            return self._reference(field, value)
        if field.kind in _KEPT:
            return _KEPT[field.kind](value)
        if field.kind in (Kind.PICKLIST, Kind.MULTIPICKLIST):
            return _chosen(field, value)
        if field.kind.is_text and len(str(value)) > field.length:
            raise ValueError(f"{field.name} has room for {field.length} characters: {value}")
        return str(value) if field.kind.is_text else value

    def _reference(self, field: Field, key: str) -> str:
        if USER in field.references and key in self.users:
            return self.users[key]
        if QUEUE in field.references and key in self.groups:
            return self.groups[key]
        try:
            found = self.records[key]
        except KeyError:
            raise ValueError(f"{field.name} names {key}, which is nothing") from None
        prefixes = [objects.of_name(each).prefix for each in field.references]
        if found[:3] not in prefixes:
            raise ValueError(f"{field.name} cannot name {key}")
        return found


def look_up(session: Session, facts: CompanyFacts, writer: Writer) -> Known:
    """What there is once the company has set itself up; every record with a key gets its id.

    Raises:
        ValueError: two records have the same key.
    """
    keyed: dict[str, str] = {}
    for name, records in facts.crm.records.items():
        _name(keyed, objects.of_name(name), records, writer)
    return Known(
        users=users_by_key(session, facts.crm),
        groups=dict(session.execute(select(Group.name, Group.id)).all()),
        records=keyed,
        zone=facts.zone,
        now=facts.now,
        domain=facts.domain,
        company=facts.name,
    )


def _name(
    keyed: dict[str, str], sobject: SObject, records: Sequence[CrmRecordFact], writer: Writer
) -> None:
    named = [each.key for each in records if each.key]
    for key, id in zip(named, writer.next_ids(sobject.prefix, len(named)), strict=True):
        if key in keyed:
            raise ValueError(f"two records are called {key}")
        keyed[key] = id


def _field(sobject: SObject, name: str) -> Field:
    """The field whose column facts call by its name, with or without its ending."""
    columns = {each.column: each for each in sobject.fields.values() if each.column}
    for each in (name, f"{name}_id", f"{name}_us"):
        if each in columns:
            return columns[each]
    raise ValueError(f"{sobject.name} has no column {name}")


def _chosen(field: Field, value: Any) -> str:
    chosen = value if isinstance(value, list) else [value]
    if wrong := [each for each in chosen if each not in VALUES[field.picklist]]:
        raise ValueError(f"{field.name} cannot be {', '.join(map(str, wrong))}")
    return ";".join(chosen)
