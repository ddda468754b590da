"""Change a figure only as one's manager approves it in chat: so, less, or not at all."""

from workworld.tasks.operations.get_change_approved.family import FAMILY

__all__ = ["FAMILY"]
