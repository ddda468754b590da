"""Ask the one colleague who knows a number, wait for the answer, and pass it on."""

from workworld.tasks.operations.get_number_confirmed.family import FAMILY

__all__ = ["FAMILY"]
