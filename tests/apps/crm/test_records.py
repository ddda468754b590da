"""Records: what is taken, refused, kept and brought back, whatever the object."""

from __future__ import annotations

from typing import Any

import pytest
from tests.apps.crm.floor import ADMIN, FINANCE, MANAGER, REP, Floor, fields_of

from workworld.apps.crm import record_ids
from workworld.apps.crm.service import records


def test_an_id_has_the_check_characters_of_the_vendor() -> None:
    # The pair is from the vendor's own documentation of the case-insensitive form.
    assert record_ids.full("001D000000IqhSL") == "001D000000IqhSLIAZ"
    assert record_ids.full("001D000000IqhSLIAZ") == "001D000000IqhSLIAZ"
    assert record_ids.full("001D000000IqhSLAAA") is None
    assert record_ids.full("no id") is None


def test_a_record_is_read_with_its_defaults(floor: Floor) -> None:
    made = floor.create("Account", Name="  Larkspur  ", AnnualRevenue=12.345, Type="customer")

    found = floor.do(records.get, sobject="account", record_id=made[:15]).values

    assert found["Name"] == "Larkspur"
    assert found["AnnualRevenue"] == 1235, "amounts are kept in hundredths, rounded half up"
    assert found["Type"] == "Customer", "a picklist's value is kept as the list has it"
    assert found["CurrencyIsoCode"] == "USD"
    assert found["OwnerId"] == found["CreatedById"] == floor.user(REP)


@pytest.mark.parametrize(
    ("values", "field", "code"),
    [
        ({"Name": " "}, "Name", "REQUIRED_FIELD_MISSING"),
        ({"Nonsense": 1}, "Nonsense", "INVALID_FIELD"),
        ({"CreatedDate": "2026-01-01"}, "CreatedDate", "INVALID_FIELD_FOR_INSERT_UPDATE"),
        ({"Name": "n" * 256}, "Name", "STRING_TOO_LONG"),
        ({"Name": 7}, "Name", "JSON_PARSER_ERROR"),
        ({"AnnualRevenue": "plenty"}, "AnnualRevenue", "JSON_PARSER_ERROR"),
        ({"AnnualRevenue": "Infinity"}, "AnnualRevenue", "JSON_PARSER_ERROR"),
        ({"AnnualRevenue": 10**17}, "AnnualRevenue", "NUMBER_OUTSIDE_VALID_RANGE"),
        ({"NumberOfEmployees": 2.5}, "NumberOfEmployees", "JSON_PARSER_ERROR"),
        ({"Renewal_Date__c": "17.3.2026"}, "Renewal_Date__c", "JSON_PARSER_ERROR"),
        ({"Renewal_Date__c": "2026-02-30"}, "Renewal_Date__c", "JSON_PARSER_ERROR"),
        ({"Type": "Friend"}, "Type", "INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST"),
        ({"ParentId": "001"}, "ParentId", "MALFORMED_ID"),
        ({"ParentId": "0035g00000LnkAbAAA"}, "ParentId", "MALFORMED_ID"),
        ({"ParentId": "0015g00000Lnk12"}, "ParentId", "INVALID_CROSS_REFERENCE_KEY"),
        ({"ParentId": "0035g00000Lnk12"}, "ParentId", "FIELD_INTEGRITY_EXCEPTION"),
        ({"ParentId": ["x"]}, "ParentId", "MALFORMED_ID"),
    ],
)
def test_a_value_that_does_not_fit_is_refused_at_its_field(
    floor: Floor, values: dict[str, Any], field: str, code: str
) -> None:
    refusal = floor.not_created("Account", **values)

    assert fields_of(refusal) == {field: code}


def test_all_that_is_wrong_is_told_at_once(floor: Floor) -> None:
    refusal = floor.not_created("Contact", Email="nobody", Birthdate="soon", Phone="1" * 41)

    assert fields_of(refusal) == {
        "Email": "INVALID_EMAIL_ADDRESS",
        "Birthdate": "JSON_PARSER_ERROR",
        "Phone": "STRING_TOO_LONG",
    }


def test_all_missing_fields_are_named_together(floor: Floor) -> None:
    refusal = floor.refused(records.create, sobject="Lead", values={"FirstName": "Mai"})

    assert refusal.code == "REQUIRED_FIELD_MISSING"
    assert set(fields_of(refusal)) == {"LastName", "Company"}


