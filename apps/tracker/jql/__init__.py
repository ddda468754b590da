"""JQL, the query language of issues: text → tree → condition on the table of issues."""

from workworld.apps.tracker.jql.parser import parse as parse
from workworld.apps.tracker.jql.tree import JqlError as JqlError
from workworld.apps.tracker.jql.tree import Query as Query
from workworld.apps.tracker.jql.writing import written as written
