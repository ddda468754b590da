"""Carry what was agreed about deals in a thread into the CRM and the tracker, as it changes."""

from workworld.tasks.sales_operations.carry_next_steps.family import FAMILY

__all__ = ["FAMILY"]
