"""How the company has set its CRM up: users, profiles, roles, queues, sharing, currencies."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import yaml
from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.crm import APP, record_ids
from workworld.apps.crm.models import (
    CurrencyType,
    DatedConversionRate,
    FieldPermission,
    Group,
    GroupMember,
    ObjectPermission,
    Organization,
    Profile,
    QueueObject,
    SharingDefault,
    SharingRule,
    User,
    UserRole,
)
from workworld.apps.crm.schema import objects
from workworld.directory.models import AccountKind, Company
from workworld.seed_data.crm.writing import Writer
from workworld.seed_data.crm_facts import CrmFacts, CurrencyFact
from workworld.seed_data.directory import people_by_key
from workworld.seed_data.facts import CompanyFacts
from workworld.zones import zone

_PROFILES = Path(__file__).with_name("profiles.yaml")
_ACTIVITIES = ("Task", "Event", "EmailMessage", "Note")
_SHARING = {
    "Account": "Private",
    "Opportunity": "Private",
    "Case": "Private",
    "Contact": "ControlledByParent",
    "Lead": "Read",
    "Campaign": "Read",
    "Product2": "Read",
    "Pricebook2": "Read",
    "Task": "ControlledByParent",
    "Event": "ControlledByParent",
    "EmailMessage": "ControlledByParent",
    "Note": "ControlledByParent",
    "Knowledge__kav": "Edit",
    "QuickText": "Edit",
    "Macro": "Edit",
}
_LAST_DAY = "9999-12-31"
_FISCAL_YEAR_START = 2


def build(session: Session, facts: CompanyFacts) -> None:
    """Insert it all."""
    setup = _Setup(session, facts)
    setup.organization()
    setup.users()
    setup.profiles()
    setup.groups()
    setup.currencies()


class _Setup:
    """Writes how the company has set itself up; everything is the administrator's work."""

    def __init__(self, session: Session, facts: CompanyFacts) -> None:
        if facts.crm.at is None:
            raise ValueError("nobody says when the CRM was set up")
        self._session, self._facts, self._crm = session, facts, facts.crm
        self._at = facts.crm.at
        self._writer = Writer(session)
        self._people = people_by_key(session)
        self._users = {each.person: self._writer.next_id("005") for each in facts.crm.users}
        self._admin = self._users[facts.crm.admin]
        self._profiles: Mapping[str, Mapping[str, Any]] = {
            each["name"]: {"id": self._writer.next_id("00e"), **each} for each in _read()
        }

    def organization(self) -> None:
        """The one row of the organisation, whose id begins everybody's tokens."""
        company = self._session.scalars(select(Company)).one()
        made = self._row(
            Organization,
            id=record_ids.full(APP.token_prefixes[AccountKind.PERSON].partition("!")[0]),
            name=self._facts.name,
            zone=self._facts.zone,
            company_id=company.id,
            fiscal_year_start=_FISCAL_YEAR_START,
        )
        self._writer.insert(Organization, [made])

    def users(self) -> None:
        """Roles and users."""
        roles = {each.name: self._writer.next_id("00E") for each in self._crm.roles}
        self._writer.insert(
            UserRole,
            [
                self._row(UserRole, id=roles[each.name], name=each.name, parent_id=parent)
                for each in self._crm.roles
                for parent in [roles[each.parent] if each.parent else None]
            ],
        )
        started = {each.key: each.started for each in self._facts.people}
        rows = [
            self._writer.row(
                User,
                max(self._at, self._first_day(started[each.person])),
                self._admin,
                id=self._users[each.person],
                person_id=self._people[each.person],
                profile_id=self._profiles[each.profile]["id"],
                role_id=roles[each.role],
                manager_id=self._users[each.manager] if each.manager else None,
                department=each.department or None,
            )
            for each in self._crm.users
        ]
        self._writer.insert(User, rows)

    def profiles(self) -> None:
        """Profiles, and what each may do."""
        powers = ("views_all", "modifies_all", "manages_setup", "exports")
        rows, permissions, fields = [], [], []
        for name, each in self._profiles.items():
            can = {power: each.get(power, False) for power in powers}
            rows.append(
                self._row(Profile, id=each["id"], name=name, description=each["description"], **can)
            )
            permissions += _permissions(each)
            fields += _field_permissions(each)
        self._writer.insert(Profile, rows)
        self._writer.insert(ObjectPermission, permissions)
        self._writer.insert(FieldPermission, fields)

    def groups(self) -> None:
        """Groups and queues, and what is shared with whom."""
        ids = {each.name: self._writer.next_id("00G") for each in self._crm.groups}
        groups, members, owned = [], [], []
        for each in self._crm.groups:
            group_id = ids[each.name]
            words = "".join(letter if letter.isalnum() else " " for letter in each.name).split()
            groups.append(
                self._row(
                    Group,
                    id=group_id,
                    name=each.name,
                    developer_name="_".join(words),
                    type="Queue" if each.objects else "Regular",
                    email=each.email or None,
                )
            )
            members += [
                self._row(GroupMember, group_id=group_id, user_id=self._users[key])
                for key in each.members
            ]
            owned += [
                self._row(QueueObject, queue_id=group_id, sobject=name) for name in each.objects
            ]
        self._writer.insert(Group, groups)
        self._writer.insert(GroupMember, members)
        self._writer.insert(QueueObject, owned)
        defaults = [{"sobject": name, "access": access} for name, access in _SHARING.items()]
        self._writer.insert(SharingDefault, defaults)
        rules = [
            {
                "id": self._writer.next_id("02c"),
                "sobject": each.sobject,
                "name": each.name,
                "source_group_id": ids[each.source],
                "target_group_id": ids[each.target],
                "access": each.access,
            }
            for each in self._crm.sharing
        ]
        self._writer.insert(SharingRule, rules)

    def currencies(self) -> None:
        """Currencies, with what they were worth since when."""
        types = [
            self._row(
                CurrencyType,
                code=each.code,
                rate=list(each.rates.values())[-1] if each.rates else 1.0,
                decimals=2,
                is_active=True,
                is_corporate=not each.rates,
            )
            for each in self._crm.currencies
        ]
        self._writer.insert(CurrencyType, types)
        rates = [row for each in self._crm.currencies for row in self._rates(each)]
        self._writer.insert(DatedConversionRate, rates)

    def _rates(self, fact: CurrencyFact) -> list[dict[str, Any]]:
        days = [*fact.rates, _LAST_DAY]
        return [
            self._row(
                DatedConversionRate,
                code=fact.code,
                start_date=day,
                next_start_date=days[place + 1],
                rate=rate,
            )
            for place, (day, rate) in enumerate(fact.rates.items())
        ]

    def _row(self, model: Any, **values: Any) -> dict[str, Any]:
        return self._writer.row(model, self._at, self._admin, **values)

    def _first_day(self, day: str) -> datetime:
        morning = datetime.fromisoformat(day).replace(tzinfo=zone(self._facts.zone))
        return morning + timedelta(hours=9)


