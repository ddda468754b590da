"""What tests sell."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select
from tests.apps.crm.floor import ADMIN, Floor

from workworld.apps.crm.models import Pricebook


@dataclass(frozen=True)
class Shop:
    """A product with its prices, and a deal."""

    product: str
    standard: str
    """Its entry in the standard price book."""
    entry: str
    """Its entry in another one."""
    book: str
    deal: str


def open_shop(floor: Floor) -> Shop:
    """A product of 120 dollars, 99.99 in the partners' price book, and the rep's deal."""
    (usual,) = floor.rows(select(Pricebook.id).where(Pricebook.is_standard))
    product = floor.create(
        "Product2", by=ADMIN, Name="Gate sensor", ProductCode="G1", IsActive=True
    )
    book = floor.create("Pricebook2", by=ADMIN, Name="Resellers", IsActive=True)
    standard, entry = (
        floor.create(
            "PricebookEntry",
            by=ADMIN,
            Pricebook2Id=each,
            UnitPrice=price,
            Product2Id=product,
            IsActive=True,
        )
        for each, price in ((usual.id, 120), (book, 99.99))
    )
    return Shop(product, standard, entry, book, floor.create("Opportunity", Amount=5))
