"""The vendor's document format: ``read`` its JSON into the core's documents, and ``write`` it.

https://developer.atlassian.com/cloud/jira/platform/apis/document/structure/
"""

from workworld.apps.tracker.adf.reader import read
from workworld.apps.tracker.adf.writer import write

__all__ = ["read", "write"]
