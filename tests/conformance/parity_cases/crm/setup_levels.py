"""Service levels, currencies, users and territories, in the words of each door."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, MANAGER
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.crm.words import case, floor_of
from werkzeug.datastructures import MultiDict

from workworld.apps.crm.models import Profile
from workworld.apps.crm.pages.setting_forms import entered
from workworld.apps.crm.service.sla_targets import TargetsSettings
from workworld.apps.crm.service.user_settings import NewUserSettings
from workworld.worlds import World

_DENIED = "INSUFFICIENT_ACCESS_OR_READONLY"


def _levels() -> Iterator[Case]:
    for name, outcome, solved in (
        ("an hour and a day", "ok", "1440"),
        ("solved before answered", "FIELD_INTEGRITY_EXCEPTION", "30"),
    ):
        form = {
            "targets-0-tier": "",
            "targets-0-priority": "High",
            "targets-0-firstResponseMinutes": "60",
            "targets-0-resolutionMinutes": solved,
        }
        yield case(
            "sla_targets.save",
            name,
            outcome,
            mcp=("setServiceLevels", entered(TargetsSettings, MultiDict(form))),
            ui=("/setup/rules/targets", form),
            handle=ADMIN,
        )


def _currencies() -> Iterator[Case]:
    for name, outcome, code in (
        ("pounds", "ok", "GBP"),
        ("the company's own", "FIELD_INTEGRITY_EXCEPTION", "USD"),
        ("none of ours", "NOT_FOUND", "XYZ"),
    ):
        yield case(
            "company_settings.use_currency",
            name,
            outcome,
            mcp=("useCurrency", {"code": code, "is-active": False}),
            ui=(f"/setup/company/currencies/{code}", {"so": "0"}),
            handle=ADMIN,
        )


def _known(world: World, facts: Facts) -> None:
    """The id of a profile."""
    floor = floor_of(world)
    (found,) = floor.rows(select(Profile.id).where(Profile.name == "Sales Rep"))
    facts |= {"rep_profile": str(found.id), "newcomer": floor.people["mchen"]}


def _users() -> Iterator[Case]:
    for name, outcome, person in (
        ("a colleague", "ok", "$newcomer"),
        ("nobody", "FIELD_INTEGRITY_EXCEPTION", "$rep_profile"),
    ):
        form = {
            "personId": person,
            "profileId": "$rep_profile",
            "userRoleId": "",
            "managerId": "",
            "isActive": "1",
        }
        yield case(
            "user_settings.create",
            name,
            outcome,
            mcp=("createUser", {"settings": entered(NewUserSettings, MultiDict(form))}),
            ui=("/setup/users/new", form),
            before=_known,
            handle=ADMIN,
        )


def _territories() -> Iterator[Case]:
    for name, outcome, handle in (("all", "ok", ADMIN), ("by a manager", _DENIED, MANAGER)):
        yield case(
            "territories.run_rules",
            name,
            outcome,
            mcp=("runTerritoryRules", {}),
            ui=("/setup/rules/Territory2/run", {}),
            handle=handle,
        )


CASES = (*_levels(), *_currencies(), *_users(), *_territories())
