"""The forms of the company's site: a request to support, and a wish to be called back."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

import flask

from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.public_pages import (
    LONGEST_LINE,
    PLACE,
    TRAP,
    entered,
    performed,
    shown,
)
from workworld.apps.crm.schema.picklists import VALUES
from workworld.apps.crm.service import emails, web_forms
from workworld.apps.crm.service.web_forms import REFUSED
from workworld.doors.refused_pages import status_of
from workworld.doors.web import for_everybody
from workworld.errors import Invalid

_NUMBER = re.compile(r"[0-9]{8}")
_LONGEST_TEXT = 32_000
_NO_ADDRESS = "Enter an e-mail address such as name@company.com."


@dataclass(frozen=True, slots=True)
class Asked:
    """A field of a form for people outside."""

    name: str
    label: str
    widget: str = "line"
    is_required: bool = False
    choices: Sequence[tuple[str, str]] = ()
    value: str = ""
    problem: str = ""
    longest: int = LONGEST_LINE


class Form(NamedTuple):
    """A form for people outside."""

    title: str
    intro: str
    send: str
    fields: Sequence[Asked]
    function: Callable[..., Any]


_SUPPORT = Form(
    "Contact support",
    "Tell us what does not work as it should. We answer by e-mail.",
    "Send request",
    (
        Asked("name", "Your name", is_required=True, longest=80),
        Asked("email", "E-mail", "email", is_required=True, longest=80),
        Asked("phone", "Phone", longest=40),
        Asked(
            "type",
            "What is it about?",
            "choice",
            choices=[("", "Choose"), *((each, each) for each in VALUES["case type"])],
        ),
        Asked("subject", "Subject", is_required=True),
        Asked("description", "Description", "text", is_required=True, longest=_LONGEST_TEXT),
    ),
    web_forms.to_case,
)
_SALES = Form(
    "Talk to sales",
    "Tell us who you are and what you are looking for. Somebody will call you or write to you.",
    "Send",
    (
        Asked("first_name", "First name", longest=40),
        Asked("last_name", "Last name", is_required=True, longest=80),
        Asked("company", "Company", is_required=True),
        Asked("title", "Job title", longest=128),
        Asked("email", "Work e-mail", "email", is_required=True, longest=80),
        Asked("phone", "Phone", longest=40),
        Asked("description", "What are you looking for?", "text", longest=_LONGEST_TEXT),
    ),
    web_forms.to_lead,
)


@BLUEPRINT.get(f"{PLACE}/support")
@for_everybody
def support_form() -> str:
    """The form with which customers ask for help."""
    return _shown(_SUPPORT)


@BLUEPRINT.post(f"{PLACE}/support")
@for_everybody
def ask_support() -> Any:
    """Take a request in as a case."""
    return _taken(_SUPPORT, "request")


@BLUEPRINT.get(f"{PLACE}/sales")
@for_everybody
def sales_form() -> str:
    """The form with which people ask for an offer."""
    return _shown(_SALES)


@BLUEPRINT.post(f"{PLACE}/sales")
@for_everybody
def ask_sales() -> Any:
    """Take somebody in as a lead."""
    return _taken(_SALES, "contact")


@BLUEPRINT.get(f"{PLACE}/thanks/<any(request, contact, survey):what>")
@for_everybody
def thanks(what: str) -> str:
    """Thank whoever has sent something."""
    number = flask.request.args.get("number", "")
    return shown(
        "public_thanks.html", what=what, number=number if _NUMBER.fullmatch(number) else ""
    )


def _taken(form: Form, what: str) -> Any:
    given = {each.name: entered(each.name) for each in form.fields}
    wrong = _wrong(form, given)
    if wrong:
        return _shown(form, given, wrong), 422
    try:
        sent = performed(form.function, **given, **{TRAP: entered(TRAP)[:LONGEST_LINE]})
    except Invalid as refusal:
        return _shown(form, given, said=refusal.message), status_of(refusal)
    if sent.outcome == REFUSED:
        return _shown(form, given, said=sent.text), 422
    number = _NUMBER.search(sent.text) if what == "request" else None
    onward = {"number": number[0]} if number else None
    return flask.redirect(at(f"{PLACE}/thanks/{what}", onward), 303)


def _wrong(form: Form, given: Mapping[str, str]) -> dict[str, str]:
    """What is to be mended, by field."""
    found: dict[str, str] = {}
    for each in form.fields:
        value = given[each.name]
        if each.is_required and not value:
            found[each.name] = f"{each.label}: enter something."
        elif len(value) > each.longest:
            found[each.name] = f"{each.label}: at most {each.longest:,} characters."
        elif value and each.widget == "email" and not emails.addresses_in(value):
            found[each.name] = _NO_ADDRESS
    return found


def _shown(
    form: Form,
    given: Mapping[str, str] | None = None,
    wrong: Mapping[str, str] | None = None,
    said: str = "",
) -> str:
    held, problems = given or {}, wrong or {}
    fields = [
        replace(each, value=_kept(each, held), problem=problems.get(each.name, ""))
        for each in form.fields
    ]
    return shown("public_form.html", form=form, fields=fields, said=said, trap=TRAP)


def _kept(field: Asked, held: Mapping[str, str]) -> str:
    value = held.get(field.name, "")
    return value if field.widget != "choice" or value in dict(field.choices) else ""
