"""All data as files: for administrators, under field security, written down."""

from __future__ import annotations

import csv
import io
import zipfile

from sqlalchemy import select, update
from tests.apps.crm.floor import ADMIN, MANAGER, Floor
from tests.apps.crm.report_kit import Pages, shown
from tests.kit import Doors

from workworld.apps.crm.models import Account, Export, Opportunity, Profile
from workworld.apps.crm.service import data_exports


def test_all_records_leave_with_the_fields_that_one_may_see(floor: Floor) -> None:
    extracts = {each.sobject.name: each for each in floor.do(data_exports.take, by=ADMIN)}
    for name, model in (("Account", Account), ("Opportunity", Opportunity)):
        there = floor.rows(select(model.id).where(~model.is_deleted))
        assert len(extracts[name].rows) == len(there)
    assert "User" not in extracts
    (row,) = floor.rows(select(Export.kind, Export.name, Export.rows, Export.user_id))
    total = sum(len(each.rows) for each in extracts.values())
    assert tuple(row) == ("Data", "All data", total, floor.user(ADMIN))


def test_others_take_nothing(floor: Floor, doors: Doors) -> None:
    for operation in (data_exports.offered, data_exports.list, data_exports.take):
        assert floor.refused(operation, by=MANAGER).code == "INSUFFICIENT_ACCESS_OR_READONLY"
    Pages(floor, doors).read("/setup/export", 403)
    admin = Profile.id.in_(select(Profile.id).where(Profile.manages_setup))
    floor.change(update(Profile).where(admin).values(exports=False))
    assert floor.refused(data_exports.take, by=ADMIN).code == "INSUFFICIENT_ACCESS"


def test_a_file_holds_a_table_for_each_object_that_was_asked(floor: Floor, doors: Doors) -> None:
    admin = Pages(floor, doors, ADMIN)
    answers = [admin.file("/setup/export", object=["Lead", "Account"]) for _ in range(2)]
    assert answers[0] == answers[1]
    packed = zipfile.ZipFile(io.BytesIO(answers[0]))
    assert packed.namelist() == ["Account.csv", "Lead.csv"]
    lines = list(csv.DictReader(io.StringIO(packed.read("Account.csv").decode("utf-8-sig"))))
    names = {row.name for row in floor.rows(select(Account.name).where(~Account.is_deleted))}
    assert {line["Name"] for line in lines} == names
    assert "Accounts, Leads" in shown(admin.read("/setup/export"))