def _read() -> list[dict[str, Any]]:
    profiles: list[dict[str, Any]] = yaml.safe_load(_PROFILES.read_text(encoding="utf-8"))
    return profiles


def _permissions(profile: Mapping[str, Any]) -> list[dict[str, Any]]:
    """What a profile may do with the records of each object that it may read."""
    given = dict.fromkeys(_ACTIVITIES, "rced") | profile["objects"]
    found = []
    for sobject in objects.objects().values():
        letters = given.get(sobject.name) or _of_parent(sobject, given)
        if "r" not in letters:
            continue
        found.append(
            {
                "profile_id": profile["id"],
                "sobject": sobject.name,
                "can_read": True,
                "can_create": "c" in letters,
                "can_edit": "e" in letters,
                "can_delete": "d" in letters,
                "views_all": "v" in letters,
                "modifies_all": "m" in letters,
            }
        )
    return found


def _of_parent(sobject: objects.SObject, given: Mapping[str, str]) -> str:
    """What may be done with records that belong to others: whoever may edit those, may do all."""
    field = sobject.field(sobject.parent) if sobject.parent else None
    if field is None:
        return ""
    letters = given.get(field.references[0], "")
    if sobject.is_said:
        return "".join(each for each in "r" if each in letters)
    own = "ced" if "e" in letters else ""
    return "".join(each for each in "rvm" if each in letters) + own


def _field_permissions(profile: Mapping[str, Any]) -> list[dict[str, Any]]:
    return [
        {"profile_id": profile["id"], "sobject": name, "field": field, "can_read": can_read}
        for kind, can_read in (("hidden", False), ("read_only", True))
        for name, fields in profile.get(kind, {}).items()
        for field in fields
    ]


def users_by_key(session: Session, crm: CrmFacts) -> dict[str, str]:
    """Ids of the users, by the key that their person has in the facts."""
    people = people_by_key(session)
    found = dict(session.execute(select(User.person_id, User.id)).all())
    return {each.person: found[people[each.person]] for each in crm.users}
