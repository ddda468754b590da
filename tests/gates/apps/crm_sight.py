"""Who sees what in the CRM, worked out from rows and not by the product's rules."""

from __future__ import annotations

from collections import defaultdict
from functools import cached_property
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from workworld.apps.crm.models import (
    Account,
    AccountTeamMember,
    AccountTerritory,
    Case,
    Contact,
    Group,
    GroupMember,
    Lead,
    ObjectPermission,
    Opportunity,
    OpportunityTeamMember,
    Profile,
    Share,
    SharingDefault,
    SharingRule,
    Territory,
    TerritoryMember,
    User,
    UserRole,
)

MODELS: dict[str, Any] = {
    "Account": Account,
    "Contact": Contact,
    "Lead": Lead,
    "Opportunity": Opportunity,
    "Case": Case,
}
"""The objects whose records are tried."""


class Sight:
    """Who sees which records."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.users = list(session.scalars(select(User).where(User.is_active)))
        self._profiles = {each.id: each for each in session.scalars(select(Profile))}
        self._rights = {
            (each.profile_id, each.sobject): each
            for each in session.scalars(select(ObjectPermission))
        }
        self._defaults = dict(
            session.execute(select(SharingDefault.sobject, SharingDefault.access)).all()
        )
        self._parents = dict(session.execute(select(UserRole.id, UserRole.parent_id)).all())
        queues = set(session.scalars(select(Group.id).where(Group.type == "Queue")))
        self._groups: dict[str, set[str]] = defaultdict(set)
        self._members: dict[str, set[str]] = defaultdict(set)
        for member in session.scalars(select(GroupMember)):
            self._groups[member.user_id].add(member.group_id)
            self._members[member.group_id].add(member.user_id)
        self._owning = {
            user.id: {user.id, *self._below(user), *(self._groups[user.id] & queues)}
            for user in self.users
        }

    def _below(self, user: User) -> set[str]:
        return {
            each.id
            for each in self.users
            if user.role_id and user.role_id in self._above(each.role_id)
        }

    def _above(self, role_id: str | None) -> set[str]:
        found: set[str] = set()
        parent = self._parents.get(role_id or "")
        while parent:
            found.add(parent)
            parent = self._parents.get(parent)
        return found

    def of(self, sobject: str, row: Any) -> frozenset[str]:
        """The ids of the people who see a record."""
        return frozenset(u.person_id for u in self.users if self._sees(u, sobject, row))

    def reads(self, person_id: str, sobject: str) -> bool:
        """Whether somebody may read records of an object at all."""
        user = next((each for each in self.users if each.person_id == person_id), None)
        if user is None:
            return False
        profile, right = (
            self._profiles[user.profile_id],
            self._rights.get((user.profile_id, sobject)),
        )
        return bool(profile.views_all or profile.modifies_all or (right and right.can_read))

    def creates(self, person_id: str) -> tuple[str, ...]:
        """The objects of which somebody may create records."""
        user = next((each for each in self.users if each.person_id == person_id), None)
        if user is None:
            return ()
        is_over_all = self._profiles[user.profile_id].modifies_all
        rights = ((name, self._rights.get((user.profile_id, name))) for name in MODELS)
        return tuple(name for name, right in rights if is_over_all or (right and right.can_create))

    def changes(self, person_id: str, sobject: str, row: Any) -> bool:
        """Whether somebody may change a record, so that pages for that are there for them."""
        user = next((each for each in self.users if each.person_id == person_id), None)
        if user is None or not self._sees(user, sobject, row):
            return False
        if self._profiles[user.profile_id].modifies_all:
            return True
        right = self._rights.get((user.profile_id, sobject))
        is_theirs = row.owner_id in self._owning[user.id]
        return bool(right and right.can_edit and (is_theirs or self._edits(user, row.id)))

    def _edits(self, user: User, record_id: str) -> bool:
        return (user.id, record_id) in self._editors

    def _sees(self, user: User, sobject: str, row: Any) -> bool:
        profile = self._profiles[user.profile_id]
        right = self._rights.get((profile.id, sobject))
        over_all = profile.views_all or profile.modifies_all
        if not over_all and (right is None or not right.can_read):
            return False
        if over_all or (right and (right.views_all or right.modifies_all)):
            return True
        default = self._defaults.get(sobject, "Private")
        if default in ("Read", "Edit") or row.owner_id in self._owning[user.id]:
            return True
        if default == "ControlledByParent":
            account = self._session.get(Account, row.account_id) if row.account_id else None
            return account is not None and self._sees(user, "Account", account)
        return self._is_shared(user, sobject, row)

    def _is_shared(self, user: User, sobject: str, row: Any) -> bool:
        grantees = {user.id, *self._groups[user.id]}
        if grantees & self._grantees[row.id] or self._is_on_team(user, sobject, row.id):
            return True
        for rule in self._rules[sobject]:
            owners = self._members[rule.source_group_id]
            if rule.target_group_id in grantees and row.owner_id in owners:
                return True
        if self._is_in_territory(user, sobject, row):
            return True
        return sobject == "Account" and self._has_below(user, row.id)

    def _is_on_team(self, user: User, sobject: str, record_id: str) -> bool:
        return (user.id, record_id) in self._teams.get(sobject, ())

    def _is_in_territory(self, user: User, sobject: str, row: Any) -> bool:
        """Whether a record lies where a user works, or below that, and that opens it."""
        if sobject not in ("Account", "Opportunity"):
            return False
        account_id = row.id if sobject == "Account" else row.account_id
        here = {row.territory_id, *self._lying[account_id]} - {None}
        return any(self._opens(user, sobject, self._territories[each]) for each in here)

    def _opens(self, user: User, sobject: str, here: Territory) -> bool:
        level = here.account_access if sobject == "Account" else here.opportunity_access
        above: Territory | None = here
        while above is not None and (user.id, above.id) not in self._working:
            above = self._territories.get(above.parent_id) if above.parent_id else None
        return above is not None and level != "None"

    def _has_below(self, user: User, account_id: str) -> bool:
        return any(
            each.owner_id in self._owning[user.id] or self._is_on_team(user, name, each.id)
            for name, each in self._records_below[account_id]
        )

    # Read once, since people times records is many.

    @cached_property
    def _editors(self) -> set[tuple[str, str]]:
        team = select(OpportunityTeamMember.user_id, OpportunityTeamMember.opportunity_id)
        rows = self._session.execute(team.where(OpportunityTeamMember.access == "Edit"))
        return {(user_id, record_id) for user_id, record_id in rows}

    @cached_property
    def _grantees(self) -> dict[str, set[str]]:
        found: dict[str, set[str]] = defaultdict(set)
        for share in self._session.scalars(select(Share)):
            found[share.record_id].add(share.grantee_id)
        return found

    @cached_property
    def _rules(self) -> dict[str, list[SharingRule]]:
        found: dict[str, list[SharingRule]] = defaultdict(list)
        for rule in self._session.scalars(select(SharingRule)):
            found[rule.sobject].append(rule)
        return found

    @cached_property
    def _teams(self) -> dict[str, set[tuple[str, str]]]:
        models: dict[str, Any] = {
            "Account": (AccountTeamMember, "account_id"),
            "Opportunity": (OpportunityTeamMember, "opportunity_id"),
        }
        return {
            sobject: {
                (each.user_id, getattr(each, column))
                for each in self._session.scalars(select(model).where(~model.is_deleted))
                if each.access != "None"
            }
            for sobject, (model, column) in models.items()
        }

    @cached_property
    def _territories(self) -> dict[str, Territory]:
        return {each.id: each for each in self._session.scalars(select(Territory))}

    @cached_property
    def _lying(self) -> dict[str | None, set[str]]:
        """Accounts and the territories that they lie in."""
        found: dict[str | None, set[str]] = defaultdict(set)
        for each in self._session.scalars(
            select(AccountTerritory).where(~AccountTerritory.is_deleted)
        ):
            found[each.account_id].add(each.territory_id)
        return found

    @cached_property
    def _working(self) -> set[tuple[str, str]]:
        """Users and the territories in which they work."""
        members = self._session.scalars(select(TerritoryMember))
        return {(each.user_id, each.territory_id) for each in members}

    @cached_property
    def _records_below(self) -> dict[str, list[tuple[str, Any]]]:
        """Deals and cases by their account."""
        found: dict[str, list[tuple[str, Any]]] = defaultdict(list)
        for name in ("Opportunity", "Case"):
            for each in self._session.scalars(select(MODELS[name]).where(~MODELS[name].is_deleted)):
                found[each.account_id].append((name, each))
        return found
