"""See that each fault of which colleagues report is in the tracker once, as a policy has it."""

from workworld.tasks.engineering.file_bug_reports.family import FAMILY

__all__ = ["FAMILY"]
