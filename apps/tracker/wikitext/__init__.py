"""The vendor's wiki markup, in which version 2 of its API has texts: ``read`` and ``write``.

https://jira.atlassian.com/secure/WikiRendererHelpAction.jspa?section=all
"""

from workworld.apps.tracker.wikitext.reader import read
from workworld.apps.tracker.wikitext.writer import write

__all__ = ["read", "write"]
