"""What stands in the way of deleting records, and what goes along with them.

https://help.salesforce.com/s/articleView?id=sales.account_delete.htm
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy import ColumnElement, select

from workworld.apps.crm.models import (
    Account,
    AccountContactRelation,
    AccountTeamMember,
    AccountTerritory,
    Asset,
    Campaign,
    CampaignMember,
    Case,
    CaseArticle,
    CaseComment,
    CaseMilestone,
    Contact,
    Contract,
    Entitlement,
    EntitySubscription,
    Event,
    EventRelation,
    FeedItem,
    Lead,
    Macro,
    MacroInstruction,
    Note,
    Opportunity,
    OpportunityContactRole,
    OpportunityLineItem,
    OpportunityTeamMember,
    Pricebook,
    PricebookEntry,
    Product,
    Quote,
    QuoteLineItem,
    Task,
)
from workworld.apps.crm.models.feeds import FOLLOWED
from workworld.apps.crm.schema import objects
from workworld.apps.crm.schema.picklists import CONTRACT_ACTIVE
from workworld.apps.crm.service import reading, records
from workworld.apps.crm.service.saving import before_delete
from workworld.context import Context
from workworld.errors import Conflict

_MOST_NAMED = 10
_ALONG: Mapping[type[Any], Sequence[tuple[Any, Any]]] = {
    Account: (
        (Opportunity, Opportunity.account_id),
        (Contact, Contact.account_id),
        (AccountTeamMember, AccountTeamMember.account_id),
        (AccountTerritory, AccountTerritory.account_id),
        (AccountContactRelation, AccountContactRelation.account_id),
        (Asset, Asset.account_id),
        (Contract, Contract.account_id),
        (Entitlement, Entitlement.account_id),
    ),
    Case: (
        (CaseComment, CaseComment.case_id),
        (CaseArticle, CaseArticle.case_id),
        (CaseMilestone, CaseMilestone.case_id),
    ),
    Event: ((EventRelation, EventRelation.event_id),),
    Macro: ((MacroInstruction, MacroInstruction.macro_id),),
    Contact: (
        (AccountContactRelation, AccountContactRelation.contact_id),
        (OpportunityContactRole, OpportunityContactRole.contact_id),
        (CampaignMember, CampaignMember.contact_id),
    ),
    Lead: ((CampaignMember, CampaignMember.lead_id),),
    Opportunity: (
        (OpportunityLineItem, OpportunityLineItem.opportunity_id),
        (OpportunityContactRole, OpportunityContactRole.opportunity_id),
        (OpportunityTeamMember, OpportunityTeamMember.opportunity_id),
        (Quote, Quote.opportunity_id),
    ),
    Quote: ((QuoteLineItem, QuoteLineItem.quote_id),),
    Campaign: ((CampaignMember, CampaignMember.campaign_id),),
    Product: ((PricebookEntry, PricebookEntry.product_id),),
    Pricebook: ((PricebookEntry, PricebookEntry.pricebook_id),),
}
"""What goes into the bin with a record, besides its activities and notes, in this order."""


@before_delete("Account", order=10)
def _keep_account(ctx: Context, account: Account) -> None:
    """An account stays that still has deals to be made or kept, or cases."""
    deals = Opportunity.account_id == account.id, ~Opportunity.is_closed | Opportunity.is_won
    _refuse(ctx, account, "opportunities", Opportunity, *deals)
    _refuse(ctx, account, "cases", Case, Case.account_id == account.id)
    active = Contract.account_id == account.id, Contract.status == CONTRACT_ACTIVE
    _refuse(ctx, account, "contracts", Contract, *active)


@before_delete("Contact", order=10)
def _keep_contact(ctx: Context, contact: Contact) -> None:
    _refuse(ctx, contact, "cases", Case, Case.contact_id == contact.id)


@before_delete("Product2", order=10)
def _keep_product(ctx: Context, product: Product) -> None:
    for line in (OpportunityLineItem, QuoteLineItem):
        what = objects.of_model(line).plural.lower()
        _refuse(ctx, product, what, line, line.product_id == product.id)


@before_delete("PricebookEntry", order=10)
def _keep_entry(ctx: Context, entry: PricebookEntry) -> None:
    for line in (OpportunityLineItem, QuoteLineItem):
        what = objects.of_model(line).plural.lower()
        _refuse(ctx, entry, what, line, line.entry_id == entry.id)


@before_delete("Pricebook2", order=10)
def _keep_pricebook(ctx: Context, book: Pricebook) -> None:
    if book.is_standard:
        raise Conflict("DELETE_FAILED", "The standard price book can't be deleted.")
    _refuse(ctx, book, "opportunities", Opportunity, Opportunity.pricebook_id == book.id)


@before_delete(*(objects.of_model(model).name for model in _ALONG))
def _take_along(ctx: Context, row: Any) -> None:
    """Put what belongs to a record into the bin, from where it comes back with the record."""
    for model, column in _ALONG[type(row)]:
        _take(ctx, row, model, column == row.id)
    for activity in (Task, Event):
        only_theirs = (activity.who_id == row.id) & activity.what_id.is_(None)
        _take(ctx, row, activity, (activity.what_id == row.id) | only_theirs)
    _take(ctx, row, Note, Note.parent_id == row.id)


@before_delete(*FOLLOWED)
def _take_feed(ctx: Context, row: Any) -> None:
    """Put what was said to a record into the bin, and that others follow it."""
    for model in (FeedItem, EntitySubscription):
        _take(ctx, row, model, model.parent_id == row.id)


def _take(ctx: Context, row: Any, model: Any, condition: ColumnElement[bool]) -> None:
    query = select(model).where(condition, ~model.is_deleted).order_by(model.id)
    for child in ctx.session.scalars(query).all():
        records.remove(ctx, child, with_id=row.id)


def _refuse(ctx: Context, row: Any, what: str, model: Any, *conditions: Any) -> None:
    """Refuse to delete a record if there are such others; those that the caller sees are named.

    Raises:
        Conflict: ``DELETE_FAILED``.
    """
    query = select(model.id).where(~model.is_deleted, *conditions).order_by(model.id)
    standing = ctx.session.scalars(query).all()
    if not standing:
        return
    called = [*reading.names(ctx, standing).values()]
    more = ", …" if len(called) > _MOST_NAMED else ""
    table = f"{', '.join(sorted(called)[:_MOST_NAMED])}{more}"
    named = objects.of_model(type(row)).name_field
    name = getattr(row, named.column) if named else row.id
    raise Conflict(
        "DELETE_FAILED",
        f"Your attempt to delete {name} could not be completed because it is associated with the"
        f" following {what}. If the list is empty, you do not have access to the records that"
        f" restrict the delete.: {table}",
    )
