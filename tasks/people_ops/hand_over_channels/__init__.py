"""Let a successor into the channels of a predecessor, and only into those."""

from workworld.tasks.people_ops.hand_over_channels.family import FAMILY

__all__ = ["FAMILY"]
