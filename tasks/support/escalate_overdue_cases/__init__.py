"""Escalate the cases whose time is up, wherever they were reported, and tell who is on duty."""

from workworld.tasks.support.escalate_overdue_cases.family import FAMILY

__all__ = ["FAMILY"]
