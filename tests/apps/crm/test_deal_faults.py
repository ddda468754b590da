"""Small things that people who sell do all day, on pages."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import MANAGER, Floor
from tests.apps.crm.page_kit import Pages
from tests.apps.crm.test_imports import uploaded
from tests.kit import Doors

from workworld.apps.crm.models import Opportunity, Task
from workworld.apps.crm.service import imports
from workworld.identity import Authority


@pytest.fixture
def pages(floor: Floor, authority: Authority) -> Pages:
    return Pages(Doors(floor.world, authority, floor.people[MANAGER]))


def test_a_new_quote_is_called_after_its_deal(pages: Pages, floor: Floor) -> None:
    deal = floor.create("Opportunity", by=MANAGER, Name="Larkspur: gates")
    asked = pages.read(f"/Quote/new?parent={deal}")
    assert 'name="Name" type="text" value="Larkspur: gates"' in asked


def test_what_follows_a_task_is_with_the_same_contact(pages: Pages, floor: Floor) -> None:
    deal = floor.create("Opportunity", by=MANAGER)
    contact = floor.create("Contact", by=MANAGER, LastName="Okonjo")
    task = floor.create("Task", by=MANAGER, Subject="Call", WhatId=deal, WhoId=contact)
    page = f"/Opportunity/{deal}?tab=activity&compose=task&follows={task}"
    assert f'name="WhoId" value="{contact}"' in pages.read(page)
    form = {"follows": task, "Subject": "Call again"}
    pages.submit(f"/Opportunity/{deal}/activities/task", 303, **form, WhoId="")
    (made,) = floor.rows(select(Task.who_id, Task.what_id).where(Task.subject == "Call again"))
    assert tuple(made) == (None, deal)


def test_stages_are_imported_however_they_are_written(floor: Floor) -> None:
    text = "Deal,Stage,Close\nZeta D,closed won,2026-03-01\n"
    file_id = uploaded(floor, text)
    columns = {"1": "Name", "2": "StageName", "3": "CloseDate"}
    told = {"sobject": "Opportunity", "columns": columns, "constants": {"Amount": "5"}}
    floor.do(imports.run, file_id=file_id, **told)
    (made,) = floor.rows(select(Opportunity.stage).where(Opportunity.name == "Zeta D"))
    assert made.stage == "Closed Won"
