"""Knowledge articles, quick texts and macros: written, found, and used on cases."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, MANAGER, REP, SUPPORT, Floor
from tests.apps.crm.page_kit import Pages
from tests.kit import Doors

from workworld.apps.crm.models import EmailMessage
from workworld.apps.crm.service import (
    article_search,
    articles,
    case_articles,
    macros,
    queries,
    records,
)
from workworld.identity import Authority

KAV = "Knowledge__kav"


@pytest.fixture
def support(floor: Floor, authority: Authority) -> Pages:
    """The pages as the support lead sees them."""
    return Pages(Doors(floor.world, authority, floor.people[SUPPORT]))


def article(floor: Floor, title: str = "Oil the squeaking gate", **values: object) -> str:
    """A draft."""
    given = {"Title": title, "Answer__c": "Two drops.", "IsVisibleInPkb": True, **values}
    return floor.create(KAV, by=SUPPORT, **given)


def online(floor: Floor, title: str = "Oil the squeaking gate", **values: object) -> str:
    """An article that is published."""
    made = article(floor, title, **values)
    floor.do(articles.publish, article_id=made, by=SUPPORT)
    return made


def case_of(floor: Floor, subject: str = "The gate is squeaking") -> str:
    """A case of somebody who can be written to."""
    account = floor.create("Account", by=ADMIN)
    contact = floor.create(
        "Contact", by=ADMIN, FirstName="Ngozi", Email="ngozi@larkspur.example", AccountId=account
    )
    return floor.create(
        "Case", by=ADMIN, Subject=subject, ContactId=contact, OwnerId=floor.user(SUPPORT)
    )


def test_only_writers_see_drafts(floor: Floor) -> None:
    made = article(floor)
    missing = floor.refused(records.get, sobject=KAV, record_id=made, by=REP)
    assert missing.code == "NOT_FOUND"
    floor.do(articles.publish, article_id=made, by=SUPPORT)
    assert floor.do(records.get, sobject=KAV, record_id=made, by=REP).values["VersionNumber"] == 1


def test_a_new_version_takes_the_place_of_the_one_online(floor: Floor) -> None:
    first = online(floor)
    assert floor.not_updated(first, by=SUPPORT, Title="Another").code == "INVALID_OPERATION"
    second = floor.do(articles.revise, article_id=first, by=SUPPORT).id
    assert floor.refused(articles.revise, article_id=first, by=SUPPORT).code == "INVALID_OPERATION"
    floor.update(second, by=SUPPORT, Answer__c="Three drops.")
    floor.do(articles.submit, article_id=second, by=SUPPORT)
    floor.do(articles.publish, article_id=second, by=SUPPORT)
    old, new = floor.row(first), floor.row(second)
    assert (old.status, old.is_latest, new.status, new.is_latest) == (
        "Archived", False, "Online", True,
    )  # fmt: skip
    assert (old.number, old.article_id, new.version_number) == (new.number, new.article_id, 2)
    assert new.first_published_us == old.first_published_us


def test_readers_neither_publish_nor_write(floor: Floor) -> None:
    made = online(floor)
    for deed in (articles.archive, articles.revise):
        assert floor.refused(deed, article_id=made, by=REP).code.startswith("INSUFFICIENT_ACCESS")
    assert floor.not_created(KAV, by=REP, Title="Mine").code == "INSUFFICIENT_ACCESS_OR_READONLY"


def test_an_article_without_a_text_is_not_published(floor: Floor) -> None:
    made = article(floor, Answer__c=None)
    refused = floor.refused(articles.publish, article_id=made, by=SUPPORT)
    assert refused.code == "REQUIRED_FIELD_MISSING"


def test_everybody_votes_once_for_all_versions(floor: Floor) -> None:
    made = online(floor)
    for is_helpful in (True, False, True):
        floor.do(articles.vote, article_id=made, is_helpful=is_helpful, by=REP)
    floor.do(articles.vote, article_id=made, is_helpful=False, by=MANAGER)
    q = f"SELECT Helpful_Votes__c, Unhelpful_Votes__c FROM Knowledge__kav WHERE Id = '{made}'"
    (found,) = floor.do(queries.query, q=q).records
    assert (found["Helpful_Votes__c"], found["Unhelpful_Votes__c"]) == (1, 1)


def test_a_case_is_shown_what_may_answer_it(floor: Floor) -> None:
    wanted, case = online(floor), case_of(floor)
    article(floor, "Why gates squeak")
    found = floor.do(case_articles.suggest, case_id=case, by=SUPPORT)
    assert found[0].id == wanted
    floor.do(case_articles.attach, case_id=case, article_id=wanted, by=SUPPORT)
    again = floor.refused(case_articles.attach, case_id=case, article_id=wanted, by=SUPPORT)
    assert again.code == "DUPLICATE_VALUE"
    later = floor.do(case_articles.suggest, case_id=case, by=SUPPORT)
    assert wanted not in [each.id for each in later]
    floor.do(case_articles.detach, case_id=case, article_id=wanted, by=SUPPORT)
    assert floor.do(case_articles.list, case_id=case, by=SUPPORT) == []


def test_articles_are_found_by_words_and_category(floor: Floor) -> None:
    made = online(floor, Category__c="Integration")
    named = {"text": "squeaking gates"}
    assert floor.do(article_search.search, **named)[0].id == made
    assert floor.do(article_search.search, **named, category="Billing") == []


def test_what_is_internal_is_not_put_into_an_answer(floor: Floor, support: Pages) -> None:
    told, hidden, case = online(floor), online(floor, "Gate secrets", IsVisibleInPkb=False), ""
    case = case_of(floor)
    shown = support.send(f"/Case/{case}/feed/insert", write="reply", text="Hello", insert=told)
    assert "Hello\n\nOil the squeaking gate\n\nTwo drops." in shown
    support.send(f"/Case/{case}/feed/insert", 422, write="reply", text="Hello", insert=hidden)


def test_a_quick_text_is_filled_in_behind_what_was_written(floor: Floor, support: Pages) -> None:
    case = case_of(floor)
    text = "Hi {{Contact.FirstName}}, it is {{Case.Type}}."
    quick = floor.create("QuickText", by=SUPPORT, Name="Hi", Message=text)
    shown = support.send(f"/Case/{case}/feed/insert", write="reply", text="One.", quick_text=quick)
    assert "One.\n\nHi Ngozi, it is {{Case.Type}}." in shown
    assert "These fields of the text hold nothing: Case.Type" in shown


def test_a_macro_does_all_its_steps_or_none(floor: Floor) -> None:
    case = case_of(floor)
    macro = floor.create("Macro", by=SUPPORT, Name="Ask")
    steps = [
        {"Operation": "Reply by E-mail", "Value": "Hi {{Contact.FirstName}}"},
        {"Operation": "Internal Comment", "Value": "Asked."},
        {"Operation": "Set Field", "Target": "Status", "Value": "Waiting on customer"},
    ]
    for each in steps:
        floor.create("MacroInstruction", by=SUPPORT, MacroId=macro, **each)
    floor.do(macros.run, macro_id=macro, case_id=case, by=SUPPORT)
    assert floor.row(case).status == "Waiting on customer"
    query = select(EmailMessage.text_body).where(EmailMessage.case_id == case)
    assert [each.text_body for each in floor.rows(query)] == ["Hi Ngozi"]
    bad = {"MacroId": macro, "Operation": "Set Field", "Target": "Priority", "Value": "Bad\x00"}
    floor.create("MacroInstruction", by=SUPPORT, **bad | {"Target": "ParentId", "Value": case})
    refused = floor.refused(macros.run, macro_id=macro, case_id=case, by=SUPPORT)
    assert refused.code == "CIRCULAR_DEPENDENCY"


def test_a_step_says_what_it_does(floor: Floor) -> None:
    macro = floor.create("Macro", by=SUPPORT, Name="Ask")
    no_field = {"Operation": "Set Field", "Target": "CaseNumber", "Value": "1"}
    for values in (no_field, {"Operation": "Reply by E-mail"}):
        refused = floor.not_created("MacroInstruction", by=SUPPORT, MacroId=macro, **values)
        assert refused.code in ("INVALID_FIELD", "REQUIRED_FIELD_MISSING")


def test_articles_are_written_and_published_on_pages(floor: Floor, support: Pages) -> None:
    made = article(floor)
    shown = support.words(f"/{KAV}/{made}")
    assert "Publish" in shown
    assert "Oil the squeaking gate" not in support.words("/knowledge?q=squeaking")
    support.submit(f"/{KAV}/{made}/publish")
    assert "Oil the squeaking gate" in support.words("/knowledge?q=squeaking")
    support.submit(f"/{KAV}/{made}/vote", helpful="1")
    assert "Yes (1)" in support.words(f"/{KAV}/{made}")
    case = case_of(floor)
    assert "Oil the squeaking gate" in support.words(f"/Case/{case}")
    support.submit(f"/Case/{case}/articles", attach=made)
    assert "Detach" in support.words(f"/Case/{case}")


def test_a_macro_is_run_from_the_page_of_a_case(floor: Floor, support: Pages) -> None:
    case = case_of(floor)
    macro = floor.create("Macro", by=SUPPORT, Name="Hand over")
    floor.create(
        "MacroInstruction", by=SUPPORT, MacroId=macro, Operation="Set Field",
        Target="Type", Value="Problem",
    )  # fmt: skip
    assert "Set Type to Problem" in support.words(f"/Case/{case}/macro")
    support.submit(f"/Case/{case}/macro", macro=macro)
    assert floor.row(case).type == "Problem"
    support.submit(f"/Case/{case}/macro", 422, macro="")


def test_fields_that_hang_on_each_other_are_set_at_once(floor: Floor) -> None:
    case = case_of(floor)
    macros_found = {each.name: each.id for each in floor.do(macros.list, by=SUPPORT)}
    macro = macros_found["Hand over to Billing"]
    floor.do(macros.run, macro_id=macro, case_id=case, by=SUPPORT)
    row = floor.row(case)
    assert (row.type, row.reason) == ("Billing", "Invoice")
    assert floor.row(row.owner_id).name == "Billing"
