"""Who sees records of others, and what holds for the whole company."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from workworld.apps.crm.pages.blueprint import BLUEPRINT, at
from workworld.apps.crm.pages.records import MENDABLE, gone_to, refused_dialog
from workworld.apps.crm.pages.setup_sheets import (
    Cell,
    Sheet,
    Table,
    as_found,
    asked_to_delete,
    sent,
    sheet,
    tables,
)
from workworld.apps.crm.schema.objects import of_name
from workworld.apps.crm.service import company_settings, sharing_settings
from workworld.apps.crm.service.company_settings import Company, CompanySettings, RateSettings
from workworld.apps.crm.service.sharing_settings import (
    LEVELS,
    DefaultSettings,
    RuleSeen,
    SharingRuleSettings,
)
from workworld.doors.web import nothing, page
from workworld.errors import NotFound

_SHARING, _COMPANY = "/setup/sharing", "/setup/company"
_FOREVER = "9999-12-31"


@BLUEPRINT.get("/setup/sharing")
def sharing_page() -> str:
    """Defaults of objects, and rules."""
    held: Mapping[str, str] = page(sharing_settings.defaults, as_found)
    found: Sequence[RuleSeen] = page(sharing_settings.rules, as_found)
    rows = [
        [Cell(of_name(name).plural, at(f"{_SHARING}/defaults/{name}")), Cell(LEVELS[access])]
        for name, access in sorted(held.items(), key=lambda each: of_name(each[0]).plural)
    ]
    rules = [
        [
            Cell(each.name, at(f"{_SHARING}/rules/{quote(each.id)}")),
            Cell(of_name(each.sobject).plural),
            Cell(each.source),
            Cell(each.target),
            Cell(LEVELS[each.access].removeprefix("Public ").capitalize()),
        ]
        for each in found
    ]
    columns = ("Rule", "Records", "Owned by members of", "Shared with", "Access")
    new = [(at(f"{_SHARING}/rules/new"), "New sharing rule")]
    return tables(
        "Sharing",
        [],
        Table("Defaults", ("Object", "What everybody may do with records of others"), rows),
        Table("Sharing rules", columns, rules, new),
    )


@BLUEPRINT.get("/setup/sharing/defaults/<sobject>")
def sharing_default_page(sobject: str) -> str:
    """What everybody may do with an object's records of others."""
    return sheet(_default(sobject))


@BLUEPRINT.post("/setup/sharing/defaults/<sobject>")
def save_sharing_default(sobject: str) -> Any:
    """Set what everybody may do with an object's records of others."""
    made = _default(sobject)
    return sent(made, lambda it: page(sharing_settings.set_default, nothing, sobject=sobject, **it))


@BLUEPRINT.get("/setup/sharing/rules/<rule_id>")
def sharing_rule_page(rule_id: str) -> str:
    """A rule, or the form of a new one."""
    return sheet(_rule(rule_id))


@BLUEPRINT.post("/setup/sharing/rules/<rule_id>")
def save_sharing_rule(rule_id: str) -> Any:
    """Make a rule, or change it."""
    made = _rule(rule_id)
    given: dict[str, Any] = {} if rule_id == "new" else {"rule_id": rule_id}
    return sent(made, lambda it: page(sharing_settings.save_rule, nothing, **given, settings=it))


@BLUEPRINT.get("/setup/sharing/rules/<rule_id>/delete")
def delete_sharing_rule_form(rule_id: str) -> str:
    """Ask before a rule is deleted."""
    return _deletion(rule_id)


@BLUEPRINT.post("/setup/sharing/rules/<rule_id>/delete")
def delete_sharing_rule(rule_id: str) -> Any:
    """Delete a rule."""
    try:
        page(sharing_settings.delete_rule, nothing, rule_id=rule_id)
    except MENDABLE as refusal:
        return refused_dialog(_deletion(rule_id, refusal), refusal, "setup-delete")
    return gone_to(at(_SHARING))


