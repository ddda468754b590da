"""Begin the work for a customer whose deal is won, if it is won and signed off."""

from workworld.tasks.sales_operations.kick_off_won_deal.family import FAMILY

__all__ = ["FAMILY"]
