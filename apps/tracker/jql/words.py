"""The words of JQL: what its operators are called, and which words must be quoted.

https://support.atlassian.com/jira-software-cloud/docs/what-is-advanced-search-in-jira-cloud/
"""

from __future__ import annotations

EQUALS = ("=", "!=", "in", "not in")
EMPTINESS = ("is", "is not")
ORDER = ("<", ">", "<=", ">=")
CONTAINS = ("~", "!~")
HISTORY = ("was", "was not", "was in", "was not in", "changed")
OPERATORS = (*EQUALS, *EMPTINESS, *ORDER, *CONTAINS, *HISTORY)

NEGATED = {
    "=": "!=",
    "in": "not in",
    "is": "is not",
    "~": "!~",
    "<": ">=",
    ">": "<=",
    "was": "was not",
    "was in": "was not in",
}
"""What ``NOT`` makes of an operator, and the other way round below."""
NEGATED |= {other: operator for operator, other in NEGATED.items()}

PREDICATES = ("after", "before", "on", "during", "by", "from", "to")
EMPTY = ("empty", "null")
_KEYWORDS = "and or not in is was changed order by asc desc cf"
KEYWORDS = frozenset([*_KEYWORDS.split(), *PREDICATES, *EMPTY])
"""Those that mean something."""

_RESERVED = """
abort access add alias all alter any as audit avg begin between boolean break byte catch char
character check checkpoint collate collation column commit connect continue count create current
date decimal declare decrement default defaults define delete delimiter difference distinct
divide do double drop else encoding end equals escape exclusive exec execute exists explain
false fetch file field first float for function go goto grant greater group having identified if
immediate increment index initial inner inout input insert int integer intersect intersection
into isempty isnull join last left less like limit lock long max min minus mode modify modulo
more multiply next noaudit notin nowait number object of option outer output power previous
prior privileges public raise raw remainder rename resource return returns revoke right row
rowid rownum rows select session set share size sqrt start strict string subtract sum synonym
table then trans transaction trigger true uid union unique update user validate values view when
whenever where while with
"""
RESERVED = KEYWORDS | frozenset(_RESERVED.split())
"""All that must be quoted to be a name or a value."""
