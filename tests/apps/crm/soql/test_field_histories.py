"""Changes of tracked fields, asked of the history objects."""

from __future__ import annotations

import pytest
from tests.apps.crm.floor import ADMIN, MANAGER, REP, Floor
from tests.apps.crm.soql.quay import flat

from workworld.apps.crm.service import queries
from workworld.errors import Refused


def _rows(floor: Floor, q: str, by: str = REP) -> list[list[object]]:
    return [flat(record) for record in floor.do(queries.query, by=by, q=q).records]


def test_who_changed_an_amount_and_from_what_is_asked_of_the_history(floor: Floor) -> None:
    deal = floor.create("Opportunity", Amount=1000.5)
    floor.update(deal, Amount=2500)
    q = (
        "SELECT Field, OldValue, NewValue, CreatedBy.Name, Opportunity.Name"
        f" FROM OpportunityFieldHistory WHERE OpportunityId = '{deal}' AND Field = 'amount'"
    )
    assert _rows(floor, q) == [["Amount", 1000.5, 2500.0, "Ana Kovač", "Larkspur: gates"]]
    counted = f"SELECT COUNT() FROM OpportunityFieldHistory WHERE OpportunityId = '{deal[:15]}'"
    assert floor.do(queries.query, q=counted).total_size == 2  # it was created, and changed


def test_changes_are_the_children_of_their_record(floor: Floor) -> None:
    account = floor.create("Account", Name="Larkspur Trading")
    floor.update(account, Type="Partner")
    q = (
        "SELECT Name, (SELECT Field, OldValue, NewValue FROM Histories WHERE Field != 'created')"
        f" FROM Account WHERE Id = '{account}'"
    )
    assert _rows(floor, q) == [["Larkspur Trading", [["Type", None, "Partner"]]]]
    asked = "SELECT Id FROM Account WHERE Id IN (SELECT AccountId FROM AccountHistory)"
    assert [account] in _rows(floor, asked)


def test_changes_of_hidden_records_and_fields_are_hidden(floor: Floor) -> None:
    deal = floor.create("Opportunity", by=MANAGER)
    floor.update(deal, by=ADMIN, Margin__c=20)
    q = f"SELECT Field FROM OpportunityFieldHistory WHERE OpportunityId = '{deal}'"
    assert ["Margin__c"] in _rows(floor, q, ADMIN)
    assert _rows(floor, q, REP) == []
    mine = floor.create("Opportunity")
    floor.update(mine, by=ADMIN, Margin__c=20)
    q = q.replace(deal, mine)
    assert _rows(floor, q, REP) == [["created"]]
    assert ["Margin__c"] in _rows(floor, q, ADMIN)


def test_what_cannot_be_asked_of_a_history_is_told(floor: Floor) -> None:
    for q, said in (("SELECT Foo FROM CaseHistory", "CaseHistory"), ("SELECT Id FROM X", "'X'")):
        with pytest.raises(Refused, match=said):
            floor.do(queries.query, q=q)
