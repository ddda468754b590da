"""Give somebody's open issues to whom they have named, and leave them the one that they keep."""

from workworld.tasks.engineering.hand_over_issues.family import FAMILY

__all__ = ["FAMILY"]
