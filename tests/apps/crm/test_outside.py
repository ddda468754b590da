"""What comes from outside: attachments, spam, forms of the site, answers to surveys."""

from __future__ import annotations

import base64

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, SUPPORT, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm.models import Case, CaseSurvey, EmailMessage, Lead
from workworld.apps.crm.service import files, inbound_emails, merges, surveys, web_forms
from workworld.apps.crm.service.inbound_emails import Received
from workworld.identity import Authority


@pytest.fixture
def support(floor: Floor, authority: Authority) -> Pages:
    """The pages as the support lead sees them."""
    return Pages(Doors(floor.world, authority, floor.people[SUPPORT]))


def receive(floor: Floor, **more: object) -> Received:
    """A message to support."""
    values = {
        "from_address": "Ada <ada@larkspur.example>",
        "to_address": "support@calderoute.example",
        "subject": "Gate",
        "text": "Stuck.",
    }
    found: Received = floor.do(inbound_emails.receive, by=ADMIN, **{**values, **more})
    return found


def file(name: str, content: bytes = b"a picture") -> dict[str, str]:
    """A file that comes with a message."""
    return {"name": name, "content": base64.b64encode(content).decode()}


def test_attachments_stand_beside_the_message(floor: Floor, support: Pages) -> None:
    received = receive(floor, attachments=[file("gate.txt")])
    (kept,) = floor.do(files.list, record_id=str(received.message_id), by=SUPPORT)
    assert (kept.document.title, kept.version.size) == ("gate", 9)
    shown = support.read(f"/Case/{received.case_id}")
    assert f"/files/{kept.version.id}/content" in shown


def test_too_many_attachments_are_named_but_not_kept(floor: Floor) -> None:
    sent = [file(f"{number}.txt") for number in range(11)]
    received = receive(floor, attachments=[*sent, {"name": "bad.txt", "content": "%%%"}])
    listed = floor.do(files.list, record_id=str(received.message_id), by=SUPPORT)
    assert len(listed) == 10
    text = floor.row(str(received.message_id)).text_body
    assert "[Attachments that were not kept: 10.txt, bad.txt]" in text


def test_spam_is_not_kept_unless_we_know_who_writes(floor: Floor) -> None:
    said = {"subject": "You have won the lottery", "text": "Act now: wire one million USD"}
    assert receive(floor, **said).outcome == "spam"
    floor.create("Contact", by=ADMIN, Email="ada@larkspur.example")
    assert receive(floor, **said).outcome == "created"


def test_a_request_of_the_site_becomes_a_case(floor: Floor) -> None:
    account = floor.create("Account", by=ADMIN)
    contact = floor.create("Contact", by=ADMIN, Email="ada@larkspur.example", AccountId=account)
    asked = {"name": "Ada", "email": "ada@larkspur.example", "subject": "Gate", "type": "Billing"}
    sent = floor.do(web_forms.to_case, by=ADMIN, **asked, description="Stuck.")
    row = floor.row(sent.record_id)
    assert (row.origin, row.type, row.contact_id, row.account_id) == (
        "Web", "Billing", contact, account,
    )  # fmt: skip
    assert row.number in sent.text
    query = select(EmailMessage.to_address).where(EmailMessage.case_id == row.id)
    assert [each.to_address for each in floor.rows(query)] == ["ada@larkspur.example"]


def test_machines_that_fill_in_forms_are_thanked_and_forgotten(floor: Floor) -> None:
    asked = {"name": "Bot", "email": "bot@spam.example", "website": "https://spam.example"}
    before = len(floor.rows(select(Case.id)))
    assert floor.do(web_forms.to_case, by=ADMIN, **asked).outcome == "spam"
    assert len(floor.rows(select(Case.id))) == before
    wrong = floor.do(web_forms.to_case, by=ADMIN, name="Ada", email="nowhere")
    assert (wrong.outcome, wrong.record_id) == ("refused", None)


def test_somebody_who_asks_for_an_offer_becomes_a_lead(floor: Floor) -> None:
    asked = {"first_name": "Ada", "last_name": "Okonjo", "email": "ada@larkspur.example"}
    assert floor.do(web_forms.to_lead, by=ADMIN, **asked, company=" ").outcome == "refused"
    sent = floor.do(web_forms.to_lead, by=ADMIN, **asked, company="Larkspur")
    (row,) = floor.rows(select(Lead.lead_source, Lead.name).where(Lead.id == sent.record_id))
    assert (row.lead_source, row.name) == ("Web", "Ada Okonjo")
    assert "Ada Okonjo" in sent.text


def solved(floor: Floor) -> str:
    """A case that is solved, of somebody who can be asked."""
    case = str(receive(floor).case_id)
    floor.update(case, by=ADMIN, Status="Closed", Resolution__c="Oiled.")
    return case


def token_of(floor: Floor, case: str) -> str:
    """What the address of a case's survey ends in."""
    (found,) = floor.rows(select(CaseSurvey.token).where(CaseSurvey.case_id == case))
    return str(found.token)


def test_a_customer_says_once_how_content_they_are(floor: Floor, support: Pages) -> None:
    case = solved(floor)
    assert "There is no answer yet" in support.words(f"/Case/{case}")
    said = {"token": token_of(floor, case), "score": 2, "comment": "It took long."}
    assert floor.do(surveys.answer, by=ADMIN, **said).outcome == "recorded"
    again = floor.do(surveys.answer, by=ADMIN, **{**said, "score": 5})
    assert (again.outcome, floor.row(case).csat) == ("answered_before", 2)
    assert "It took long." in support.words(f"/Case/{case}")
    assert floor.do(surveys.answer, by=ADMIN, token="SV0", score=5).outcome == "unknown"


def test_whoever_opts_out_is_not_asked(floor: Floor) -> None:
    floor.create("Contact", by=ADMIN, Email="ada@larkspur.example", HasOptedOutOfEmail=True)
    case = solved(floor)
    assert floor.do(surveys.of_case, case_id=case, by=SUPPORT) is None


def test_cases_are_merged_with_all_that_was_said(floor: Floor, support: Pages) -> None:
    first, second = receive(floor), receive(floor, subject="Gate again")
    floor.create("CaseComment", by=SUPPORT, ParentId=str(second.case_id), CommentBody="Same.")
    ids = [str(first.case_id), str(second.case_id)]
    shown = support.words(f"/Case/{ids[0]}/duplicates")
    assert "Gate again" in shown
    merging = {"sobject": "Case", "master_id": ids[0], "merged_ids": ids[1:]}
    floor.do(merges.merge, by=SUPPORT, **merging)
    gone = floor.row(ids[1])
    assert (gone.is_deleted, gone.master_id) == (True, ids[0])
    assert "Same." in support.words(f"/Case/{ids[0]}")
    assert floor.row(str(second.message_id)).case_id == ids[0]
