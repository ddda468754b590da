"""Service levels, currencies in use, and new users: set by administrators."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, MANAGER, REP, Floor, fields_of
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm.models import Profile, UserRole
from workworld.apps.crm.service import company_settings, sla_targets, user_settings
from workworld.identity import Authority

FAST = {"tier": "", "priority": "High", "firstResponseMinutes": 15, "resolutionMinutes": 30}


@pytest.fixture
def admin(floor: Floor, authority: Authority) -> Pages:
    """The administrator's pages."""
    return Pages(Doors(floor.world, authority, floor.people[ADMIN]))


def test_new_cases_follow_new_service_levels(floor: Floor, admin: Pages) -> None:
    held = floor.do(sla_targets.show, by=ADMIN)["targets"]
    assert "Edit service levels" in admin.words("/setup/rules")
    form = {}
    others = [each for each in held if (each["tier"], each["priority"]) != ("", "High")]
    for number, each in enumerate([*others, FAST]):
        form |= {f"targets-{number}-{name}": str(value) for name, value in each.items()}
    admin.submit("/setup/rules/targets", **form)
    assert FAST in floor.do(sla_targets.show, by=ADMIN)["targets"]
    case = floor.row(floor.create("Case", by=ADMIN, Subject="Gate", Priority="High"))
    assert case.resolution_due_us - case.first_response_due_us == 15 * 60_000_000


def test_service_levels_that_make_no_sense_are_refused(floor: Floor) -> None:
    def wrong(*targets: dict[str, object]) -> dict[str, str]:
        return fields_of(floor.refused(sla_targets.save, by=ADMIN, targets=list(targets)))

    assert wrong(FAST, FAST) == {"targets-1-priority": "DUPLICATE_VALUE"}
    assert "targets-0-resolutionMinutes" in wrong({**FAST, "resolutionMinutes": 5})
    assert "targets-0-tier" in wrong({**FAST, "tier": "Tin"})
    refused = floor.refused(sla_targets.save, by=MANAGER, targets=[FAST])
    assert refused.code == "INSUFFICIENT_ACCESS_OR_READONLY"


def test_a_currency_that_is_not_in_use_is_given_to_no_record(floor: Floor, admin: Pages) -> None:
    old = floor.create("Account", CurrencyIsoCode="EUR")
    admin.submit("/setup/company/currencies/EUR", so="")
    assert "Inactive" in admin.words("/setup/company")
    refused = floor.not_created("Account", CurrencyIsoCode="EUR")
    assert fields_of(refused) == {"CurrencyIsoCode": "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST"}
    floor.update(old, Phone="555 0101")
    assert 'data-value="EUR"' not in admin.read("/Account/new")
    admin.submit("/setup/company/currencies/EUR", so="1")
    floor.create("Account", CurrencyIsoCode="EUR")
    given = {"code": "USD", "is_active": False}
    assert floor.refused(company_settings.use_currency, by=ADMIN, **given).code
    assert floor.refused(company_settings.use_currency, by=REP, **{**given, "code": "GBP"}).code


def test_somebody_of_the_company_becomes_a_user(
    floor: Floor, admin: Pages, authority: Authority
) -> None:
    handle = "sfontanel"
    newcomer = Pages(Doors(floor.world, authority, floor.people[handle]))
    newcomer.read("/home", 403)
    (profile,) = floor.rows(select(Profile.id).where(Profile.name == "Sales Rep"))
    (role,) = floor.rows(select(UserRole.id).where(UserRole.name == "Customer Success"))
    form = {"personId": floor.people[handle], "profileId": profile.id, "userRoleId": role.id}
    assert "Person" in admin.words("/setup/users/new")
    admin.submit("/setup/users/new", **form, isActive="1")
    newcomer.read("/home")
    again = admin.submit("/setup/users/new", 422, **form, isActive="1")
    assert "does not work with the CRM yet" in again
    refused = floor.refused(user_settings.create, by=MANAGER, settings=form)
    assert refused.code == "INSUFFICIENT_ACCESS_OR_READONLY"
