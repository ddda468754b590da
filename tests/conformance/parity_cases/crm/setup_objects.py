"""What administrators make of objects, users and the company, in the words of each door."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, MANAGER, REP
from tests.conformance.parity import Case, Facts
from tests.conformance.parity_cases.crm.words import case, doing, floor_of, then
from werkzeug.datastructures import MultiDict

from workworld.apps.crm.models import Group, ObjectPermission, Profile, RecordType
from workworld.apps.crm.pages.setting_forms import entered
from workworld.apps.crm.service import custom_fields, sharing_settings
from workworld.apps.crm.service.company_settings import CompanySettings, RateSettings
from workworld.apps.crm.service.field_types import TYPES
from workworld.apps.crm.service.page_layouts import LayoutSettings
from workworld.apps.crm.service.picklist_settings import ListSettings
from workworld.apps.crm.service.record_type_settings import RecordTypeSettings
from workworld.apps.crm.service.setup_settings import SetupSettings
from workworld.apps.crm.service.sharing_settings import SharingRuleSettings
from workworld.apps.crm.service.user_settings import UserSettings
from workworld.worlds import World

_DENIED = "INSUFFICIENT_ACCESS_OR_READONLY"
_FIELDS = "/setup/objects/Account/fields"
_DOCKS = doing(
    custom_fields.create, ADMIN, sobject="Account", type="Number", settings={"label": "Docks"}
)


def _known(world: World, facts: Facts) -> None:
    """Ids of a profile, a user, a group and a record type."""
    floor = floor_of(world)

    def one(model: Any, column: str, value: str) -> str:
        (found,) = floor.rows(select(model.id).where(getattr(model, column) == value))
        return str(found.id)

    facts |= {
        "rep_profile": one(Profile, "name", "Sales Rep"),
        "finance": one(Profile, "name", "Finance Read Only"),
        "support": one(Group, "name", "Support"),
        "renewal": one(RecordType, "developer_name", "Renewal"),
        "rep": floor.user(REP),
    }


def _settings(of: type[SetupSettings], form: dict[str, Any]) -> dict[str, Any]:
    """What a form holds, as tools take it."""
    return entered(of, MultiDict(form))


def _fields() -> Iterator[Case]:
    number = TYPES["Number"].settings
    for name, outcome, label in (
        ("a number", "ok", "Docks"),
        ("without a label", "REQUIRED_FIELD_MISSING", ""),
    ):
        form = {"label": label, "scale": "0"}
        settings = _settings(number, form)
        yield case(
            "custom_fields.create",
            name,
            outcome,
            mcp=(
                "createCustomField",
                {"sobject-name": "Account", "type": "Number", "settings": settings},
            ),
            ui=(f"{_FIELDS}/new?type=Number", form),
            handle=ADMIN,
        )
    for name, outcome, label in (
        ("another name", "ok", "Gates"),
        ("no name", "REQUIRED_FIELD_MISSING", ""),
    ):
        form = {"label": label, "scale": "1"}
        field = {"sobject-name": "Account", "field": "Docks__c"}
        yield case(
            "custom_fields.change",
            name,
            outcome,
            mcp=("updateCustomField", {**field, "settings": _settings(number, form)}),
            ui=(f"{_FIELDS}/Docks__c", form),
            before=_DOCKS,
            handle=ADMIN,
        )
    for name, outcome, before in (("one", "ok", _DOCKS), ("none", "NOT_FOUND", _known)):
        yield case(
            "custom_fields.delete",
            name,
            outcome,
            mcp=("deleteCustomField", {"sobject-name": "Account", "field": "Docks__c"}),
            ui=(f"{_FIELDS}/Docks__c/delete", {}),
            before=before,
            handle=ADMIN,
        )


def _lists() -> Iterator[Case]:
    form = {
        "values-0-value": "Boiling",
        "values-0-was": "Hot",
        "values-0-active": "1",
        "values-1-value": "Warm",
        "values-1-active": "1",
        "values-1-default": "1",
    }
    values = _settings(ListSettings, form)["values"]
    for name, outcome, field in (
        ("renamed", "ok", "Rating"),
        ("what is needed is missing", "FIELD_INTEGRITY_EXCEPTION", "Status"),
    ):
        yield case(
            "picklist_settings.save",
            name,
            outcome,
            mcp=("setPicklistValues", {"sobject-name": "Lead", "field": field, "entries": values}),
            ui=(f"/setup/objects/Lead/fields/{field}/values", form),
            handle=ADMIN,
        )
    tiers = {"Platinum": [], "Gold": ["Hot"], "Silver": [], "Bronze": []}
    for name, outcome, controller, allowed in (
        ("by the tier", "ok", "Tier__c", tiers),
        ("by a text", "FIELD_INTEGRITY_EXCEPTION", "Name", {}),
    ):
        leading = {"sobject-name": "Account", "field": "Rating", "controller": controller}
        yield case(
            "dependences.save",
            name,
            outcome,
            mcp=("setFieldDependency", {**leading, "allowed": allowed}),
            ui=(
                f"{_FIELDS}/Rating/dependence",
                {"controller": controller, "allowed-1": ["Hot"]},
            ),
            handle=ADMIN,
        )


def _types() -> Iterator[Case]:
    for name, outcome, called in (
        ("one", "ok", "Returns"),
        ("no name", "REQUIRED_FIELD_MISSING", ""),
    ):
        form: dict[str, Any] = {"name": called, "active": "1", "profiles": ["$rep_profile"]}
        settings = _settings(RecordTypeSettings, form)
        yield case(
            "record_type_settings.create",
            name,
            outcome,
            mcp=("createRecordType", {"sobject-name": "Case", "settings": settings}),
            ui=("/setup/objects/Case/record-types/new", form),
            before=_known,
            handle=ADMIN,
        )
    for name, outcome, called in (
        ("one", "ok", "Stay"),
        ("no name", "REQUIRED_FIELD_MISSING", ""),
    ):
        form = {"name": called}
        settings = _settings(RecordTypeSettings, form)
        yield case(
            "record_type_settings.change",
            name,
            outcome,
            mcp=("updateRecordType", {"record-type-id": "$renewal", "settings": settings}),
            ui=("/setup/objects/Opportunity/record-types/$renewal", form),
            before=_known,
            handle=ADMIN,
        )
    for name, outcome, left in (
        ("one section", "ok", "LastName\nCompany\nStatus"),
        ("no field", "FIELD_INTEGRITY_EXCEPTION", "Nowhere"),
    ):
        form = {"sections-0-title": "All", "sections-0-left": left, "sections-0-right": ""}
        sections = _settings(LayoutSettings, form)["sections"]
        yield case(
            "page_layouts.save",
            name,
            outcome,
            mcp=(
                "setPageLayout",
                {"sobject-name": "Lead", "sections": sections, "record-type-id": ""},
            ),
            ui=("/setup/objects/Lead/layouts/usual", form),
            handle=ADMIN,
        )


def _rights() -> Iterator[Case]:
    for name, outcome, deeds in (
        ("reads", "ok", ["read"]),
        ("changes what is hidden", "FIELD_INTEGRITY_EXCEPTION", ["edit"]),
    ):
        held = {"profile-id": "$finance", "sobject-name": "Note", "deeds": deeds}
        yield case(
            "profile_settings.save",
            name,
            outcome,
            mcp=("setObjectPermissions", held),
            ui=("/setup/profiles/$finance", {"may-Note": deeds}),
            before=then(_known, _emptied),
            handle=ADMIN,
        )
    for name, outcome, field in (
        ("hidden", "ok", "Industry"),
        ("the name", "FIELD_INTEGRITY_EXCEPTION", "Name"),
    ):
        asked = {"profile-id": "$finance", "sobject-name": "Account", "access": {field: "hidden"}}
        yield case(
            "profile_settings.save_fields",
            name,
            outcome,
            mcp=("setFieldPermissions", asked),
            ui=("/setup/profiles/$finance/Account", {f"access-{field}": "hidden"}),
            before=_known,
            handle=ADMIN,
        )
    for name, outcome, profile in (
        ("another profile", "ok", "$finance"),
        ("no profile", "FIELD_INTEGRITY_EXCEPTION", "$support"),
    ):
        form = {"profileId": profile, "userRoleId": "", "managerId": "", "isActive": "1"}
        settings = _settings(UserSettings, form)
        yield case(
            "user_settings.change",
            name,
            outcome,
            mcp=("updateUser", {"user-id": "$rep", "settings": settings}),
            ui=("/setup/users/$rep", form),
            before=_known,
            handle=ADMIN,
        )


def _emptied(world: World, facts: Facts) -> None:
    """Finance may do nothing with anything."""
    table: Any = ObjectPermission.__table__
    floor_of(world).change(table.delete().where(table.c.profile_id == facts["finance"]))


def _sharing() -> Iterator[Case]:
    for name, outcome, access in (
        ("read", "ok", "Read"),
        ("by no parent", "FIELD_INTEGRITY_EXCEPTION", "ControlledByParent"),
    ):
        yield case(
            "sharing_settings.set_default",
            name,
            outcome,
            mcp=("setSharingDefault", {"sobject-name": "Account", "access": access}),
            ui=("/setup/sharing/defaults/Account", {"access": access}),
            handle=ADMIN,
        )
    rule = {"sobject": "Lead", "sharedFrom": "$support", "sharedTo": "$support"}
    for name, outcome, called in (
        ("leads", "ok", "Ours"),
        ("no name", "REQUIRED_FIELD_MISSING", ""),
    ):
        form = {**rule, "name": called, "accessLevel": "Read"}
        yield case(
            "sharing_settings.save_rule",
            name,
            outcome,
            mcp=("saveSharingRule", {"settings": _settings(SharingRuleSettings, form)}),
            ui=("/setup/sharing/rules/new", form),
            before=_known,
            handle=ADMIN,
        )
    for name, outcome, handle in (("one", "ok", ADMIN), ("by a manager", _DENIED, MANAGER)):
        yield case(
            "sharing_settings.delete_rule",
            name,
            outcome,
            mcp=("deleteSharingRule", {"rule-id": "$rule"}),
            ui=("/setup/sharing/rules/$rule/delete", {}),
            before=_with_rule,
            handle=handle,
        )


def _with_rule(world: World, facts: Facts) -> None:
    """There is a sharing rule."""
    facts["rule"] = floor_of(world).do(sharing_settings.rules, by=ADMIN)[0].id


def _company() -> Iterator[Case]:
    for name, outcome, called in (
        ("July", "ok", "Calderoute"),
        ("no name", "REQUIRED_FIELD_MISSING", ""),
    ):
        form = {"name": called, "fiscalYearStartMonth": "July", "closedUntil": "2026-01-31"}
        yield case(
            "company_settings.change",
            name,
            outcome,
            mcp=("updateCompany", {"settings": _settings(CompanySettings, form)}),
            ui=("/setup/company/edit", form),
            handle=ADMIN,
        )
    for name, outcome, code in (("euro", "ok", "EUR"), ("own", "FIELD_INTEGRITY_EXCEPTION", "USD")):
        form = {"isoCode": code, "startDate": "2026-03-01", "conversionRate": "0.9"}
        yield case(
            "company_settings.set_rate",
            name,
            outcome,
            mcp=("setConversionRate", {"settings": _settings(RateSettings, form)}),
            ui=("/setup/company/rates/new", form),
            handle=ADMIN,
        )


CASES = (*_fields(), *_lists(), *_types(), *_rights(), *_sharing(), *_company())
