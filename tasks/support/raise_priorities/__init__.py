"""Raise the priority of a customer's open cases, of which a colleague has written."""

from workworld.tasks.support.raise_priorities.family import FAMILY

__all__ = ["FAMILY"]
