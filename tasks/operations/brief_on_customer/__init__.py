"""Gather what is open with a customer into a workbook, and tell whoever looks after them."""

from workworld.tasks.operations.brief_on_customer.family import FAMILY

__all__ = ["FAMILY"]
