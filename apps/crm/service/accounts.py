"""Accounts: what follows from what is entered.

https://help.salesforce.com/s/articleView?id=sales.account_fields.htm
"""

from __future__ import annotations

from workworld.apps.crm.models import Account
from workworld.apps.crm.schema.domains import domain_of
from workworld.apps.crm.service import hierarchies
from workworld.apps.crm.service.saving import Saving, before
from workworld.context import Context


@before("Account")
def _prepare(ctx: Context, saving: Saving) -> None:
    account: Account = saving.row
    if saving.changed("website"):
        account.domain = domain_of(account.website)
    hierarchies.require_no_cycle(ctx, saving, Account.parent_id, "ParentId")
