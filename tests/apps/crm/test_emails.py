"""E-mail: what arrives finds its case or makes one, and what is sent is filled in."""

from __future__ import annotations

from typing import Any

import pytest
from sqlalchemy import delete, insert, select, update
from tests.apps.crm.floor import ADMIN, FINANCE, REP, SUPPORT, Floor, fields_of

from workworld.apps.crm import record_ids
from workworld.apps.crm.models import AssignmentRule, EmailMessage, EmailTemplate
from workworld.apps.crm.service import cases, emails, inbound_emails, templates
from workworld.apps.crm.service.inbound_emails import Received
from workworld.passing_time import let_time_pass

DAY = 86_400
TEMPLATE = str(record_ids.full("00XWw0000000001"))


@pytest.fixture(autouse=True)
def no_rules(floor: Floor) -> None:
    """No rule chooses owners, so that the mailbox does."""
    floor.change(update(AssignmentRule).values(is_active=False))


@pytest.fixture
def contact(floor: Floor) -> str:
    """Somebody whom we know."""
    account = floor.create("Account", by=ADMIN, Website="https://www.larkspur.example")
    return floor.create(
        "Contact", by=ADMIN, LastName="Okonjo", Email="Ada@Larkspur.example", AccountId=account
    )


def receive(floor: Floor, subject: str = "Gate is stuck", **more: Any) -> Received:
    """A message from the customer to support."""
    values = {
        "from_address": "Ada Okonjo <ada@larkspur.example>",
        "to_address": "support@calderoute.example",
        "subject": subject,
        "text": "It does not open.",
    }
    found: Received = floor.do(inbound_emails.receive, by=ADMIN, **{**values, **more})
    return found


def sent(floor: Floor, case_id: str) -> list[Any]:
    """What was sent to a case's customer, in order."""
    query = select(EmailMessage.__table__).where(
        EmailMessage.case_id == case_id, ~EmailMessage.is_incoming
    )
    return floor.rows(query.order_by(EmailMessage.created_us, EmailMessage.id))


def test_a_message_becomes_a_case_of_its_senders(floor: Floor, contact: str) -> None:
    received = receive(floor)
    row = floor.row(str(received.case_id))
    assert received.outcome == "created"
    assert (row.origin, row.subject, row.description) == (
        "Email",
        "Gate is stuck",
        "It does not open.",
    )
    assert (row.contact_id, row.account_id) == (contact, floor.row(contact).account_id)
    assert (row.supplied_email, row.supplied_name) == ("ada@larkspur.example", "Ada Okonjo")
    assert floor.rows(select(EmailMessage.case_id).where(EmailMessage.is_incoming))


def test_the_mailbox_tells_the_queue(floor: Floor) -> None:
    received = receive(floor, to_address="Billing <BILLING@calderoute.example>")
    owner = floor.row(floor.row(str(received.case_id)).owner_id)
    assert owner.name == "Billing"


def test_an_unknown_sender_belongs_to_the_account_of_their_domain(
    floor: Floor, contact: str
) -> None:
    received = receive(floor, from_address="bob@larkspur.example")
    row = floor.row(str(received.case_id))
    assert (row.contact_id, row.account_id) == (None, floor.row(contact).account_id)


def test_a_mailbox_that_anybody_may_have_tells_nothing(floor: Floor) -> None:
    floor.create("Account", by=ADMIN, Website="gmail.com")
    row = floor.row(str(receive(floor, from_address="bob@gmail.com").case_id))
    assert (row.contact_id, row.account_id) == (None, None)


def test_the_customer_is_told_that_it_has_arrived_and_no_clock_stops(floor: Floor) -> None:
    case_id = str(receive(floor).case_id)
    (thanks,) = sent(floor, case_id)
    assert (thanks.to_address, thanks.from_address) == (
        "ada@larkspur.example",
        "support@calderoute.example",
    )
    assert f"[ ref:{case_id}:ref ]" in thanks.subject
    assert floor.row(case_id).first_response_us is None


def test_a_reply_finds_its_case_by_the_token(floor: Floor) -> None:
    first = receive(floor)
    (thanks,) = sent(floor, str(first.case_id))
    again = receive(floor, subject=thanks.subject)
    assert (again.outcome, again.case_id) == ("threaded", first.case_id)
    assert len(sent(floor, str(first.case_id))) == 1


