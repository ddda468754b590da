"""The pages on which administrators write rules, templates and hours."""

from __future__ import annotations

import re

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, MANAGER, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm.models import AssignmentEntry, DuplicateRule, EmailTemplate, ValidationRule
from workworld.identity import Authority

RULE = {
    "sobject": "Account",
    "name": "No_Shouting",
    "errorConditionFormula": 'CONTAINS(Name, "!")',
    "errorMessage": "Names do not shout.",
    "errorDisplayField": "Name",
    "isActive": "1",
}


@pytest.fixture
def admin(floor: Floor, authority: Authority) -> Pages:
    """The pages of whoever sets the CRM up."""
    return Pages(Doors(floor.world, authority, floor.people[ADMIN]))


def test_a_validation_rule_is_written_checked_and_deleted(floor: Floor, admin: Pages) -> None:
    new = "/setup/rules/ValidationRule/new"
    wrong = {**RULE, "errorConditionFormula": "CONTAINS(Nome, 1)"}
    assert "Field Nome does not exist" in admin.submit(new, 422, **wrong)
    assert "does not exist" in admin.submit(new, 200, **wrong, deed="check")
    assert "No syntax errors" in admin.submit(new, 200, **RULE, deed="check")
    assert admin.submit(new, **RULE).endswith("/setup/rules#ValidationRule")
    (rule,) = floor.rows(select(ValidationRule.id).where(ValidationRule.name == "No_Shouting"))
    path = f"/setup/rules/ValidationRule/{rule.id}"
    assert "Names do not shout." in admin.read(path)
    admin.submit(f"{path}/active", so="")
    assert not floor.rows(
        select(ValidationRule.id).where(ValidationRule.id == rule.id, ValidationRule.is_active)
    )
    assert "Delete No_Shouting" in admin.read(f"{path}/delete")
    admin.submit(f"{path}/delete")
    admin.read(path, 404)


def test_rows_are_added_and_removed_before_anything_is_saved(floor: Floor, admin: Pages) -> None:
    new = "/setup/rules/AssignmentRule/new"
    row = {"entries-0-formula": "TRUE", "entries-0-assigneeId": floor.user("eboadi")}
    form = {"sobject": "Lead", "name": "All to Efua", "isActive": "1", **row}
    more = admin.submit(new, 200, **form, deed="add-entries")
    assert 'name="entries-1-formula"' in more
    assert f'value="{floor.user("eboadi")}"' in more
    fewer = admin.submit(new, 200, **form, **{"entries-1-formula": "x"}, deed="remove-entries-0")
    assert re.search(r'name="entries-0-formula"[^>]*>\s*x', fewer)
    admin.submit(new, **form)
    found = floor.rows(
        select(AssignmentEntry.formula).where(AssignmentEntry.assignee_id == floor.user("eboadi"))
    )
    assert [each.formula for each in found] == ["TRUE"]


def test_a_template_is_looked_at_before_it_is_saved(floor: Floor, admin: Pages) -> None:
    contact = floor.create("Contact", FirstName="Ifeoma", LastName="Okonjo")
    form = {
        "name": "Hello",
        "relatedType": "",
        "subject": "Hi {{Contact.FirstName}}",
        "body": "{{Contact.Nonsense}}",
        "isActive": "1",
    }
    shown = admin.submit(
        "/setup/rules/EmailTemplate/new", 200, **form, deed="preview", record=contact
    )
    assert "Hi Ifeoma" in shown
    assert "Nothing stands for: Contact.Nonsense" in shown
    admin.submit("/setup/rules/EmailTemplate/new", **form)
    assert floor.rows(select(EmailTemplate.id).where(EmailTemplate.name == "Hello"))


def test_several_ways_to_be_alike_are_ticked(floor: Floor, admin: Pages) -> None:
    form: dict[str, str | list[str]] = {
        "sobject": "Lead",
        "name": "Twins",
        "position": "2",
        "against": "Contact",
        "matchers": ["email", "name and company"],
        "action": "Block",
    }
    admin.submit("/setup/rules/DuplicateRule/new", **form)
    (rule,) = floor.rows(select(DuplicateRule).where(DuplicateRule.name == "Twins"))
    assert rule[0].matchers == ["email", "name and company"]
    assert not rule[0].is_active


def test_others_are_refused(floor: Floor, authority: Authority, admin: Pages) -> None:
    pages = Pages(Doors(floor.world, authority, floor.people[MANAGER]))
    for path in ("/setup/rules", "/setup/rules/ValidationRule/new"):
        pages.read(path, 403)
    pages.submit("/setup/rules/ValidationRule/new", 403, **RULE)
    admin.read("/setup/rules/Nothing/new", 404)
