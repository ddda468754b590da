"""What administrators see and change: types, layouts, profiles, users, sharing, the company."""

from collections.abc import Callable

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, MANAGER, REP, SUPPORT, Floor, fields_of
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors, Office

from workworld.apps.crm.models import Group, Profile, RecordType
from workworld.apps.crm.service import page_layouts, record_type_settings, user_settings
from workworld.identity import Authority
from workworld.worlds import World

At = Callable[[str], Pages]
PAGES = (
    "/setup",
    "/setup/objects",
    "/setup/objects/Account",
    "/setup/objects/Account/fields/Industry",
    "/setup/objects/Account/fields/Industry/values",
    "/setup/objects/Case/record-types",
    "/setup/objects/Case/record-types/new",
    "/setup/objects/Case/layouts",
    "/setup/objects/Case/layouts/usual",
    "/setup/users",
    "/setup/profiles",
    "/setup/sharing",
    "/setup/sharing/defaults/Account",
    "/setup/sharing/rules/new",
    "/setup/company",
    "/setup/company/edit",
    "/setup/company/rates/new",
    "/setup/audit",
)


@pytest.fixture
def at(world: World, office: Office, authority: Authority) -> At:
    """Somebody of the company at the pages."""
    return lambda handle: Pages(Doors(world, authority, office.people[handle]))


def profile_of(floor: Floor, name: str) -> str:
    """The id of a profile."""
    (found,) = floor.rows(select(Profile.id).where(Profile.name == name))
    return str(found.id)


def test_the_setup_is_there_for_those_who_do_it_alone(at: At) -> None:
    admin, manager = at(ADMIN), at(MANAGER)
    for path in PAGES:
        admin.read(path)
        manager.read(path, 403)


def test_a_record_type_is_made_and_given_to_profiles(floor: Floor, at: At) -> None:
    pages, support = at(ADMIN), profile_of(floor, "Support Lead")
    pages.submit(
        "/setup/objects/Case/record-types/new",
        name="Returns",
        active="1",
        profiles=[support],
        usual=[],
        **{
            "picklistValues-0-field": "Priority",
            "picklistValues-0-values": "Low\nMedium",
            "picklistValues-0-default": "Low",
        },
    )
    assert "Returns" in pages.words("/setup/objects/Case/record-types")
    (made,) = floor.rows(select(RecordType.id).where(RecordType.developer_name == "Returns"))
    case = floor.create("Case", by=SUPPORT, RecordTypeId=made.id, Subject="Box")
    assert floor.row(case).priority == "Low"
    refused = floor.not_updated(case, by=SUPPORT, Priority="Critical")
    assert set(fields_of(refused)) == {"Priority"}
    hidden = floor.not_created("Case", Subject="Box", RecordTypeId=made.id)
    assert set(fields_of(hidden)) == {"RecordTypeId"}
    wrong = floor.refused(
        record_type_settings.change,
        by=ADMIN,
        record_type_id=made.id,
        settings={"picklistValues": [{"field": "Priority", "values": "Nowhere"}]},
    )
    assert set(fields_of(wrong)) == {"picklistValues-0-values"}


def test_a_layout_decides_what_a_page_shows(floor: Floor, at: At) -> None:
    held = floor.do(page_layouts.show, by=ADMIN, sobject="Account")["sections"]
    kept = [each for each in held if each["title"] != "Address Information"]
    kept[0] = {**kept[0], "title": "Who they are"}
    floor.do(page_layouts.save, by=ADMIN, sobject="Account", sections=kept)
    account = floor.create("Account", BillingCity="Duluth")
    words = at(REP).words(f"/Account/{account}")
    assert "Who they are" in words
    assert "Duluth" not in words
    first = [{"title": "All", "left": "Industry\nIndustry_9"}]
    wrong = floor.refused(page_layouts.save, by=ADMIN, sobject="Account", sections=first)
    assert set(fields_of(wrong)) == {"sections-0-left"}
    lacking = [{"title": "All", "left": "Industry"}]
    wrong = floor.refused(page_layouts.save, by=ADMIN, sobject="Account", sections=lacking)
    assert set(fields_of(wrong)) == {"sections"}


