"""Customer relations, of Salesforce's class: sales and service."""

from workworld.directory.models import AccountKind
from workworld.manifest import App

APP = App(
    id="crm",
    title="CRM",
    icon="handshake",
    purpose="Leads, accounts, deals and cases",
    token_prefixes={AccountKind.PERSON: "00DWW00000CaLdE!A", AccountKind.BOT: "00DWW00000CaLdE!B"},
    watched_kinds=("task_overdue",),
)
