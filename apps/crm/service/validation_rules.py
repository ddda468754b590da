"""Validation rules: what records may not be like, whoever saves them.

https://help.salesforce.com/s/articleView?id=platform.fields_about_field_validation.htm
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field
from sqlalchemy import select

from workworld.apps.crm.models import ValidationRule
from workworld.apps.crm.schema import objects
from workworld.apps.crm.service import people, refusals, rule_facts, saving
from workworld.apps.crm.service.rule_facts import RecordFacts
from workworld.apps.crm.service.saving import Saving
from workworld.apps.crm.types import SObjectName
from workworld.context import Context, Surface
from workworld.database import plain_rows
from workworld.formulas import FormulaError
from workworld.operations import Effect, operation

CODE = "FIELD_CUSTOM_VALIDATION_EXCEPTION"
# The vendor has them in its Tooling API alone, which is not part of this one.
_DOORS = (Surface.UI, Surface.MCP)
_rules = ValidationRule.__table__.c


@dataclass(frozen=True, slots=True)
class Checked:
    """What is to be said of a formula."""

    is_valid: bool
    message: str
    position: int
    """Where it is wrong, from 1; 0 if it is not."""


# Pages show them among all settings of the organisation.
@operation(Effect.READ, scope="api", doors=(Surface.MCP,))
def list(ctx: Context, *, sobject: SObjectName | None = None) -> Sequence[ValidationRule]:
    """List the validation rules, of one object or of all, for those who set the CRM up.

    Raises:
        Forbidden: ``INSUFFICIENT_ACCESS_OR_READONLY``: the caller does not.
    """
    if not people.profile(ctx).manages_setup:
        raise refusals.insufficient_access()
    query = select(ValidationRule.__table__).order_by(_rules.sobject, _rules.name, _rules.id)
    if sobject is not None:
        query = query.where(_rules.sobject == sobject)
    return plain_rows(ctx.session, ValidationRule, query, {})


@operation(Effect.READ, scope="api", doors=_DOORS)
def check(
    ctx: Context,
    *,
    sobject: SObjectName,
    formula: Annotated[str, Field(description="A condition over its fields.", max_length=10_000)],
) -> Checked:
    """Check the syntax of a formula over an object's fields; tells where it is wrong."""
    if not people.profile(ctx).manages_setup:
        raise refusals.insufficient_access()
    if objects.find(sobject) is None:
        raise refusals.no_object(sobject)
    try:
        rule_facts.formula(objects.of_name(sobject).name, formula)
    except FormulaError as error:
        return Checked(False, error.message, error.position)
    return Checked(True, "No syntax errors in merge fields or functions.", 0)


@saving.checks(saving.ANY, order=40)
def _validate(ctx: Context, saved: Saving) -> None:
    """Refuse a record for which a rule's formula is true; all such rules are told at once."""
    rules = _active(ctx, saved.sobject.name)
    if not rules:
        return
    facts = RecordFacts(ctx, saved.sobject, saved.row, saved.old, is_new=saved.is_new)
    for rule in rules:
        if rule_facts.formula(rule.sobject, rule.formula).holds(facts):
            saved.refuse(CODE, rule.message, *([rule.field] if rule.field else []))


def _active(ctx: Context, sobject: str) -> Sequence[ValidationRule]:
    query = select(ValidationRule.__table__).where(_rules.sobject == sobject, _rules.is_active)
    with ctx.session.no_autoflush:  # what is being checked is not written yet
        return plain_rows(ctx.session, ValidationRule, query.order_by(_rules.name, _rules.id), {})
