"""The field history: who changed what, for those who may know."""

from __future__ import annotations

from sqlalchemy import select, update
from tests.apps.crm.floor import ADMIN, MANAGER, REP, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm.models import FieldChange, User
from workworld.apps.crm.service import histories
from workworld.identity import Authority


def test_changes_are_told_with_both_values_and_by_whom(floor: Floor) -> None:
    deal = floor.create("Opportunity", Amount=10)
    floor.update(deal, by=ADMIN, Amount=12.5, CloseDate="2026-05-01", NextStep="Not tracked")
    found = floor.do(histories.list, record_id=deal[:15])
    told = {each.field.name if each.field else "": (each.old, each.new) for each in found}
    assert told == {
        "": (None, None),
        "Amount": (1_000, 1_250),
        "CloseDate": ("2026-04-20", "2026-05-01"),
    }
    by = {each.field is None: each.by_id for each in found}
    assert by == {True: floor.user(REP), False: floor.user(ADMIN)}


def test_the_history_of_hidden_fields_is_hidden_too(floor: Floor) -> None:
    deal = floor.create("Opportunity")
    floor.update(deal, by=ADMIN, Margin__c=40)
    names = {
        by: [
            each.field and each.field.name
            for each in floor.do(histories.list, by=by, record_id=deal)
        ]
        for by in (REP, MANAGER)
    }
    assert names == {REP: [None], MANAGER: ["Margin__c", None]}


def test_there_is_no_history_of_what_is_hidden_or_unknown(floor: Floor) -> None:
    hidden = floor.create("Opportunity", by=ADMIN)
    (user,) = floor.rows(select(User.id).limit(1))
    codes = {
        floor.refused(histories.list, record_id=each).code
        for each in (hidden, "006000000000000", "nothing", "zzz000000000000")
    }
    assert codes == {"NOT_FOUND"}
    assert floor.do(histories.list, record_id=user.id) == []


def test_what_an_older_field_of_that_name_held_is_told_as_text(
    floor: Floor, authority: Authority
) -> None:
    deal = floor.create("Opportunity", Amount=10)
    floor.update(deal, Amount=12, CloseDate="2026-05-01")
    table = FieldChange.__table__
    with floor.world.writing() as session:
        session.execute(
            update(FieldChange).where(table.c.record_id == deal).values(old_value="about ten")
        )
    found = floor.do(histories.list, record_id=deal)
    assert {each.old for each in found} == {"about ten"}
    pages = Pages(Doors(floor.world, authority, floor.people[REP]))
    assert pages.words(f"/Opportunity/{deal}?tab=history").count("about ten") == 2