def test_a_reply_finds_its_case_by_what_it_answers(floor: Floor) -> None:
    first = receive(floor)
    (thanks,) = sent(floor, str(first.case_id))
    again = receive(floor, subject="Other words", references=thanks.message_identifier)
    assert (again.outcome, again.case_id) == ("threaded", first.case_id)


def test_the_same_message_is_taken_in_once(floor: Floor) -> None:
    first = receive(floor, message_identifier="<1@larkspur.example>")
    again = receive(floor, message_identifier="<1@larkspur.example>")
    assert (again.case_id, again.message_id) == (first.case_id, first.message_id)


def test_answering_stamps_the_first_response_and_opens_the_case(floor: Floor) -> None:
    case_id = str(receive(floor).case_id)
    floor.do(cases.accept, case_id=case_id, by=SUPPORT)
    floor.do(cases.reply, case_id=case_id, text="Please turn it off and on.", by=SUPPORT)
    row = floor.row(case_id)
    assert (row.status, row.first_response_us is not None) == ("Open", True)
    answer = sent(floor, case_id)[-1]
    assert (answer.text_body, answer.to_address) == (
        "Please turn it off and on.",
        "ada@larkspur.example",
    )
    assert answer.from_name == "Efua Boadi"


def test_an_answer_ends_the_wait_for_the_customer(floor: Floor) -> None:
    case_id = str(receive(floor).case_id)
    text = "Which gate is it?"
    floor.do(cases.reply, case_id=case_id, text=text, status="Waiting on customer", by=ADMIN)
    subject = sent(floor, case_id)[-1].subject
    receive(floor, subject=subject)
    assert floor.row(case_id).status == "Open"


def test_a_reply_within_a_week_opens_a_closed_case_again(floor: Floor) -> None:
    case_id = str(receive(floor).case_id)
    subject = sent(floor, case_id)[-1].subject
    floor.do(cases.close, case_id=case_id, resolution="Done.", by=ADMIN)
    let_time_pass(floor.world, 7 * DAY - 600)
    assert receive(floor, subject=subject).outcome == "reopened"
    row = floor.row(case_id)
    assert (row.status, row.reopen_count, row.closed_us) == ("Open", 1, None)


def test_a_later_reply_begins_a_new_case_below_the_old_one(floor: Floor) -> None:
    case_id = str(receive(floor).case_id)
    subject = sent(floor, case_id)[-1].subject
    floor.do(cases.close, case_id=case_id, resolution="Done.", by=ADMIN)
    let_time_pass(floor.world, 7 * DAY + 600)
    again = receive(floor, subject=subject)
    assert again.outcome == "created"
    made = floor.row(str(again.case_id))
    assert (made.parent_id, floor.row(case_id).is_closed) == (case_id, True)
    assert "ref:" not in made.subject


@pytest.mark.parametrize(
    "automatic",
    [
        {"auto_submitted": "auto-replied"},
        {"auto_submitted": "bulk"},
        {"subject": "Out of office: {}"},
        {"subject": "Automatic reply: {}"},
        {"from_address": "MAILER-DAEMON@larkspur.example"},
    ],
)
def test_a_machine_opens_no_case_again_and_gets_no_answer(
    floor: Floor, automatic: dict[str, str]
) -> None:
    case_id = str(receive(floor).case_id)
    subject = sent(floor, case_id)[-1].subject
    floor.do(cases.close, case_id=case_id, resolution="Done.", by=ADMIN)
    more = {**automatic, "subject": automatic.get("subject", "{}").format(subject)}
    received = receive(floor, **more)
    assert (received.outcome, received.case_id) == ("auto_response", case_id)
    assert floor.row(case_id).is_closed
    assert len(sent(floor, case_id)) == 1


def test_a_machine_begins_no_case(floor: Floor) -> None:
    received = receive(floor, auto_submitted="auto-generated")
    assert (received.outcome, received.case_id, received.message_id) == (
        "auto_response",
        None,
        None,
    )


def test_spam_leaves_nothing(floor: Floor) -> None:
    before = floor.world.diff()
    assert receive(floor, is_spam=True).outcome == "spam"
    assert floor.world.diff() == before


def test_one_sender_is_thanked_only_so_often(floor: Floor) -> None:
    made = [str(receive(floor, subject=f"No. {number}").case_id) for number in range(6)]
    assert [len(sent(floor, each)) for each in made] == [1, 1, 1, 1, 0, 0]


def test_a_case_without_an_address_cannot_be_answered(floor: Floor) -> None:
    case = floor.create("Case", Subject="By phone")
    refusal = floor.refused(cases.reply, case_id=case, text="Hello.")
    assert fields_of(refusal) == {"ContactId": "REQUIRED_FIELD_MISSING"}


