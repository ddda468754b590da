"""Move the close dates of deals that a colleague has written of, as it was corrected since."""

from workworld.tasks.sales_operations.postpone_deals.family import FAMILY

__all__ = ["FAMILY"]
