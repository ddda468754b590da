"""Add up what many messages report about one site, as it stands after all corrections."""

from workworld.tasks.support.count_missed_slots.family import FAMILY

__all__ = ["FAMILY"]