def test_profiles_decide_what_users_do(floor: Floor, at: At) -> None:
    pages, rep = at(ADMIN), profile_of(floor, "Sales Rep")
    path = f"/setup/profiles/{rep}"
    account = floor.create("Account", Industry="Retail")
    page = pages.read(path)
    assert 'name="may-Campaign" value="read" aria-label="Read: Campaign" checked' in page
    held = {f"may-{name}": deeds for name, deeds in _held(page).items()}
    pages.submit(path, **{**held, "may-Account": ["read"]})
    assert floor.not_updated(account, Industry="Energy").code == "INSUFFICIENT_ACCESS_OR_READONLY"
    wrong = pages.submit(path, 422, **{**held, "may-Account": ["edit"]})
    assert "must read them" in wrong
    pages.submit(f"{path}/Account", **{"access-Industry": "hidden"})
    assert "Retail" not in at(REP).words(f"/Account/{account}")


def _held(page: str) -> dict[str, list[str]]:
    """What is ticked in a profile's table, by object."""
    found: dict[str, list[str]] = {}
    for part in page.split('name="may-')[1:]:
        name, _, rest = part.partition('" value="')
        if " checked" in rest.partition(">")[0]:
            found.setdefault(name, []).append(rest.partition('"')[0])
    return found


def test_users_change_their_profile_and_somebody_is_left(floor: Floor, at: At) -> None:
    pages, user = at(ADMIN), floor.user(REP)
    finance = profile_of(floor, "Finance Read Only")
    path = f"/setup/users/{user}"
    pages.submit(path, profileId=finance, userRoleId="", managerId="", isActive="1")
    assert floor.not_created("Account").code == "INSUFFICIENT_ACCESS_OR_READONLY"
    own = floor.user(ADMIN)
    refused = floor.refused(
        user_settings.change, by=ADMIN, user_id=own, settings={"profileId": finance}
    )
    assert set(fields_of(refused)) == {"profileId"}
    wrong = {"managerId": own}
    refused = floor.refused(user_settings.change, by=ADMIN, user_id=own, settings=wrong)
    assert set(fields_of(refused)) == {"managerId"}


def test_sharing_opens_records_and_closes_them_again(floor: Floor, at: At) -> None:
    pages = at(ADMIN)
    account = floor.create("Account", by=ADMIN, Name="Zz hidden")
    reader = at(REP)
    reader.read(f"/Account/{account}", 404)
    pages.submit("/setup/sharing/defaults/Account", access="Read")
    reader.read(f"/Account/{account}")
    pages.submit("/setup/sharing/defaults/Account", access="Private")
    reader.read(f"/Account/{account}", 404)
    wrong = pages.submit("/setup/sharing/defaults/Account", 422, access="ControlledByParent")
    assert "by no parent" in wrong
    (group,) = floor.rows(select(Group.id).where(Group.name == "Support"))
    rule = {"sobject": "Lead", "sharedFrom": group.id, "sharedTo": group.id, "accessLevel": "Edit"}
    pages.submit("/setup/sharing/rules/new", name="Leads for support", **rule)
    words = pages.words("/setup/sharing")
    assert "Leads for support" in words
    assert "New sharing rule" in words


def test_fiscal_years_and_rates_count_from_then_on(floor: Floor, at: At) -> None:
    pages = at(ADMIN)
    pages.submit("/setup/company/edit", name="Calderoute", fiscalYearStartMonth="July")
    assert "July" in pages.words("/setup/company")
    new = "/setup/company/rates/new"
    pages.submit(new, isoCode="EUR", startDate="2026-03-01", conversionRate="0.5")
    words = pages.words("/setup/company")
    assert "EUR 2026-02-01 2026-03-01 0.85" in words
    assert "EUR 2026-03-01 0.5" in words
    assert "EUR 0.5" in words
    wrong = pages.submit(new, 422, isoCode="USD", startDate="2026-03-01", conversionRate="2")
    assert "no other currency" in wrong
    assert "Set the rate of EUR" in pages.words("/setup/audit")