def test_a_parent_may_be_named_by_its_external_id(floor: Floor) -> None:
    account = floor.create("Account", External_Id__c="ERP-7")

    contact = floor.create("Contact", Account={"External_Id__c": "ERP-7"})

    assert floor.row(contact).account_id == account
    refusal = floor.not_created("Contact", Account={"External_Id__c": "ERP-8"})
    assert fields_of(refusal) == {"AccountId": "INVALID_FIELD"}


def test_a_change_leaves_the_rest_and_counts_versions(floor: Floor) -> None:
    made = floor.create("Account", Industry="Retail")

    floor.update(made, Phone="+1 617 555 0199")

    row = floor.row(made)
    assert (row.industry, row.phone, row.version) == ("Retail", "+1 617 555 0199", 2)
    assert row.modified_us > row.created_us


def test_whoever_saves_an_older_version_is_told_who_was_faster(floor: Floor) -> None:
    made = floor.create("Account")
    floor.update(made, by=MANAGER, Industry="Retail")

    refusal = floor.refused(
        records.update, sobject="Account", record_id=made, values={"Phone": "1"}, version=1
    )

    assert refusal.code == "ENTITY_MODIFIED"
    assert getattr(refusal, "by_id", "") == floor.user(MANAGER)


def test_what_is_required_cannot_be_emptied(floor: Floor) -> None:
    made = floor.create("Account")

    assert fields_of(floor.not_updated(made, Name=None)) == {"Name": "REQUIRED_FIELD_MISSING"}


def test_a_deleted_record_is_gone_until_it_is_restored(floor: Floor) -> None:
    made = floor.create("Account")
    floor.delete(made, by=ADMIN)

    refusal = floor.refused(records.get, sobject="Account", record_id=made)
    assert refusal.code == "ENTITY_IS_DELETED"

    floor.restore(made, by=ADMIN)
    assert floor.do(records.get, sobject="Account", record_id=made).id == made
    again = floor.refused(records.restore, by=ADMIN, sobject="Account", record_id=made)
    assert again.code == "UNDELETE_FAILED"


def test_an_upsert_creates_once_and_changes_then(floor: Floor) -> None:
    asked = {"sobject": "Account", "field": "External_Id__c", "value": "ERP-9"}

    first = floor.do(records.upsert, values={"Name": "One"}, **asked)
    second = floor.do(records.upsert, values={"Name": "Two"}, **asked)

    assert (first.values["created"], second.values["created"]) == (True, False)
    assert first.id == second.id
    assert floor.row(first.id).name == "Two"


def test_an_external_id_of_several_records_names_none(floor: Floor) -> None:
    for _ in range(2):
        floor.create("Account", External_Id__c="ERP-1")

    refusal = floor.refused(
        records.upsert, sobject="Account", field="External_Id__c", value="ERP-1", values={}
    )

    assert refusal.code == "DUPLICATE_EXTERNAL_ID"


def test_a_clone_has_the_same_values_and_belongs_to_whoever_made_it(floor: Floor) -> None:
    made = floor.create("Account", by=MANAGER, Industry="Retail", External_Id__c="ERP-2")
    changed = {"Name": "Larkspur Two"}

    copy = floor.do(records.clone, by=ADMIN, sobject="Account", record_id=made, values=changed).id

    row = floor.row(copy)
    assert (row.name, row.industry, row.external_id) == ("Larkspur Two", "Retail", None)
    assert row.owner_id == floor.user(ADMIN)


def test_who_only_reads_creates_and_changes_nothing(floor: Floor) -> None:
    made = floor.create("Account")

    assert floor.not_created("Account", by=FINANCE).code == "INSUFFICIENT_ACCESS_OR_READONLY"
    refusal = floor.not_updated(made, by=FINANCE, Phone="1")
    assert refusal.code in ("INSUFFICIENT_ACCESS_OR_READONLY", "NOT_FOUND")


@pytest.mark.parametrize("name", ["Nonsense", "crm_accounts", ""])
def test_an_object_that_there_is_not_is_told_so(floor: Floor, name: str) -> None:
    refusal = floor.refused(records.get, sobject=name or "x", record_id="0015g00000Lnk12")

    assert refusal.code == "INVALID_TYPE"


def test_who_is_no_user_of_the_crm_is_told_so(floor: Floor) -> None:
    refusal = floor.refused(
        records.get, by="jwikstrand", sobject="Account", record_id="0015g00000Lnk12"
    )

    assert refusal.code == "INSUFFICIENT_ACCESS"