def test_whoever_only_reads_sends_nothing(floor: Floor) -> None:
    case_id = str(receive(floor).case_id)
    refusal = floor.refused(cases.reply, by=FINANCE, case_id=case_id, text="Hello.")
    assert refusal.code == "INSUFFICIENT_ACCESS_OR_READONLY"


@pytest.fixture
def template(floor: Floor) -> str:
    """Words that are sent again and again."""
    floor.change(delete(EmailTemplate))
    admin = floor.user(ADMIN)
    stamps = {"created_us": 0, "created_by_id": admin, "modified_us": 0, "modified_by_id": admin}
    row = {
        **stamps,
        "id": TEMPLATE,
        "name": "Renewal",
        "developer_name": "Renewal",
        "subject": "{{Opportunity.Name}}",
        "body": "Dear {{Contact.FirstName}}, {{Opportunity.Amount}} by"
        " {{ opportunity.closedate }}. {{Sender.Name}}, {{Organization.Name}}",
        "is_active": True,
    }
    with floor.world.writing() as session:
        session.execute(insert(EmailTemplate), [row])
    return TEMPLATE


def test_a_preview_fills_in_what_it_can_and_names_the_rest(floor: Floor, template: str) -> None:
    person = floor.create("Contact", LastName="Okonjo", Email="ada@larkspur.example")
    deal = floor.create("Opportunity", Amount=1200)
    preview = floor.do(templates.preview, template_id=template, record_id=deal, who_id=person)
    assert preview.subject == "Larkspur: gates"
    assert preview.body == (
        "Dear {{Contact.FirstName}}, USD 1,200.00 by April 20, 2026. Ana Kovač, Calderoute"
    )
    assert preview.unresolved == ("Contact.FirstName",)


def test_what_is_unresolved_is_sent_only_on_request(floor: Floor, template: str) -> None:
    person = floor.create("Contact", LastName="Okonjo", Email="ada@larkspur.example")
    deal = floor.create("Opportunity", Amount=1200)
    about = {"template_id": template, "record_id": deal, "who_id": person}
    refusal = floor.refused(emails.send, **about)
    assert "Contact.FirstName" in refusal.message
    made = floor.do(emails.send, allow_unresolved=True, **about)
    row = floor.row(made.id)
    assert (row.to_address, row.related_to_id, row.who_id) == (
        "ada@larkspur.example",
        deal,
        person,
    )


def test_hidden_fields_are_unresolved(floor: Floor) -> None:
    account = floor.create("Account", by=ADMIN, Credit_Limit__c=5000, Name="Larkspur")
    made = floor.do(
        emails.send,
        by=ADMIN,
        record_id=account,
        to="ada@larkspur.example",
        subject="{{Account.Name}}",
        text="{{Account.Credit_Limit__c}}",
    )
    assert floor.row(made.id).text_body == "USD 5,000.00"
    own = floor.create("Opportunity", Margin__c=30, by=ADMIN, OwnerId=floor.user(REP))
    refusal = floor.refused(
        emails.send, record_id=own, to="ada@larkspur.example", text="{{Opportunity.Margin__c}}"
    )
    assert "Opportunity.Margin__c" in refusal.message


def test_whoever_does_not_want_our_mail_gets_none(floor: Floor) -> None:
    person = floor.create(
        "Contact", LastName="Okonjo", Email="ada@larkspur.example", HasOptedOutOfEmail=True
    )
    refusal = floor.refused(emails.send, record_id=person, subject="Fair", text="Come!")
    assert refusal.code == "EMAIL_OPTED_OUT"


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        ({}, "REQUIRED_FIELD_MISSING"),
        ({"to": "nobody"}, "INVALID_EMAIL_ADDRESS"),
        ({"to": "a@b.example", "cc": "x@"}, "INVALID_EMAIL_ADDRESS"),
        ({"to": "a@b.example", "template_id": "00X000000000000AAA"}, "NOT_FOUND"),
        ({"to": "a@b.example", "who_id": "001000000000000AAA"}, "NOT_FOUND"),
    ],
)
def test_bad_mail_is_refused(floor: Floor, arguments: dict[str, str], code: str) -> None:
    account = floor.create("Account")
    said = {"subject": "Hello", "text": "World"}
    refusal = floor.refused(emails.send, record_id=account, **said, **arguments)
    assert refusal.code == code
