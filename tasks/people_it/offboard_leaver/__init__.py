"""Carry out one's own lines of a leaver's checklist: issues, channels, and the checklist itself."""

from workworld.tasks.people_it.offboard_leaver.family import FAMILY

__all__ = ["FAMILY"]
