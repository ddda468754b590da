"""Find out who has a duty after all swaps, and remind them where the plan stands."""

from workworld.tasks.operations.remind_on_duty.family import FAMILY

__all__ = ["FAMILY"]
