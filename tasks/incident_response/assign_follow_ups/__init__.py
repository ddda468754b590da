"""Give the follow-ups of an incident to whom its review names, as it was corrected since."""

from workworld.tasks.incident_response.assign_follow_ups.family import FAMILY

__all__ = ["FAMILY"]
