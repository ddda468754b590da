"""Spreadsheets, of the class of Google Sheets and Excel."""

from workworld.directory.models import AccountKind
from workworld.manifest import App

APP = App(
    id="sheets",
    title="Sheets",
    icon="table",
    purpose="Workbooks, formulas and charts",
    token_prefixes={AccountKind.PERSON: "ya29.a0Ww", AccountKind.BOT: "ya29.c.Ww"},
)
