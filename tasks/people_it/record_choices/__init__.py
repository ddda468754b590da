"""Type into a workbook what colleagues have chosen in a thread, by their last word."""

from workworld.tasks.people_it.record_choices.family import FAMILY

__all__ = ["FAMILY"]
