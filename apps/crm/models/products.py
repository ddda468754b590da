"""Products and what they cost.

https://help.salesforce.com/s/articleView?id=sales.products_pricebooks.htm
"""

from __future__ import annotations

from sqlalchemy import Index
from sqlalchemy.orm import Mapped

from workworld import fulltext
from workworld.apps.crm.models.records import AUTOMATIC, SYSTEM_MODSTAMP, Adaptable, Record
from workworld.apps.crm.schema import columns
from workworld.apps.crm.schema.objects import sobject


@sobject(
    "Product2",
    "Product",
    "Products",
    "01t",
    computed=(SYSTEM_MODSTAMP,),
    searched=("name", "code", "description"),
)
class Product(Adaptable, Record):
    """Something that is sold."""

    __tablename__ = "crm_products"
    __table_args__ = (Index(None, "name"), Index(None, "code"))

    name: Mapped[str] = columns.text(
        "Name", "Product Name", required=True, is_name=True, is_nillable=False
    )
    code: Mapped[str | None] = columns.text("ProductCode", "Product Code")
    family: Mapped[str | None] = columns.picklist("Family", "Product Family", "product family")
    is_active: Mapped[bool] = columns.checkbox("IsActive", "Active")
    unit: Mapped[str | None] = columns.text("QuantityUnitOfMeasure", "Quantity Unit Of Measure", 40)
    external_id: Mapped[str | None] = columns.text("ExternalId", "External ID", is_external_id=True)
    description: Mapped[str | None] = columns.long_text("Description", "Product Description", 4_000)


@sobject(
    "Pricebook2",
    "Price Book",
    "Price Books",
    "01s",
    computed=(SYSTEM_MODSTAMP,),
    searched=("name",),
)
class Pricebook(Record):
    """A list of prices; every product has its list price in the standard one."""

    __tablename__ = "crm_pricebooks"

    name: Mapped[str] = columns.text(
        "Name", "Price Book Name", required=True, is_name=True, is_nillable=False
    )
    is_active: Mapped[bool] = columns.checkbox("IsActive", "Active")
    is_standard: Mapped[bool] = columns.checkbox(
        "IsStandard", "Is Standard Price Book", createable=False, updateable=False
    )
    description: Mapped[str | None] = columns.text("Description", "Description")


@sobject(
    "PricebookEntry",
    "Price Book Entry",
    "Price Book Entries",
    "01u",
    computed=(SYSTEM_MODSTAMP,),
    parent="Pricebook2Id",
)
class PricebookEntry(Record):
    """What a product costs by one price book, in one currency."""

    __tablename__ = "crm_pricebook_entries"
    __table_args__ = (Index(None, "pricebook_id", "product_id"), Index(None, "product_id"))

    pricebook_id: Mapped[str] = columns.lookup(
        "Pricebook2Id",
        "Price Book",
        "Pricebook2",
        "crm_pricebooks",
        "Pricebook2",
        children="PricebookEntries",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    product_id: Mapped[str] = columns.lookup(
        "Product2Id",
        "Product",
        "Product2",
        "crm_products",
        "Product2",
        children="PricebookEntries",
        required=True,
        updateable=False,
        is_nillable=False,
    )
    name: Mapped[str] = columns.text("Name", "Product Name", is_name=True, **AUTOMATIC)
    product_code: Mapped[str | None] = columns.text(
        "ProductCode", "Product Code", createable=False, updateable=False
    )
    currency: Mapped[str] = columns.picklist(
        "CurrencyIsoCode", "Currency", "currency", default="USD", is_restricted=True,
        updateable=False,
    )  # fmt: skip
    unit_price: Mapped[int] = columns.currency(
        "UnitPrice", "List Price", required=True, is_nillable=False
    )
    is_active: Mapped[bool] = columns.checkbox("IsActive", "Active")


PRODUCT_WORDS = fulltext.index(Product, "name", "code", "description")
PRICEBOOK_WORDS = fulltext.index(Pricebook, "name")