@BLUEPRINT.get("/setup/company")
def company_page() -> str:
    """Fiscal year, currencies and rates."""
    found: Company = page(company_settings.show, as_found)
    facts = [
        ("Organization name", found.metadata["name"]),
        ("Fiscal year starts in", found.metadata["fiscalYearStartMonth"]),
        ("Periods closed until", found.metadata["closedUntil"] or "None is closed"),
        ("Time zone", found.zone),
        ("Corporate currency", found.currency),
    ]
    buys = f"Units that 1 {found.currency} buys today"
    worth = [
        [Cell(code), Cell(f"{rate:g}"), _use(code, found.currency, is_active=is_active)]
        for code, rate, is_active in found.currencies
    ]
    rates = [
        [Cell(code), Cell(start), Cell("" if until == _FOREVER else until), Cell(f"{rate:g}")]
        for code, start, until, rate in found.rates
    ]
    return tables(
        "Company",
        [],
        Table(
            "Company information",
            ("Setting", "Value"),
            [[Cell(name), Cell(text)] for name, text in facts],
            [(at(f"{_COMPANY}/edit"), "Edit")],
        ),
        Table("Currencies", ("Currency", buys, "Status"), worth),
        Table(
            "Dated rates",
            ("Currency", "From", "Until before", "Rate"),
            rates,
            [(at(f"{_COMPANY}/rates/new"), "New rate")],
        ),
    )


@BLUEPRINT.get("/setup/company/edit")
def edit_company() -> str:
    """The company's name and fiscal year."""
    return sheet(_company())


@BLUEPRINT.post("/setup/company/edit")
def change_company() -> Any:
    """Change the company's name or fiscal year."""
    return sent(_company(), lambda it: page(company_settings.change, nothing, settings=it))


@BLUEPRINT.get("/setup/company/rates/new")
def new_rate() -> str:
    """The form of what a currency is worth."""
    return sheet(_rate())


@BLUEPRINT.post("/setup/company/rates/new")
def set_rate() -> Any:
    """Set what a currency is worth from a day on."""
    return sent(_rate(), lambda it: page(company_settings.set_rate, nothing, settings=it))


def _use(code: str, corporate: str, *, is_active: bool) -> Cell:
    """Whether a currency is in use, and the switch of it."""
    text, tone = ("Active", "success") if is_active else ("Inactive", "")
    switch = "" if code == corporate else at(f"{_COMPANY}/currencies/{code}")
    return Cell(text, tone=tone, switch=switch, switches=code)


def _default(sobject: str) -> Sheet:
    held: Mapping[str, str] = page(sharing_settings.defaults, as_found)
    if sobject not in held:
        raise NotFound("NOT_FOUND")
    title, back = f"{of_name(sobject).plural}: default access", at(_SHARING)
    url = at(f"{_SHARING}/defaults/{sobject}")
    values = {"access": held[sobject]}
    return Sheet(title, [(back, "Sharing")], url, back, DefaultSettings, values)


def _rule(rule_id: str) -> Sheet:
    back = at(_SHARING)
    url = at(f"{_SHARING}/rules/{quote(rule_id)}")
    if rule_id == "new":
        page(sharing_settings.rules, nothing)
        title, values, gone = "New sharing rule", {}, ""
    else:
        found: RuleSeen = page(sharing_settings.rule, as_found, rule_id=rule_id)
        title, values, gone = found.name, dict(found.metadata), f"{url}/delete"
    trail = [(back, "Sharing")]
    return Sheet(title, trail, url, back, SharingRuleSettings, values, delete_url=gone)


def _deletion(rule_id: str, refusal: Any = None) -> str:
    found: RuleSeen = page(sharing_settings.rule, as_found, rule_id=rule_id)
    url = at(f"{_SHARING}/rules/{quote(found.id)}")
    says = f"{found.target} no longer sees what {found.source} owns by this rule."
    return asked_to_delete(f"Delete {found.name}", says, f"{url}/delete", url, refusal)


def _company() -> Sheet:
    found: Company = page(company_settings.show, as_found)
    back = at(_COMPANY)
    trail = [(back, "Company")]
    url = at(f"{_COMPANY}/edit")
    return Sheet("Company information", trail, url, back, CompanySettings, found.metadata)


def _rate() -> Sheet:
    page(company_settings.show, nothing)
    back = at(_COMPANY)
    url = at(f"{_COMPANY}/rates/new")
    return Sheet("New rate", [(back, "Company")], url, back, RateSettings, {})
