"""Bring a sheet of deals in line with the CRM, where it no longer is."""

from workworld.tasks.sales_operations.correct_pipeline_sheet.family import FAMILY

__all__ = ["FAMILY"]
