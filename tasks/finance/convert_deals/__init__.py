"""Convert won deals at the rates of their days, one of which has to be put right first."""

from workworld.tasks.finance.convert_deals.family import FAMILY

__all__ = ["FAMILY"]
