"""Share a workbook with whom a review says, as it was corrected since."""

from workworld.tasks.people_it.carry_out_access_review.family import FAMILY

__all__ = ["FAMILY"]
