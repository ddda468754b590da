"""Pages for people outside: they take something in, and let nobody read anything."""

from __future__ import annotations

import html
import re

import pytest
from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, SUPPORT, Floor
from tests.apps.crm.test_outside import solved, token_of
from tests.kit import Doors

from workworld.apps.crm.models import Case, Lead
from workworld.identity import Authority

REQUEST = {
    "name": "Ada Okonjo",
    "email": "ada@larkspur.example",
    "subject": "Gate is stuck",
    "description": "Since this morning.",
}


class Visitor:
    """Somebody without a cookie."""

    def __init__(self, doors: Doors) -> None:
        self.client = doors.anonymous("crm")

    def read(self, path: str, expected: int = 200) -> str:
        """A page."""
        answer = self.client.get(path)
        assert answer.status_code == expected, answer.text
        return html.unescape(answer.text)

    def send(self, path: str, expected: int = 303, /, **form: str) -> str:
        """Where a form leads, or the page that refuses it."""
        answer = self.client.post(path, data=form)
        assert answer.status_code == expected, answer.text
        return answer.headers.get("Location") or html.unescape(answer.text)


@pytest.fixture
def visitor(floor: Floor, authority: Authority) -> Visitor:
    """Somebody outside, whoever works here."""
    return Visitor(Doors(floor.world, authority, floor.people[ADMIN]))


def test_a_visitor_asks_for_help_and_is_given_a_number(floor: Floor, visitor: Visitor) -> None:
    assert "Contact support" in visitor.read("/public/support")
    onward = visitor.send("/public/support", **REQUEST, type="Problem")
    (case,) = floor.rows(select(Case.number, Case.type, Case.origin).where(
        Case.subject == "Gate is stuck"
    ))  # fmt: skip
    assert (case.type, case.origin) == ("Problem", "Web")
    assert case.number in visitor.read(onward.partition("/crm")[2] or onward)


def test_what_is_wrong_is_told_at_the_field_and_nothing_is_lost(
    floor: Floor, visitor: Visitor
) -> None:
    again = visitor.send("/public/support", 422, **{**REQUEST, "email": "nowhere", "name": ""})
    assert "Your name: enter something." in again
    assert "name@company.com" in again
    assert 'value="Gate is stuck"' in again
    assert "Since this morning." in again
    long = visitor.send("/public/sales", 422, last_name="x" * 81, company="L", email="a@l.example")
    assert "at most 80" in long
    assert not floor.rows(select(Case.id).where(Case.subject == "Gate is stuck"))


def test_machines_that_fill_in_everything_are_thanked_and_forgotten(
    floor: Floor, visitor: Visitor
) -> None:
    given = {"last_name": "Bot", "company": "Bots", "email": "bot@bots.example"}
    assert visitor.send("/public/sales", **given, website="x").endswith("/thanks/contact")
    assert not floor.rows(select(Lead.id).where(Lead.last_name == "Bot"))
    visitor.send("/public/sales", **given)
    assert len(floor.rows(select(Lead.id).where(Lead.last_name == "Bot"))) == 1


def test_forms_of_other_sites_are_refused(floor: Floor, visitor: Visitor) -> None:
    foreign = {"Origin": "https://elsewhere.example"}
    answer = visitor.client.post("/public/support", data=REQUEST, headers=foreign)
    assert answer.status_code == 403
    assert not floor.rows(select(Case.id).where(Case.subject == "Gate is stuck"))


def test_nothing_is_read_without_a_sign_in(floor: Floor, visitor: Visitor) -> None:
    case = solved(floor)
    token = token_of(floor, case)
    here, never = (visitor.read(f"/public/surveys/{each}") for each in (token, "SV0"))
    assert here.replace(token, "") == never.replace("SV0", "")
    for path in ("/", "/home", f"/Case/{case}", "/setup", "/public", "/public/thanks/else"):
        answer = visitor.client.get(path)
        assert answer.status_code in (302, 404), path
    assert visitor.client.post(f"/Case/{case}/delete").status_code == 403
    words = re.sub(r"<[^>]+>", " ", visitor.read("/public/thanks/request?number=<b>1234567"))
    assert "1234567" not in words


def test_a_customer_answers_the_survey_once(floor: Floor, visitor: Visitor) -> None:
    case = solved(floor)
    path = f"/public/surveys/{token_of(floor, case)}"
    assert "Choose one" in visitor.send(path, 422, comment="Good.")
    visitor.send(path, score="4", comment="Good.")
    assert floor.row(case).csat == 4
    assert "answered already" in visitor.send(path, 409, score="1")
    visitor.send("/public/surveys/SV0", 404, score="1")
    assert floor.row(case).csat == 4


def test_the_frame_is_not_shown_to_those_who_are_signed_in_either(
    floor: Floor, authority: Authority
) -> None:
    client = Doors(floor.world, authority, floor.people[SUPPORT]).pages_of("crm")
    page = client.get("/public/sales").text
    assert "crm-tabs" not in page
    assert "topbar" not in page
    assert 'id="notices"' not in page  # a list that nothing there would open
