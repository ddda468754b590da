"""What support agents say and do again and again: quick texts, and macros of several steps.

https://help.salesforce.com/s/articleView?id=service.macros_def.htm
"""

from __future__ import annotations

from sqlalchemy import Index
from sqlalchemy.orm import Mapped

from workworld.apps.crm.models.records import SYSTEM_MODSTAMP, Owned, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.objects import sobject


@sobject(
    "QuickText",
    "Quick Text",
    "Quick Texts",
    "574",
    computed=(SYSTEM_MODSTAMP,),
)
class QuickText(Owned):
    """A text to be put into an answer, with merge fields: ``Hello {{Contact.FirstName}},``."""

    __tablename__ = "crm_quick_texts"

    name: Mapped[str] = columns.text(
        "Name", "Quick Text Name", 80, required=True, is_name=True, is_nillable=False
    )
    category: Mapped[str | None] = columns.picklist("Category", "Category", "quick text category")
    channel: Mapped[str | None] = columns.multipicklist("Channel", "Channel", "quick text channel")
    is_active: Mapped[bool] = columns.checkbox(
        "IsInsertable", "Include in selected channels", default=True
    )
    message: Mapped[str] = columns.long_text(
        "Message", "Message", 4_096, required=True, is_nillable=False
    )


@sobject("Macro", "Macro", "Macros", "0JZ", computed=(SYSTEM_MODSTAMP,))
class Macro(Owned):
    """Steps that are done to a case at once."""

    __tablename__ = "crm_macros"

    name: Mapped[str] = columns.text(
        "Name", "Macro Name", 255, required=True, is_name=True, is_nillable=False
    )
    is_active: Mapped[bool] = columns.checkbox("IsActive__c", "Active", default=True)
    description: Mapped[str | None] = columns.long_text("Description", "Description", 1_000)


@sobject(
    "MacroInstruction",
    "Macro Instruction",
    "Macro Instructions",
    "0Ji",
    computed=(SYSTEM_MODSTAMP,),
    parent="MacroId",
)
class MacroInstruction(Record):
    """A step of a macro."""

    __tablename__ = "crm_macro_instructions"
    __table_args__ = (Index(None, "macro_id", "position"),)

    macro_id: Mapped[str] = columns.lookup(
        "MacroId",
        "Macro",
        "Macro",
        "crm_macros",
        children="MacroInstructions",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    position: Mapped[int | None] = columns.integer("SortOrder", "Order")
    operation: Mapped[str] = columns.picklist(
        "Operation",
        "Operation",
        "macro operation",
        required=True,
        is_nillable=False,
        is_restricted=True,
    )
    target: Mapped[str | None] = columns.text(
        "Target", "Target", 80, help="Of a step that sets a field: the field, such as Priority."
    )
    value: Mapped[str | None] = columns.long_text(
        "Value",
        "Value",
        4_096,
        help="The field's value, or a text with merge fields; a queue by its name.",
    )
