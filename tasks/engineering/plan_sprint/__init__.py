"""Plan a sprint within what everybody can do, which changes while it is planned."""

from workworld.tasks.engineering.plan_sprint.family import FAMILY

__all__ = ["FAMILY"]
