"""Fill a roadmap's sheet in from the tracker, where decisions say otherwise for some."""

from workworld.tasks.product.fill_in_roadmap.family import FAMILY

__all__ = ["FAMILY"]
