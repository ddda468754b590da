"""Give accounts and what is open there to the owners of a sheet, where some of it cannot be."""

from workworld.tasks.sales_operations.assign_territories.family import FAMILY

__all__ = ["FAMILY"]
