"""Queries in JQL, part by part.

https://developer.atlassian.com/cloud/jira/platform/rest/v3/api-group-jql/#api-rest-api-3-jql-parse-post
"""

from __future__ import annotations

from typing import Any

from workworld.apps.tracker.jql import Query
from workworld.apps.tracker.jql.functions import FunctionSpec
from workworld.apps.tracker.jql.specs import FieldSpec
from workworld.apps.tracker.jql.tree import (
    And,
    Clause,
    Empty,
    Field,
    Function,
    Listing,
    Node,
    Not,
    Operand,
    Or,
)
from workworld.apps.tracker.jql.writing import field_text, operand_text, word

Shape = dict[str, Any]
_TYPES = {
    "user": "com.atlassian.jira.user.ApplicationUser",
    "date": "java.util.Date",
    "version": "com.atlassian.jira.project.version.Version",
    "component": "com.atlassian.jira.bc.project.component.ProjectComponent",
    "project": "com.atlassian.jira.project.Project",
    "issue": "com.atlassian.jira.issue.Issue",
    "status": "com.atlassian.jira.issue.status.Status",
    "priority": "com.atlassian.jira.issue.priority.Priority",
    "resolution": "com.atlassian.jira.issue.resolution.Resolution",
    "issuetype": "com.atlassian.jira.issue.issuetype.IssueType",
    "number": "java.lang.Number",
    "option": "com.atlassian.jira.issue.customfields.option.Option",
    "label": "com.atlassian.jira.issue.label.Label",
}
_TEXT = "java.lang.String"


def structure(query: Query) -> Shape:
    """A whole query."""
    found: Shape = {}
    if query.where is not None:
        found["where"] = _node(query.where)
    if query.order:
        fields = [
            {"field": _field(each.field)}
            | ({"direction": each.direction} if each.direction else {})
            for each in query.order
        ]
        found["orderBy"] = {"fields": fields}
    return found


def _node(node: Node) -> Shape:
    if isinstance(node, Clause):
        return _clause(node)
    if isinstance(node, Not):
        return {"operator": "not", "clauses": [_node(node.node)]}
    joined = {And: "and", Or: "or"}[type(node)]
    return {"operator": joined, "clauses": [_node(each) for each in node.nodes]}


def _clause(clause: Clause) -> Shape:
    shape: Shape = {"field": _field(clause.field), "operator": clause.operator}
    if clause.operand is not None:
        shape["operand"] = _operand(clause.operand)
    is_past = clause.operator == "changed" or clause.operator.startswith("was")
    if clause.predicates or is_past:
        shape["predicates"] = [
            {"operator": each.word, "operand": _operand(each.operand)} for each in clause.predicates
        ]
    return shape


def _field(field: Field) -> Shape:
    return {"name": field.name, "encodedName": field_text(field)}


def _operand(operand: Operand) -> Shape:
    encoded = operand_text(operand)
    if isinstance(operand, Empty):
        return {"keyword": "empty", "encodedOperand": encoded}
    if isinstance(operand, Function):
        called = {"function": operand.name, "arguments": [*operand.arguments]}
        return {**called, "encodedOperand": encoded}
    if isinstance(operand, Listing):
        return {"values": [_operand(each) for each in operand.items], "encodedOperand": encoded}
    return {"value": operand.text, "encodedValue": encoded}


def field_reference(spec: FieldSpec) -> Shape:
    """What a query may ask of a field."""
    numbered = {"cfid": f"cf[{spec.number}]"} if spec.number else {}
    shown = f"{spec.name} - cf[{spec.number}]" if spec.number else spec.name
    return {
        "value": word(spec.name),
        "displayName": shown,
        "orderable": "true" if spec.order else "false",
        "searchable": "true" if spec.operators else "false",
        "auto": "true",
        **numbered,
        "operators": [*spec.operators],
        "types": [_TYPES.get(spec.kind, _TEXT)],
    }


def function_reference(spec: FunctionSpec) -> Shape:
    """How a function is called, and what it yields."""
    return {
        "value": f"{spec.name}({spec.usage})",
        "displayName": f"{spec.name}({spec.usage})",
        "isList": "true" if spec.is_list else "false",
        "supportsListAndSingleValueOperators": "false",
        "types": [_TYPES.get(spec.kind, _TEXT)],
    }
